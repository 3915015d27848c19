/// A text of which parts are open, as `IMG_*.JPG` leaves what stands at the star.
public struct TextWildcard: Sendable, Hashable {
  /// The texts before, between and behind the stars; those at the ends may be empty.
  public let parts: [FoldedText]

  /// A text with stars between some parts.
  package init(_ parts: [String]) { self.parts = parts.map(FoldedText.init) }

  /// True if all of a text of UTF-8 is such a text, letters' case and accents aside.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return FoldedText.folded(text).withUnsafeBufferPointer { stands(for: $0) }
    }
    return stands(for: text)
  }

  /// True if all of some bytes that are ASCII or folded is such a text.
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
