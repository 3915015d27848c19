/// A string with wildcards, such as `IMG_*.JPG` or `IMG_40??`.
public struct TextWildcard: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case literal(FoldedText)
    /// `?`: exactly one character, without its diacritics.
    case character
    /// `*`: any characters, or none.
    case characters

    /// Returns `nil` unless the character is a wildcard.
    init?(_ character: Character) {
      switch character {
      case "?": self = .character
      case "*": self = .characters
      default: return nil
      }
    }

    /// The part as it is written.
    var text: String {
      switch self {
      case .literal(let text): text.text
      case .character: "?"
      case .characters: "*"
      }
    }
  }

  public let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Compares an entire UTF-8 string, ignoring case and diacritics.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return FoldedText.folded(text).withUnsafeBufferPointer { stands(for: $0) }
    }
    return stands(for: text)
  }

  private func stands(for text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (part, start) = (0, 0)
    // The part after the last asterisk, and the place where it was tried last. The first place of each part leaves the
    // most room for the remaining parts, so that no earlier asterisk needs another try.
    var last: (part: Int, start: Int)?
    while part < parts.count || start < text.count {
      if part < parts.count, let end = end(of: parts[part], at: start, in: text) {
        part += 1
        start = end
        if parts[part - 1] == .characters { last = (part, start) }
      } else if let (again, place) = last, place < text.count {
        (part, start) = (again, Self.nextCharacter(after: place, in: text))
        last = (part, start)
      } else {
        return false
      }
    }
    return true
  }

  /// Returns the end of a part that begins at an index, where an asterisk matches nothing.
  private func end(of part: Part, at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    switch part {
    case .literal(let literal):
      let end = start + literal.folded.count
      return end <= text.count && literal.stands(at: start, of: text) ? end : nil
    case .character: return start < text.count ? Self.nextCharacter(after: start, in: text) : nil
    case .characters: return start
    }
  }

  /// Returns the start of the next scalar (RFC 3629, section 3).
  private static func nextCharacter(after start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    text[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
  }
}
