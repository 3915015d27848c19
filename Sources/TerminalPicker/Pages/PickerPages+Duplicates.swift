import PhotoPicker
import Terminal

/// Handles the keys that keep one of several duplicates.
extension PickerPages {
  /// Keeps the photo at the cursor: rejects the rest of its stack, or moves its duplicates to the trash after
  /// confirmation.
  mutating func keepOne() -> [Effect] {
    guard model.keepsDuplicates else { return tell { $0.rejectRest() } }
    return askToKeep(best: false)
  }

  mutating func askToKeep(best: Bool) -> [Effect] {
    if let choice = model.duplicateChoice(keepsBest: best) { prompt = .keep(choice) }
    return []
  }

  mutating func answerKeep(_ key: Key, _ choice: PickerModel.DuplicateChoice) -> [Effect] {
    prompt = nil
    guard key == .enter || key == .character("y") else { return [] }
    defer { showCursor() }
    return tell { $0.keep(choice) }
  }
}
