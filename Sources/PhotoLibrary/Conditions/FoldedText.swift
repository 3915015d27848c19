/// A text that is compared with others letters' case and accents aside.
///
///     FoldedText("Zürich").isContained(in: bytes)   // true for "ZURICH at night"
public struct FoldedText: Sendable, Hashable {
  /// The text as it is written.
  public let text: String
  /// The text as it is compared, in UTF-8.
  public let folded: [UInt8]
  private let isASCII: Bool

  public init(_ text: String) {
    var text = text
    self.text = text
    folded = text.withUTF8(Self.folded)
    isASCII = folded.allSatisfy { $0 < 0x80 }
  }

  public static func == (left: FoldedText, right: FoldedText) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Text in UTF-8 as it is compared; bytes that are none count as U+FFFD.
  static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    text.allSatisfy { $0 < 0x80 }
      ? text.map(lowercase) : TextFolding.folded(String(decoding: text, as: UTF8.self))
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// True if it stands somewhere in a text of UTF-8.
  public func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return Self.folded(text).withUnsafeBufferPointer { stands(in: $0) }
    }
    return isASCII && stands(in: text)
  }

  public func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else { return Self.folded(text) == folded }
    return text.count == folded.count && stands(at: 0, of: text)
  }

  /// True if a path such as `Travel/Kyoto` is the same or lies below it.
  public func isPath(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    let path = Self.folded(text)
    return path.starts(with: folded)
      && (path.count == folded.count || path[folded.count] == UInt8(ascii: "/"))
  }

  private func stands(in text: UnsafeBufferPointer<UInt8>) -> Bool { place(in: text) != nil }

  /// The first place at which it stands in bytes that are ASCII or folded.
  func place(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = folded.first else { return 0 }
    guard text.count >= folded.count else { return nil }
    let capital = (0x61...0x7A).contains(first) ? first & ~0x20 : first
    for start in 0...(text.count - folded.count) where text[start] == first || text[start] == capital {
      if stands(at: start, of: text) { return start }
    }
    return nil
  }

  /// True if it stands at a place of bytes that are ASCII or folded, and have room for it.
  func stands(at start: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    folded.withUnsafeBufferPointer { wanted in
      for index in wanted.indices where wanted[index] != Self.lowercase(text[start &+ index]) { return false }
      return true
    }
  }
}

/// A text of which parts are open, as `IMG_*.JPG` leaves what stands at the star.
public struct TextWildcard: Sendable, Hashable {
  /// The texts before, between and behind the stars; those at the ends may be empty.
  public let parts: [FoldedText]

  package init(_ parts: [String]) { self.parts = parts.map(FoldedText.init) }

  /// True if all of a text of UTF-8 is such a text, letters' case and accents aside.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return FoldedText.folded(text).withUnsafeBufferPointer { stands(for: $0) }
    }
    return stands(for: text)
  }

  private func stands(for text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = parts.first, let last = parts.last,
      text.count >= first.folded.count + last.folded.count
    else { return false }
    var start = first.folded.count
    let end = text.count - last.folded.count
    guard first.stands(at: 0, of: text), last.stands(at: end, of: text) else { return false }
    // Whatever follows a part finds most room behind the first place in which it stands.
    for part in parts.dropFirst().dropLast() {
      let rest = UnsafeBufferPointer(rebasing: text[start..<end])
      guard let place = part.place(in: rest) else { return false }
      start += place + part.folded.count
    }
    return true
  }
}
