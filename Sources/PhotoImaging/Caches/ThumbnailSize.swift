/// The sizes of the Thumbnail Managing Standard ("Thumbnail Directory").
public enum ThumbnailSize: String, Sendable, Hashable, CaseIterable {
  case normal, large
  case extraLarge = "x-large"
  case extraExtraLarge = "xx-large"

  /// The longest side in pixels.
  public var side: UInt32 {
    switch self {
    case .normal: 128
    case .large: 256
    case .extraLarge: 512
    case .extraExtraLarge: 1024
    }
  }

  /// The smallest size that is not below a number of pixels a side, else the largest.
  public init(side: UInt32) {
    self = Self.allCases.first { $0.side >= side } ?? .extraExtraLarge
  }

  /// This size and those above it.
  var andLarger: [ThumbnailSize] { Self.allCases.filter { $0.side >= side } }
}
