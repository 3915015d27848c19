import PhotoLibrary
import PhotoMarks
import PhotoPicker
import Terminal

/// Answers keys that judge photos, in the grid and where one is looked at.
extension PickerPages {
  /// The colours of the keys 6 to 9.
  static let labels: [Character: String] = ["6": "Red", "7": "Yellow", "8": "Green", "9": "Blue"]

  mutating func handleJudging(_ key: Key) -> [Effect]? {
    guard case .character(let character) = key else { return nil }
    switch character {
    case "0"..."5":
      return judge(character.wholeNumberValue.flatMap { Rating(rawValue: $0) }.map { .rating($0) })
    case "6"..."9": return judge(Self.labels[character].map { .label($0) })
    case "x": return judge(.rating(.rejected))
    case "t":
      guard model.canJudge() else { return [] }
      prompt = .keywords(text: "", choice: nil)
      return [.picker(.listKeywords)]
    case ".":
      model.advances.toggle()
      model.message =
        model.advances ? "The cursor goes on after each mark." : "The cursor stays after a mark."
    case "*": model.aimAtPicks()
    case "v": return tell { $0.toggleRun() }
    default: return nil
    }
    return []
  }

  /// Judges the photos that are meant.
  mutating func judge(_ judgement: Judgement?) -> [Effect] {
    guard let judgement else { return [] }
    let goesOn = model.advances && model.targetName == nil
    let effects = tell { $0.judge(judgement) }
    if isComparing {
      // The cursor follows the focus, not the order of the view.
      if goesOn, !effects.isEmpty { look.focus = (look.focus + 1) % look.compared.count }
      followFocus()
    }
    showCursor()
    return effects
  }
}
