import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

/// Photos with pixels.
enum Scene {
  /// Creates a folder with `count` JPEG files of 80 × 60 pixels, `1.jpg`, `2.jpg`, ….
  static func photopick(count: Int) throws -> Photopick {
    let photopick = try Photopick()
    for number in 1...count { try photopick.photos.file(FilePath("\(number).jpg"), jpeg()) }
    return photopick
  }

  /// A JPEG with a red upper half and a blue lower half.
  static func jpeg(width: Int = 80, height: Int = 60, orientation: UInt8? = nil) throws -> [UInt8] {
    let half = { (color: [UInt8]) in filled(width * height / 2, with: color) }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    let rgba = half([200, 20, 20, 255]) + half([20, 20, 200, 255])
    let pixels = try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
    let exif = orientation.map { orientation in
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
        + [0, 0, 0, 0]
    }
    return try pixels.jpeg(quality: 0.9, exif: exif)
  }

  /// Returns uniform pixels. Doubling the bytes is fast enough for large pictures in debug builds.
  private static func filled(_ count: Int, with color: [UInt8]) -> [UInt8] {
    var bytes = color
    while bytes.count < count * color.count { bytes += bytes }
    return Array(bytes.prefix(count * color.count))
  }
}
