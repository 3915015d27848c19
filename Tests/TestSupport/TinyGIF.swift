/// The smallest photos.
package enum TinyGIF {
  /// A GIF whose header declares a size.
  package static func bytes(width: UInt8, height: UInt8 = 1) -> [UInt8] {
    let screen: [UInt8] = [width, 0, height, 0, 0, 0, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, width, 0, height, 0, 0, 2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + screen + image + [0x3B]
  }
}
