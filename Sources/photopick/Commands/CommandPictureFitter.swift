import PhotoFormats
import PhotoImaging
import PhotoStore
import SystemPackage

/// Makes smaller pictures for the store with `PhotoImaging`.
struct CommandPictureFitter: PictureFitter {
  /// The quality of a thumbnail's JPEG.
  private static let thumbnailQuality = 0.8

  /// The most pixels of a side that JPEG has (ITU-T T.81, B.2.2), for limits that name none.
  static let largestSide = 65_500

  /// Why no smaller picture could be made, without the path of the store's own copy.
  struct Failure: Error, CustomStringConvertible {
    let reason: ImagingError.Reason
    var description: String { ImagingError(reason).description }
  }

  func fit(_ picture: FilePath, into limits: PictureLimits) throws -> [UInt8] {
    let width = limits.width > 0 ? limits.width : Self.largestSide
    let height = limits.height > 0 ? limits.height : Self.largestSide
    return try encode(picture, width, height, quality: limits.quality, usesEmbedded: false, keepsExif: true)
  }

  func thumbnail(of picture: FilePath, width: Int, height: Int) throws -> [UInt8] {
    try encode(
      picture, width, height, quality: Self.thumbnailQuality, usesEmbedded: true, keepsExif: false)
  }

  private func encode(
    _ picture: FilePath, _ width: Int, _ height: Int, quality: Double, usesEmbedded: Bool, keepsExif: Bool
  ) throws(Failure) -> [UInt8] {
    do throws(ImagingError) {
      guard let box = PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)) else {
        throw ImagingError(.tooLarge(nil))
      }
      let options = RenderingOptions(usesEmbeddedThumbnail: usesEmbedded)
      let image = try PhotoImage.render(picture, .aspectRatioThumbnail(fitting: box), options: options)
      let exif = keepsExif ? try ExifAttachment.read(from: picture) : nil
      return try image.pixels.jpeg(quality: quality, exif: exif?.adapted(to: image.pixels.size))
    } catch {
      throw Failure(reason: error.reason)
    }
  }
}
