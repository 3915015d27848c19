import PhotoFiles
import PhotoImaging
import SystemPackage

/// A picture made of a photo, once and only if it is needed.
final class RenderedPicture {
  private let photo: FilePath
  private let encoding: PictureEncoding
  private var made: [UInt8]?

  init(_ photo: FilePath, _ encoding: PictureEncoding) {
    self.photo = photo
    self.encoding = encoding
  }

  func bytes() throws -> [UInt8] {
    if let made { return made }
    do throws(ImagingError) {
      let bytes = try encoding.jpeg(of: photo)
      made = bytes
      return bytes
    } catch {
      // The export tells the path itself.
      throw ExportError.notRendered(photo, reason: ImagingError(error.reason).description)
    }
  }
}
