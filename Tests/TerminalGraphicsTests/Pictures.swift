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

  /// A square that no compression makes small.
  static func noise(side: Int) throws -> PixelBuffer {
    var state: UInt64 = 1
    let rgba = (0..<side * side * 4).map { index -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: state >> 40)
    }
    let size = try #require(PixelSize(width: UInt32(side), height: UInt32(side)))
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }
}
