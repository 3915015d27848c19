import PhotoFormats
import SystemPackage

/// The JPEG files to be made of photos: their size, shape and quality.
///
///     let encoding = PictureEncoding(.fitting(width: 800, height: 600), quality: 0.5)
///     let bytes = try encoding.jpeg(of: "/home/ann/IMG_0012.HEIC")
public struct PictureEncoding: Sendable, Hashable {
  /// The size.
  public var rendering: Rendering
  /// The shape to cut from the middle.
  public var crop: AspectRatio?
  /// The quality, 0 (smallest) to 1 (best).
  public var quality: Double
  /// True to keep the photo's Exif, with its orientation reset.
  public var keepsExif: Bool
  /// True to take a preview or thumbnail out of the file if it is large enough and shows what the photo shows.
  public var usesEmbeddedThumbnail: Bool

  /// JPEG files of a size, shape and quality, made of all pixels and with Exif unless told otherwise.
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

  /// Makes the JPEG file of a photo, upright and in sRGB; the same bytes each time.
  ///
  /// - Throws: `ImagingError` with the path if no picture can be made.
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
  /// The most pixels of a side that libjpeg writes.
  private static let longestSide = 65_500

  /// The whole picture, scaled down to fit a width and a height in pixels; 0 leaves a side free.
  public static func fitting(width: Int, height: Int) -> Rendering {
    func side(_ asked: Int) -> UInt32 { UInt32(asked > 0 ? min(asked, longestSide) : longestSide) }
    return PixelSize(width: side(width), height: side(height)).map { .aspectRatioThumbnail(fitting: $0) }
      ?? .full
  }
}
