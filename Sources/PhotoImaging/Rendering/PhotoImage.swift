import CPhotoPixels
import PhotoFiles
import PhotoFormats
import SystemPackage

/// A rendered photo or video.
///
///     let image = try PhotoImage.render("IMG_0012.JPG", .thumbnail(side: 256))
///     image.pixels.size       // 256 × 256
///     image.isTruncated       // true for an incomplete file
public struct PhotoImage: Sendable {
  /// The source of the pixels.
  public enum Origin: Sendable, Hashable {
    /// The picture itself.
    case picture
    /// The preview in a JPEG from a camera.
    case cameraPreview
    /// The JPEG preview of a RAW photo.
    case rawPreview
    /// The cover picture of a video.
    case cover
    /// A frame of a video.
    case videoFrame
  }

  /// The file type, detected by content.
  public let fileType: PhotoFileType
  public let pixels: PixelBuffer
  /// The stored size of the photo from its header, or of the decoded picture.
  public let fullSize: PixelSize
  /// The orientation of the photo, which `pixels` have applied if the options request it.
  public let orientation: Orientation
  /// Whether a part of the picture couldn't be decoded: missing parts are transparent or gray.
  public let isTruncated: Bool
  /// The source of the pixels.
  public let origin: Origin

  /// Renders the file at `path`.
  ///
  /// - Throws: `ImagingError` with the path if the file can't be read, can't be decoded, or is too large;
  ///   `noPicture` for a video without a cover picture or decodable frame and for a RAW photo without a preview.
  public static func render(
    _ path: FilePath, _ rendering: Rendering, options: RenderingOptions = RenderingOptions()
  ) throws(ImagingError) -> PhotoImage {
    do throws(ImagingError) {
      return try render(PictureFile(path), rendering, options)
    } catch {
      throw error.about(path)
    }
  }

  /// Renders a picture in memory.
  ///
  /// - Throws: `ImagingError` as for a file.
  public static func render(
    _ bytes: Bytes, _ rendering: Rendering, options: RenderingOptions = RenderingOptions()
  ) throws(ImagingError) -> PhotoImage {
    let metadata = PhotoMetadata.read(ByteSource(bytes.array))
    return try RenderingPlan(metadata, rendering, options, MemoryShare(of: options.budget)).make(
      PictureSource(bytes))
  }

  /// Decodes every pixel of the file, in all frames and pages, to verify that it is complete.
  ///
  /// Of many frames, and of image sequences in HEIC and AVIF, only the presence of the bytes is verified.
  /// - Returns: The defect, or `nil`. For a RAW photo only the preview is verified, for a video only the cover picture.
  public static func damage(of path: FilePath, limits: ImagingLimits = ImagingLimits()) -> ImagingError? {
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let metadata = try metadata(of: file)
      let source = PictureSource(file)
      // The preview of a document doesn't cover its layers and its merged picture.
      if metadata.fileType == .photoshop, let damage = metadata.damage {
        return ImagingError(.damaged(damage), path: path)
      }
      let coding = try PictureCoding(of: source, metadata.fileType)
      if coding == .video, CoverPicture.find(in: source) == nil { return nil }
      let isCut = coding == .heif && source.byteSource().map { BoxRegion(file: $0).endsInsideBox } == true
      let options = RenderingOptions(usesEmbeddedThumbnail: false, limits: limits)
      let isDamaged =
        if isCut {
          true
        } else {
          try file.checked { () throws(ImagingError) in try findsDamage(source, metadata, options) }
        }
      return isDamaged ? ImagingError(.damaged("it is cut off or broken inside"), path: path) : nil
    } catch {
      return error.reason == .noPicture ? nil : error.about(path)
    }
  }

  private static func findsDamage(
    _ source: PictureSource, _ metadata: PhotoMetadata, _ options: RenderingOptions
  ) throws(ImagingError) -> Bool {
    // A quarter of the size takes little memory, and exceeds the detail of the first progressive scans, so that all
    // scans are read.
    let side = metadata.pixelSize.map { max($0.width, $0.height) / 4 } ?? 0
    let box = PixelSize(width: max(side, 256), height: max(side, 256))
    let rendering = box.map { Rendering.aspectRatioThumbnail(fitting: $0) } ?? .full
    return try RenderingPlan(metadata, rendering, options, MemoryShare(of: options.budget)).findsDamage(
      in: source)
  }

  /// Returns `true` if the file may require a helper and an unbounded time. Callers that display many photos run these
  /// serially and separately from others.
  package static func mayNeedHelper(_ path: FilePath) throws(ImagingError) -> Bool {
    mayNeedHelper(try PictureFile(path))
  }

  static func mayNeedHelper(_ file: PictureFile) -> Bool {
    let head = PictureSource(file).bytes(at: 0, count: 256)
    return PictureCoding(head: head, fileType: .unknown)?.mayNeedHelper ?? true
  }

  /// - Parameter share: The reservation of a caller that encodes the picture next. Otherwise it is released
  ///   immediately.
  static func render(
    _ file: PictureFile, _ rendering: Rendering, _ options: RenderingOptions, _ share: MemoryShare? = nil
  ) throws(ImagingError) -> PhotoImage {
    let plan = RenderingPlan(
      try metadata(of: file), rendering, options, share ?? MemoryShare(of: options.budget))
    return try file.checked { () throws(ImagingError) in try plan.make(PictureSource(file)) }
  }

  static func metadata(of file: PictureFile) throws(ImagingError) -> PhotoMetadata {
    do throws(Errno) {
      let source = try file.byteSource()
      let metadata = PhotoMetadata.read(source)
      if let failure = source.failure { throw failure }
      return metadata
    } catch {
      throw ImagingError(.unreadable(error))
    }
  }
}
