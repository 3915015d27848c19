import Testing

@testable import PhotoFormats

struct BitmapHeaderTests {
  private func two(_ value: Int) -> [UInt8] { (0..<2).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  private func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  private func bitmap(_ width: Int, _ height: Int, length: Int = 40) -> [UInt8] {
    length == 12
      ? four(12) + two(width) + two(height) + [1, 0, 24, 0]
      : four(length) + four(width) + four(height) + [UInt8](repeating: 0, count: max(length - 12, 0))
  }

  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(Bytes(bytes))) }

  private func readBitmap(_ header: [UInt8]) -> PhotoMetadata {
    read(Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + header)
  }

  /// A picture of an icon.
  private struct Picture {
    var side = (32, 32)
    var depth = 8
    var planes = 1
    var reserved: UInt8 = 0
    var bytes: [UInt8] = []
    /// The offset in the directory, if it differs from the actual offset.
    var offset: Int?
  }

  private func icon(_ pictures: [Picture], count: Int? = nil) -> [UInt8] {
    var directory: [UInt8] = [0, 0, 1, 0] + two(count ?? pictures.count)
    var content: [UInt8] = []
    for picture in pictures {
      let offset = 6 + 16 * pictures.count + content.count
      directory +=
        [UInt8(picture.side.0 & 0xFF), UInt8(picture.side.1 & 0xFF), 0, picture.reserved]
        + two(picture.planes) + two(picture.depth) + four(picture.bytes.count)
        + four(picture.offset ?? offset)
      content += picture.bytes
    }
    return directory + content
  }

  private func size(_ width: UInt32, _ height: UInt32) -> PixelSize? {
    PixelSize(width: width, height: height)
  }

  @Test(arguments: [12, 16, 40, 52, 56, 64, 108, 124])
  func `a bitmap tells its size in each kind of header`(length: Int) {
    let metadata = readBitmap(bitmap(320, 200, length: length))
    #expect(metadata.fileType == .bmp && metadata.pixelSize == size(320, 200) && metadata.damage == nil)
    #expect(readBitmap(bitmap(1, 1, length: length)).pixelSize == size(1, 1))
    for (width, height) in [(0, 200), (320, 0)] {
      let metadata = readBitmap(bitmap(width, height, length: length))
      #expect(metadata.pixelSize == nil && metadata.damage != nil)
    }
    // Cut inside the size.
    let cut = readBitmap(Array(bitmap(320, 200, length: length).prefix(length == 12 ? 7 : 11)))
    #expect(cut.fileType == .bmp && cut.pixelSize == nil && cut.damage != nil)
  }

  @Test(arguments: [0, 11, 13, 39, 41, 125])
  func `a header of another length is that of no bitmap`(length: Int) {
    #expect(readBitmap(four(length) + [UInt8](repeating: 1, count: 40)).fileType != .bmp)
  }

  @Test func `the rows of a bitmap may stand from top to bottom`() {
    #expect(readBitmap(bitmap(320, -200)).pixelSize == size(320, 200))
    #expect(readBitmap(bitmap(-320, 200)).pixelSize == nil)
    #expect(readBitmap(bitmap(65_535, 65_535, length: 12)).pixelSize == size(65_535, 65_535))
  }

  @Test func `the largest picture of an icon tells the size, the first of equal ones`() {
    func picture(_ width: Int, _ height: Int, depth: Int = 8, real: Int) -> Picture {
      Picture(side: (width, height), depth: depth, bytes: bitmap(real, real * 2))
    }
    func found(_ pictures: [Picture]) -> PixelSize? { read(icon(pictures)).pixelSize }
    #expect(read(icon([picture(16, 16, real: 16)])).fileType == .ico)
    #expect(found([picture(16, 16, real: 16), picture(48, 48, real: 48)]) == size(48, 48))
    #expect(found([picture(48, 48, real: 48), picture(16, 16, real: 16)]) == size(48, 48))
    #expect(found([picture(48, 16, real: 1), picture(32, 32, real: 2)]) == size(2, 2))
    // A side of 0 means 256.
    #expect(found([picture(255, 255, real: 1), picture(0, 0, real: 2)]) == size(2, 2))
    #expect(found([picture(0, 255, real: 1), picture(255, 255, real: 2)]) == size(1, 1))
    #expect(found([picture(255, 255, real: 1), picture(255, 0, real: 2)]) == size(2, 2))
    #expect(found([picture(32, 32, depth: 8, real: 1), picture(32, 32, depth: 32, real: 2)]) == size(2, 2))
    #expect(found([picture(32, 32, depth: 32, real: 1), picture(32, 32, depth: 32, real: 2)]) == size(1, 1))
  }

  @Test func `a picture of an icon may be a PNG`() {
    func png(_ count: Int) -> [UInt8] {
      let head: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
      return Array((head + [0, 0, 1, 0, 0, 0, 0, 200] + [UInt8](repeating: 0, count: 8)).prefix(count))
    }
    #expect(read(icon([Picture(bytes: png(32))])).pixelSize == size(256, 200))
    #expect(read(icon([Picture(bytes: png(24))])).pixelSize == size(256, 200))
    let cut = read(icon([Picture(bytes: png(23))]))
    #expect(cut.pixelSize == nil && cut.damage == "the file ends before its largest picture")
  }

  @Test func `what only begins like an icon is none`() {
    let bytes = bitmap(32, 64)
    func isIcon(_ picture: Picture, count: Int? = nil) -> Bool {
      read(icon([picture], count: count)).fileType == .ico
    }
    #expect(isIcon(Picture(bytes: bytes)) && isIcon(Picture(planes: 0, bytes: bytes)))
    #expect(!isIcon(Picture(planes: 2, bytes: bytes)))
    #expect(!isIcon(Picture(reserved: 1, bytes: bytes)))
    #expect(!isIcon(Picture(bytes: bytes), count: 0))
    #expect(
      isIcon(Picture(bytes: Array(bytes.prefix(16)))) && !isIcon(Picture(bytes: Array(bytes.prefix(15)))))
    #expect(!isIcon(Picture(bytes: bytes, offset: 21)) && isIcon(Picture(bytes: bytes, offset: 22)))
    // The first picture is inside a directory of two.
    #expect(!isIcon(Picture(bytes: bytes), count: 2))
    #expect(isIcon(Picture(bytes: bytes, offset: 38), count: 2))
  }
}
