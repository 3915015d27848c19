import PhotoFormats
import PhotoImaging
import SystemPackage
import Testing

/// Builds small pictures and files for tests.
enum Pictures {
  static let red = SIMD4<UInt8>(255, 0, 0, 255)
  static let green = SIMD4<UInt8>(0, 255, 0, 255)
  static let blue = SIMD4<UInt8>(0, 0, 255, 255)
  static let white = SIMD4<UInt8>(255, 255, 255, 255)

  /// Creates a picture from rows of pixels.
  static func buffer(_ rows: [[SIMD4<UInt8>]]) throws -> PixelBuffer {
    let width = try #require(rows.first?.count)
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(rows.count)))
    let bytes = rows.joined().flatMap { pixel in (0..<4).map { pixel[$0] } }
    let isOpaque = rows.joined().allSatisfy { $0[3] == 255 }
    return try #require(PixelBuffer(size: size, rgba: bytes, isOpaque: isOpaque))
  }

  /// Returns a picture with quarters of red, green, white and blue, clockwise from the upper left.
  static func quarters(width: Int, height: Int) throws -> PixelBuffer {
    func row(_ left: SIMD4<UInt8>, _ right: SIMD4<UInt8>) -> [UInt8] {
      (0..<width).flatMap { x in (0..<4).map { x < width / 2 ? left[$0] : right[$0] } }
    }
    let (top, bottom) = (row(red, green), row(blue, white))
    var bytes: [UInt8] = []
    for y in 0..<height { bytes += y < height / 2 ? top : bottom }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    return try #require(PixelBuffer(size: size, rgba: bytes, isOpaque: true))
  }

  /// Whether no channel differs by more than `limit`.
  static func isNear(_ pixel: SIMD4<UInt8>?, _ expected: SIMD4<UInt8>, by limit: Int = 6) -> Bool {
    guard let pixel else { return false }
    return (0..<4).allSatisfy { abs(Int(pixel[$0]) - Int(expected[$0])) <= limit }
  }

  static func rows(_ picture: PixelBuffer) -> [[SIMD4<UInt8>]] {
    (0..<picture.height).map { y in (0..<picture.width).compactMap { picture.pixel(x: $0, y: y) } }
  }

  /// Returns a little-endian Exif block with an orientation in IFD0 and an optional JPEG thumbnail in IFD1.
  static func exif(orientation: UInt8, thumbnail: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    bytes += [1, 0] + entry(0x0112, type: 3, value: UInt32(orientation))
    bytes += number(thumbnail.isEmpty ? 0 : 26, size: 4)
    if !thumbnail.isEmpty {
      bytes += [2, 0] + entry(0x0201, type: 4, value: 26 + 2 + 24 + 4)
      bytes += entry(0x0202, type: 4, value: UInt32(thumbnail.count)) + number(0, size: 4) + thumbnail
    }
    return bytes
  }

  private static func entry(_ tag: UInt16, type: UInt16, value: UInt32) -> [UInt8] {
    number(UInt32(tag), size: 2) + number(UInt32(type), size: 2) + number(1, size: 4) + number(value, size: 4)
  }

  static func number(_ value: UInt32, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  /// Returns a box of ISO media: its size, type and content.
  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(UInt32(content.count + 8), size: 4).reversed() + Array(type.utf8) + content
  }
}

/// A folder that is removed after the test.
struct TemporaryTree: ~Copyable {
  let path: FilePath

  init() throws {
    path = FilePath("/tmp").appending("photopick-imaging-\(UInt64.random(in: .min ... .max))")
    try FileSystem.makeFolder(path)
  }

  deinit { FileSystem.remove(path) }

  func write(_ bytes: [UInt8], to name: String) throws -> FilePath {
    let file = path.appending(name)
    try FileSystem.write(bytes, to: file)
    return file
  }
}
