import PhotoFormats

/// Which picture is to be made of a photo.
public enum Rendering: Sendable, Hashable {
  /// A square from the middle, at most `side` pixels a side.
  case thumbnail(side: UInt32)
  /// The whole picture, scaled down to fit a size.
  case aspectRatioThumbnail(fitting: PixelSize)
  /// The whole picture, at most 2400 pixels a side.
  case screen
  /// Every pixel.
  case full

  /// The longest side of a screen rendering in pixels.
  public static let screenSide: UInt32 = 2400

  /// The box to fit; `nil` for every pixel.
  var box: PixelSize? {
    switch self {
    case .thumbnail(let side): PixelSize(width: max(side, 1), height: max(side, 1))
    case .aspectRatioThumbnail(let size): size
    case .screen: PixelSize(width: Self.screenSide, height: Self.screenSide)
    case .full: nil
    }
  }
}

/// A shape as width to height, such as 16 to 9.
public struct AspectRatio: Sendable, Hashable {
  /// The width, in any unit.
  public let width: UInt32
  /// The height, in the same unit.
  public let height: UInt32

  /// One to one.
  public static let square = AspectRatio(1, 1)

  private init(_ width: UInt32, _ height: UInt32) {
    self.width = width
    self.height = height
  }

  /// A shape; `nil` unless both sides are 1 to 100,000.
  public init?(width: UInt32, height: UInt32) {
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    self.init(width, height)
  }

  /// A shape as people write it, "16:9"; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }

  /// The same shape lying on its side.
  var turned: AspectRatio { AspectRatio(height, width) }
}

/// How a rendering is made.
public struct RenderingOptions: Sendable, Hashable {
  /// True to turn the picture upright, false to leave it as it is stored.
  public var orientationApplied: Bool
  /// True to convert colours from the photo's ICC profile to sRGB.
  public var convertsToSRGB: Bool
  /// The shape to cut from the middle; a square thumbnail has its own.
  public var crop: AspectRatio?
  /// True to take a thumbnail out of the file where it is large enough and of the photo's shape.
  public var usesEmbeddedThumbnail: Bool
  /// How much the picture may cost.
  public var limits: ImagingLimits

  /// Upright and in sRGB, unless told otherwise.
  public init(
    orientationApplied: Bool = true, convertsToSRGB: Bool = true, crop: AspectRatio? = nil,
    usesEmbeddedThumbnail: Bool = true, limits: ImagingLimits = ImagingLimits()
  ) {
    self.orientationApplied = orientationApplied
    self.convertsToSRGB = convertsToSRGB
    self.crop = crop
    self.usesEmbeddedThumbnail = usesEmbeddedThumbnail
    self.limits = limits
  }
}
