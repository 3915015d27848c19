import PhotoPicker
import Terminal

/// Handles the prompt that shifts capture dates.
extension PickerPages {
  mutating func askForShift() -> [Effect] {
    if model.options.marks == nil {
      model.message = "Photos cannot be marked here."
    } else if model.clockTargets.isEmpty {
      model.message = "There is no photo here."
    } else {
      prompt = .shift(model.shiftPreview("+"))
    }
    return []
  }

  mutating func answerShift(_ key: Key, text: String) -> [Effect] {
    switch key {
    case .escape: prompt = nil
    case .enter:
      let effects = tell { $0.shiftTime(by: text) }
      if !effects.isEmpty { prompt = nil }
      return effects
    case .character(let sign) where Self.signs.contains(sign):
      // A sign is only valid at the start, where the prompt already has one.
      prompt = .shift(model.shiftPreview(String(sign) + text.drop(while: Self.signs.contains)))
    default: if let text = Self.edited(text, key) { prompt = .shift(model.shiftPreview(text)) }
    }
    return []
  }

  private static let signs: Set<Character> = ["+", "-"]
}
