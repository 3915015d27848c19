import PhotoFormats
import PhotoImaging

extension PixelBuffer {
  /// Encodes the picture as a JPEG with an Exif block.
  package func jpeg(quality: Double, exif: [UInt8]?) throws -> [UInt8] {
    let jpeg = try jpeg(quality: quality)
    return exif.map { jpeg.prefix(2) + JPEGSegment.exif.with($0) + jpeg.dropFirst(2) } ?? jpeg
  }
}
