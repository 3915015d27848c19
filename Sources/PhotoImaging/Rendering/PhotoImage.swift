import CPhotoPixels
import PhotoFiles
import PhotoFormats
import SystemPackage

/// A picture made of a photo or video.
///
///     let image = try PhotoImage.render("IMG_0012.JPG", .thumbnail(side: 256))
///     image.pixels.size       // 256 × 256
///     image.isTruncated       // true if the file ends early and the rest of the picture is empty
public struct PhotoImage: Sendable {
  /// Where the pixels come from.
  public enum Origin: Sendable, Hashable {
    /// The picture itself.
    case picture
    /// A preview that the camera put into a JPEG.
    case cameraPreview
    /// The JPEG preview of a RAW photo.
    case rawPreview
    /// The cover picture of a video.
    case cover
    /// A frame of a video.
    case videoFrame
  }

  /// What the file is, by its content.
  public let fileType: PhotoFileType
  /// The pixels.
  public let pixels: PixelBuffer
  /// The size of the photo as stored, if its header tells it, else of the picture that was decoded.
  public let fullSize: PixelSize
  /// The orientation of the photo; applied to `pixels` if the options say so.
  public let orientation: Orientation
  /// True if the file ended or broke early: what is missing is transparent or grey.
  public let isTruncated: Bool
  /// Where the pixels come from.
  public let origin: Origin

  /// Makes a picture of the file at `path`.
  ///
  /// - Throws: `ImagingError` with the path if the file can't be read, can't be decoded, or goes beyond the
  ///   limits. A video with neither a cover picture nor a frame that can be decoded and a RAW photo without a preview
  ///   throw `noPicture`.
  public static func render(
    _ path: FilePath, _ rendering: Rendering, options: RenderingOptions = RenderingOptions()
  ) throws(ImagingError) -> PhotoImage {
    do throws(ImagingError) {
      return try render(PictureFile(path), rendering, options)
    } catch {
      throw error.about(path)
    }
  }

  /// Makes a picture of bytes in memory.
  ///
  /// - Throws: `ImagingError` as for a file.
  public static func render(
    _ bytes: Bytes, _ rendering: Rendering, options: RenderingOptions = RenderingOptions()
  ) throws(ImagingError) -> PhotoImage {
    let metadata = PhotoMetadata.read(ByteSource(bytes.array))
    return try RenderingPlan(metadata, rendering, options, MemoryShare(of: options.budget)).make(
      PictureSource(bytes))
  }

  /// Decodes every pixel that the file holds, keeping none, to learn whether it is whole.
  ///
  /// - Returns: what is wrong with the photo; `nil` if nothing is. A RAW photo without a preview has no pixels to
  ///   check, and of a video only the cover picture is checked.
  public static func damage(of path: FilePath, limits: ImagingLimits = ImagingLimits()) -> ImagingError? {
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let metadata = (try? ByteSource(file.descriptor, count: file.count)).map { PhotoMetadata.read($0) }
      let source = PictureSource(file)
      // A document is shown by its preview, which says nothing about its layers and its picture.
      if metadata?.fileType == .photoshop, let damage = metadata?.damage {
        return ImagingError(.damaged(damage), path: path)
      }
      if try PictureCoding(of: source, metadata?.fileType ?? .unknown) == .video,
        CoverPicture.find(in: source) == nil
      {
        return nil
      }
      // A quarter of the size takes little memory, and is more than what the first scans of a progressive JPEG
      // give, so all of them are read.
      let side = metadata?.pixelSize.map { max($0.width, $0.height) / 4 } ?? 0
      let box = PixelSize(width: max(side, 256), height: max(side, 256))
      let rendering = box.map { Rendering.aspectRatioThumbnail(fitting: $0) } ?? .full
      let options = RenderingOptions(usesEmbeddedThumbnail: false, limits: limits)
      let image = try render(file, rendering, options)
      return image.isTruncated ? ImagingError(.damaged("it is cut off or broken inside"), path: path) : nil
    } catch {
      return error.reason == .noPicture ? nil : error.about(path)
    }
  }

  /// Whether a file may be decoded in a helper process, and so for as long as it likes: who shows many photos has such
  /// files wait for each other, and for no other photo.
  package static func mayNeedHelper(_ path: FilePath) throws(ImagingError) -> Bool {
    mayNeedHelper(try PictureFile(path))
  }

  static func mayNeedHelper(_ file: PictureFile) -> Bool {
    let head = PictureSource(file).bytes(at: 0, count: 256)
    return PictureCoding(head: head, fileType: .unknown)?.mayNeedHelper ?? true
  }

  /// - Parameter share: what is held of the budget, by a caller that goes on to encode the picture; without one it is
  ///   given back at once.
  static func render(
    _ file: PictureFile, _ rendering: Rendering, _ options: RenderingOptions, _ share: MemoryShare? = nil
  ) throws(ImagingError) -> PhotoImage {
    let metadata: PhotoMetadata
    do throws(Errno) {
      let source = try ByteSource(file.descriptor, count: file.count)
      metadata = PhotoMetadata.read(source)
      if let failure = source.failure { throw failure }
    } catch {
      throw ImagingError(.unreadable(error))
    }
    do throws(ImagingError) {
      let plan = RenderingPlan(metadata, rendering, options, share ?? MemoryShare(of: options.budget))
      let image = try plan.make(PictureSource(file))
      if let failure = file.failure { throw ImagingError(.unreadable(failure)) }
      return image
    } catch {
      // What a decoder says of bytes that could not be read says nothing of the file.
      throw file.failure.map { ImagingError(.unreadable($0)) } ?? error
    }
  }
}
