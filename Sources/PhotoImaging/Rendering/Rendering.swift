import PhotoFormats

/// Which picture is made of a photo.
public enum Rendering: Sendable, Hashable {
  /// A square from the middle, at most `side` pixels a side.
  case thumbnail(side: UInt32)
  /// The whole picture, scaled down to fit a size.
  case aspectRatioThumbnail(fitting: PixelSize)
  /// The whole picture, at most 2400 pixels a side.
  case screen
  /// Every pixel.
  case full
  /// A part of the picture as it is looked at, scaled down to fit a size if it is larger.
  ///
  /// It counts in pixels of the full size: those of the upright picture, or of the stored one if the orientation is not
  /// applied; for a RAW photo those of its largest preview. What lies outside of the picture is cut off. Only the part
  /// is decoded, as far as the coding allows that. No other crop applies.
  case region(PixelRectangle, fitting: PixelSize)

  /// The longest side of a screen rendering in pixels.
  public static let screenSide: UInt32 = 2400

  /// The least of a picture, to learn its size.
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

/// How a rendering is made.
public struct RenderingOptions: Sendable, Hashable {
  /// True to turn the picture upright, false to leave it as it is stored.
  public var orientationApplied: Bool
  /// True to convert colours from the photo's ICC profile to sRGB.
  public var convertsToSRGB: Bool
  /// The part to keep; a square thumbnail has its own. Its pixels are those of the whole photo, as the header of the file
  /// gives its size.
  public var crop: Crop?
  /// True to take a preview or thumbnail out of the file if it is large enough and shows what the photo shows.
  public var usesEmbeddedThumbnail: Bool
  /// How much the picture may cost.
  public var limits: ImagingLimits
  /// The memory that it shares with other pictures under work.
  public var budget: MemoryBudget

  /// Upright and in sRGB, unless told otherwise.
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
