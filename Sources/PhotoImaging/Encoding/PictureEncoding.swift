import PhotoFormats
import SystemPackage

/// The size, crop and quality of JPEG files.
///
///     let encoding = PictureEncoding(.fitting(width: 800, height: 600), quality: 0.5)
///     let bytes = try encoding.jpeg(of: "/home/ann/IMG_0012.HEIC")
public struct PictureEncoding: Sendable, Hashable {
  /// The kind of picture.
  public var rendering: Rendering
  /// The aspect ratio to crop to, from the center.
  public var crop: AspectRatio?
  /// The quality, 0 (smallest) to 1 (best).
  public var quality: Double
  /// Whether to copy the Exif block, with the orientation reset.
  public var keepsExif: Bool
  /// Whether to use an embedded preview or thumbnail that is large enough and matches the photo.
  public var usesEmbeddedThumbnail: Bool

  /// Creates an encoding. By default, it decodes the photo itself and copies its Exif block.
  public init(
    _ rendering: Rendering, crop: AspectRatio? = nil, quality: Double, keepsExif: Bool = true,
    usesEmbeddedThumbnail: Bool = false
  ) {
    self.rendering = rendering
    self.crop = crop
    self.quality = quality
    self.keepsExif = keepsExif
    self.usesEmbeddedThumbnail = usesEmbeddedThumbnail
  }

  /// Encodes a photo in sRGB with orientation applied. The result is deterministic.
  ///
  /// - Throws: `ImagingError` with the path if decoding or encoding fails.
  public func jpeg(of photo: FilePath) throws(ImagingError) -> [UInt8] {
    do throws(ImagingError) {
      let options = RenderingOptions(
        crop: crop.map(Crop.middle), usesEmbeddedThumbnail: usesEmbeddedThumbnail)
      let share = MemoryShare(of: options.budget)
      defer { withExtendedLifetime(share) {} }
      let image = try PhotoImage.render(PictureFile(photo), rendering, options, share)
      let exif = keepsExif ? try ExifAttachment.read(from: photo) : nil
      return try image.pixels.jpeg(quality: quality, exif: exif?.adapted(to: image.pixels.size))
    } catch {
      throw error.about(photo)
    }
  }
}

extension Rendering {
  /// The longest side that libjpeg encodes, in pixels.
  private static let longestSide = 65_500

  /// Returns the kind that fits a width and a height in pixels. A side of 0 is unlimited.
  public static func fitting(width: Int, height: Int) -> Rendering {
    func side(_ asked: Int) -> UInt32 { UInt32(asked > 0 ? min(asked, longestSide) : longestSide) }
    return PixelSize(width: side(width), height: side(height)).map { .aspectRatioThumbnail(fitting: $0) }
      ?? .full
  }
}
