import PhotoActions
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

/// Answers keys that do something with photos, in the grid and where one is looked at.
extension PickerPages {
  mutating func handleDoing(_ key: Key) -> [Effect]? {
    switch key {
    case .character("O"): return tell { $0.open() }
    case .character("y"): return tell { $0.copyPaths() }
    case .character("D"):
      let assets = model.targets
      if !assets.isEmpty, model.options.actions != nil { prompt = .trash(assets) }
    case .character("!"): return model.actions == nil ? [] : [.picker(.readActions)]
    default: return nil
    }
    return []
  }

  /// Lets people choose one of the commands, which were just read.
  mutating func openActions() {
    guard let actions = model.actions else { return }
    if !actions.actions.isEmpty {
      prompt = .action(index: 0)
    } else if !actions.mistakes.isEmpty {
      model.message = actions.mistakes.map { SafeText.escaping("\($0)") }.joined(separator: "\n")
    } else {
      let file = (try? UserActions.path).map { SafeText.escaping(utf8: $0.fileSystemBytes) }
      model.message =
        "There are no commands yet: write lines such as \"e edit gimp {}\" into \(file ?? "photopick/actions")"
    }
  }

  mutating func answerTrash(_ key: Key, _ assets: [Asset]) -> [Effect] {
    prompt = nil
    guard key == .enter || key == .character("y") else { return [] }
    defer { showCursor() }
    return tell { $0.trash(assets) }
  }

  mutating func answerAction(_ key: Key, _ index: Int) -> [Effect] {
    guard let chosen = answerChoice(key, index), let actions = model.actions?.actions,
      actions.indices.contains(chosen)
    else { return [] }
    return tell { $0.run(actions[chosen]) }
  }
}
