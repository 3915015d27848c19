import PhotoFormats
import PhotoImaging
import Testing

/// Builds pictures for tests.
enum Pictures {
  /// A picture whose left half is red and whose right half is white.
  static func halves(width: Int, height: Int) throws -> PixelBuffer {
    let row = (0..<width).flatMap { $0 < width / 2 ? [255, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    let rgba = Array(repeatElement(row, count: height).joined())
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }
}
