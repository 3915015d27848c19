import PhotoFormats
import SystemPackage

/// The size, crop, quality and metadata of JPEG files.
///
///     let encoding = PictureEncoding(.fitting(width: 800, height: 600), quality: 0.5)
///     let bytes = try encoding.jpeg(of: "/home/ann/IMG_0012.HEIC")
public struct PictureEncoding: Sendable, Hashable {
  /// The kind of picture.
  public var rendering: Rendering
  /// The crop, or `nil` for the entire photo.
  public var crop: Crop?
  /// The quality, 0 (smallest) to 1 (best).
  public var quality: Double
  /// The metadata to write.
  public var policy: MetadataPolicy
  /// The metadata of the photo; `nil` to read its file, without sidecars.
  public var described: PictureMetadata?
  /// Whether to use an embedded preview or thumbnail that is large enough and matches the photo.
  public var usesEmbeddedThumbnail: Bool
  /// The maximum size and memory.
  public var limits: ImagingLimits

  /// Creates an encoding. By default, it decodes the photo itself and writes its metadata.
  public init(
    _ rendering: Rendering, crop: Crop? = nil, quality: Double, policy: MetadataPolicy = MetadataPolicy(),
    described: PictureMetadata? = nil, usesEmbeddedThumbnail: Bool = false,
    limits: ImagingLimits = ImagingLimits()
  ) {
    self.rendering = rendering
    self.crop = crop
    self.quality = quality
    self.policy = policy
    self.described = described
    self.usesEmbeddedThumbnail = usesEmbeddedThumbnail
    self.limits = limits
  }

  /// Encodes a photo in sRGB with orientation applied. The result is deterministic.
  ///
  /// - Throws: `ImagingError` with the path if decoding or encoding fails.
  public func jpeg(of photo: FilePath) throws(ImagingError) -> [UInt8] {
    do throws(ImagingError) {
      return try encoded(PictureFile(photo)).bytes
    } catch {
      throw error.about(photo)
    }
  }

  func encoded(_ file: PictureFile) throws(ImagingError) -> (bytes: [UInt8], size: PixelSize) {
    let options = RenderingOptions(
      crop: crop, usesEmbeddedThumbnail: usesEmbeddedThumbnail, limits: limits)
    let share = MemoryShare(of: options.budget)
    defer { withExtendedLifetime(share) {} }
    let image = try PhotoImage.render(file, rendering, options, share)
    let blocks = try metadata(of: file, in: image)
    return (try image.pixels.jpeg(quality: quality, metadata: blocks), image.pixels.size)
  }

  private func metadata(
    of file: PictureFile, in image: PhotoImage
  ) throws(ImagingError) -> MetadataBlocks? {
    guard policy.scope != .none else { return nil }
    let found = try PhotoImage.metadata(of: file)
    let original: PhotoExif?
    do throws(Errno) {
      let source = try file.byteSource()
      original = policy.scope == .all ? PhotoExif(of: source) : nil
      if let failure = source.failure { throw failure }
    } catch {
      throw ImagingError(.unreadable(error))
    }
    let orientation = found.orientation ?? .up
    let shown = found.pixelSize.map { orientation.swapsSides ? $0.turned : $0 }
    let picture = DerivedPicture(
      size: image.pixels.size, isSRGB: image.pixels.colorProfile == nil, orientation: orientation,
      part: shown.flatMap { shown in crop.map { ($0.rectangle(in: shown), of: shown) } })
    return MetadataBlocks(
      described ?? PictureMetadata(found), of: picture, original: original, policy: policy)
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
