import PhotoFormats

/// The kind of picture to render.
public enum Rendering: Sendable, Hashable {
  /// A centered square of at most `side` pixels.
  case thumbnail(side: UInt32)
  /// The entire picture, scaled down to fit a size.
  case aspectRatioThumbnail(fitting: PixelSize)
  /// The entire picture, at most 2400 pixels wide and high.
  case screen
  /// The entire picture at full size.
  case full
  /// A part of the picture, scaled down to fit a size.
  ///
  /// Coordinates are pixels of the full size, with orientation applied unless the options disable that; for a RAW
  /// photo, pixels of its largest preview. The rectangle is clipped to the picture. Only this part is decoded if the
  /// coding permits. The crop of the options is ignored.
  case region(PixelRectangle, fitting: PixelSize)

  /// The longest side of a `screen` picture, in pixels.
  public static let screenSide: UInt32 = 2400

  /// The smallest picture, to determine the full size.
  static let onePixel =
    PixelSize(width: 1, height: 1).map { size in
      Rendering.region(PixelRectangle(x: 0, y: 0, size: size), fitting: size)
    } ?? .full

  var box: PixelSize? {
    switch self {
    case .thumbnail(let side): PixelSize(width: max(side, 1), height: max(side, 1))
    case .aspectRatioThumbnail(let size): size
    case .screen: PixelSize(width: Self.screenSide, height: Self.screenSide)
    case .full: nil
    case .region(_, let size): size
    }
  }

  var part: PixelRectangle? {
    if case .region(let part, _) = self { part } else { nil }
  }
}

/// How to render a photo.
public struct RenderingOptions: Sendable, Hashable {
  /// Whether to apply the orientation.
  public var orientationApplied: Bool
  /// Whether to convert from the ICC profile to sRGB.
  public var convertsToSRGB: Bool
  /// The crop, in pixels of the entire photo by its header. Square thumbnails ignore it.
  public var crop: Crop?
  /// Whether to use an embedded preview or thumbnail that is large enough and matches the photo.
  public var usesEmbeddedThumbnail: Bool
  /// The maximum numbers of pixels and bytes.
  public var limits: ImagingLimits
  /// The memory budget shared with other pictures.
  public var budget: MemoryBudget

  public init(
    orientationApplied: Bool = true, convertsToSRGB: Bool = true, crop: Crop? = nil,
    usesEmbeddedThumbnail: Bool = true, limits: ImagingLimits = ImagingLimits(),
    budget: MemoryBudget = .machine
  ) {
    self.orientationApplied = orientationApplied
    self.convertsToSRGB = convertsToSRGB
    self.crop = crop
    self.usesEmbeddedThumbnail = usesEmbeddedThumbnail
    self.limits = limits
    self.budget = budget
  }
}
