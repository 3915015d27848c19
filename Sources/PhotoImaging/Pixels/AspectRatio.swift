/// The proportions of width and height, such as 16 to 9.
public struct AspectRatio: Sendable, Hashable {
  /// The width, in any unit.
  public let width: UInt32
  /// The height, in the same unit.
  public let height: UInt32

  public static let square = AspectRatio(1, 1)

  private init(_ width: UInt32, _ height: UInt32) {
    self.width = width
    self.height = height
  }

  /// Returns `nil` unless both sides are from 1 to 100,000.
  public init?(width: UInt32, height: UInt32) {
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    self.init(width, height)
  }

  /// Parses a string such as "16:9".
  public init?(_ text: some StringProtocol) {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }

  var turned: AspectRatio { AspectRatio(height, width) }
}
