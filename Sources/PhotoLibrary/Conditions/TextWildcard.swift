/// A text of which parts are open, as `IMG_*.JPG` leaves what stands at the star.
public struct TextWildcard: Sendable, Hashable {
  /// The texts before, between and behind the stars; those at the ends may be empty.
  public let parts: [FoldedText]

  init(_ parts: [String]) { self.parts = parts.map(FoldedText.init) }

  /// True if all of a text of UTF-8 is such a text, letters' case and accents aside.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = FoldedText.folded(text)[...]
    guard let first = parts.first, let last = parts.last, rest.starts(with: first.folded) else {
      return false
    }
    rest = rest.dropFirst(first.folded.count)
    guard rest.count >= last.folded.count, rest.suffix(last.folded.count).elementsEqual(last.folded) else {
      return false
    }
    rest = rest.dropLast(last.folded.count)
    // Whatever follows a part finds most room behind the first place in which it stands.
    for part in parts.dropFirst().dropLast() {
      guard let place = rest.firstRange(of: part.folded) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
