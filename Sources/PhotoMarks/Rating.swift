/// How good a photo is: -1 for one that is rejected, 0 for one without a rating, 1 to 5 stars (XMP part 1, 8.4,
/// xmp:Rating).
public struct Rating: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int

  public init?(rawValue: Int) {
    guard (-1...5).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: Int) { self.rawValue = rawValue }

  public static let rejected = Rating(-1)
  public static let none = Rating(0)
}
