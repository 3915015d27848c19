import PhotoActions
import PhotoFiles
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import Terminal

/// Handles keys that rate, label, open, copy or delete photos, or run commands on them.
extension PickerPages {
  static let labels: [Character: String] = [
    "6": "Red", "7": "Yellow", "8": "Green", "9": "Blue", "P": "Purple",
  ]

  mutating func handleJudging(_ key: Key) -> [Effect]? {
    guard case .character(let character) = key else { return nil }
    switch character {
    case "0"..."5":
      return judge(character.wholeNumberValue.flatMap { Rating(rawValue: $0) }.map { .rating($0) })
    case "6"..."9", "P": return judge(Self.labels[character].map { .label($0) })
    case "x": return judge(.rating(.rejected))
    case "K": return tell { $0.keepOne() }
    case "B": return tell { $0.askToKeep(best: true) }
    case "T": return askForShift()
    case "M": return tell { $0.makeCover() }
    case "t":
      guard model.canJudge() else { return [] }
      prompt = .keywords(text: "", choice: nil)
      return [.picker(.listKeywords)]
    case ".":
      model.advances.toggle()
      model.message =
        model.advances ? "The cursor advances after each mark." : "The cursor stays in place after a mark."
    case "*": model.aimAtPicks()
    case "v": return tell { $0.toggleRun() }
    default: return nil
    }
    return []
  }

  mutating func judge(_ judgement: Judgement?) -> [Effect] {
    guard let judgement else { return [] }
    let goesOn = model.advances && model.targetName == nil
    let effects = tell { $0.judge(judgement) }
    if isComparing {
      // The cursor follows the focus, not the display order.
      moveFocus(to: goesOn && !effects.isEmpty ? (look.focus + 1) % look.compared.count : look.focus)
    }
    showCursor()
    return effects
  }

  mutating func handleDoing(_ key: Key) -> [Effect]? {
    switch key {
    case .character("O"): tell { $0.open() }
    case .character("y"): tell { $0.copyPaths() }
    case .character("D"): tell { $0.askToTrash() }
    case .character("!"): model.actions == nil ? [] : [.picker(.readActions)]
    default: nil
    }
  }

  mutating func openActions() {
    guard let actions = model.actions else { return }
    if !actions.actions.isEmpty {
      prompt = .choice(of: .action, index: 0)
    } else if !actions.mistakes.isEmpty {
      model.message = actions.mistakes.map { SafeText.escaping("\($0)") }.joined(separator: "\n")
    } else {
      let file = (try? UserActions.path).map { SafeText.escaping(utf8: $0.fileSystemBytes) }
      model.message =
        "There are no commands yet: write lines such as \"e edit gimp {}\" into \(file ?? "photopick/actions")"
    }
  }
}
