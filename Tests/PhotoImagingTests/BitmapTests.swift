import PhotoFormats
import TestSupport
import Testing

@testable import PhotoImaging

/// Builds BMP and ICO files.
private enum Bitmap {
  static func le(_ values: Int..., size: Int) -> [UInt8] {
    values.flatMap { value in (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  /// BITMAPINFOHEADER and the following data.
  static func info(
    _ width: Int, _ height: Int, depth: Int, compression: Int = 0, colors: Int = 0, after: [UInt8] = []
  ) -> [UInt8] {
    le(40, width, height, size: 4) + le(1, depth, size: 2) + le(compression, 0, 0, 0, colors, 0, size: 4)
      + after
  }

  /// BITMAPCOREHEADER of OS/2 1.
  static func core(_ width: Int, _ height: Int, depth: Int) -> [UInt8] {
    le(12, size: 4) + le(width, height, 1, depth, size: 2)
  }

  static func file(_ header: [UInt8], _ rows: [UInt8]) -> [UInt8] {
    let start = 14 + header.count
    return Array("BM".utf8) + le(start + rows.count, 0, start, size: 4) + header + rows
  }

  static func icon(_ pictures: [(side: Int, bytes: [UInt8])]) -> [UInt8] {
    var offset = 6 + 16 * pictures.count
    var directory = le(0, 1, pictures.count, size: 2)
    for (side, bytes) in pictures {
      directory += [UInt8(side & 0xFF), UInt8(side & 0xFF), 0, 0] + le(1, 32, size: 2)
      directory += le(bytes.count, offset, size: 4)
      offset += bytes.count
    }
    return directory + pictures.flatMap(\.bytes)
  }
}

private let red: [UInt8] = [255, 0, 0, 255]
private let green: [UInt8] = [0, 255, 0, 255]
private let blue: [UInt8] = [0, 0, 255, 255]
private let white: [UInt8] = [255, 255, 255, 255]
private let clear: [UInt8] = [0, 0, 0, 0]

struct BitmapTests {
  private func metadata(_ bytes: [UInt8]) -> PhotoMetadata { PhotoMetadata.read(ByteSource(bytes)) }

  private func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
    try PhotoImage.render(Bytes(bytes), .full).pixels.withUnsafeBytes { Array($0) }
  }

  /// A palette of blue, green, red and white, four bytes each.
  private let table: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 255, 255, 0]

  @Test func `the size is independent of the row order`() {
    let windows = metadata(Bitmap.file(Bitmap.info(300, -200, depth: 24), []))
    #expect(windows.fileType == .bmp && windows.pixelSize == PixelSize(width: 300, height: 200))
    let os2 = metadata(Bitmap.file(Bitmap.core(30, 20, depth: 1), []))
    #expect(os2.fileType == .bmp && os2.pixelSize == PixelSize(width: 30, height: 20))
    #expect(metadata(Bitmap.file(Bitmap.info(0, 5, depth: 24), [])).damage != nil)
    #expect(metadata(Array("BM, a text, is no picture at all.".utf8)).fileType == .unknown)
  }

  @Test func `rows are padded to four bytes and returned from top to bottom`() throws {
    let rows: [UInt8] = [0, 0, 255, 255, 255, 255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    #expect(try pixels(Bitmap.file(Bitmap.info(2, 2, depth: 24), rows)) == blue + green + red + white)
    #expect(try pixels(Bitmap.file(Bitmap.info(2, -2, depth: 24), rows)) == red + white + blue + green)
  }

  @Test func `indices are mapped by the color table`() throws {
    let one = Bitmap.info(2, 1, depth: 1, colors: 2, after: Array(table.prefix(8)))
    #expect(try pixels(Bitmap.file(one, [0b0100_0000, 0, 0, 0])) == blue + green)
    let four = Bitmap.info(3, 1, depth: 4, colors: 4, after: table)
    #expect(try pixels(Bitmap.file(four, [0x32, 0x10, 0, 0])) == white + red + green)
    let eight = Bitmap.info(2, 1, depth: 8, colors: 4, after: table)
    #expect(try pixels(Bitmap.file(eight, [2, 0, 0, 0])) == red + blue)
    let os2 = Bitmap.core(2, 1, depth: 1) + [255, 0, 0, 0, 255, 0]
    #expect(try pixels(Bitmap.file(os2, [0b1000_0000, 0, 0, 0])) == green + blue)
  }

  @Test func `masks select the channels of a pixel`() throws {
    let usual = Bitmap.info(2, 1, depth: 16)
    #expect(try pixels(Bitmap.file(usual, Bitmap.le(0x7C00, 0x001F, size: 2))) == red + blue)
    let masks = Bitmap.le(0xF800, 0x07E0, 0x001F, size: 4)
    let given = Bitmap.info(2, 1, depth: 16, compression: 3, after: masks)
    #expect(try pixels(Bitmap.file(given, Bitmap.le(0x07E0, 0xFFFF, size: 2))) == green + white)
    let whole = Bitmap.info(1, 1, depth: 32)
    #expect(try pixels(Bitmap.file(whole, [255, 0, 0, 0])) == blue)
  }

  @Test func `run lengths are decoded and skipped pixels have the first color`() throws {
    let eight = Bitmap.info(4, 2, depth: 8, compression: 1, colors: 4, after: table)
    let runs: [UInt8] = [3, 1, 0, 0, 0, 2, 1, 0, 0, 3, 2, 3, 2, 0, 0, 1]
    #expect(
      try pixels(Bitmap.file(eight, runs))
        == blue + red + white + red + green + green + green + blue)
    let four = Bitmap.info(5, 1, depth: 4, compression: 2, colors: 4, after: table)
    let nibbles: [UInt8] = [3, 0x12, 0, 1]
    #expect(try pixels(Bitmap.file(four, nibbles)) == green + red + green + blue + blue)
  }

  @Test func `the largest picture of an icon is decoded with its mask`() throws {
    let rows: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0]
    let small = Bitmap.info(1, 2, depth: 24) + [0, 0, 255, 0] + [0, 0, 0, 0]
    let large = Bitmap.info(2, 2, depth: 24) + rows + [0b0100_0000, 0, 0, 0]
    let icon = Bitmap.icon([(1, small), (2, large)])
    #expect(metadata(icon).fileType == .ico)
    #expect(metadata(icon).pixelSize == PixelSize(width: 2, height: 1))
    #expect(try pixels(icon) == blue + clear)
  }

  @Test func `an icon of 32 bits has alpha unless all of it is zero`() throws {
    let header = Bitmap.info(2, 2, depth: 32)
    let mask: [UInt8] = [0b1000_0000, 0, 0, 0]
    let alpha = Bitmap.icon([(2, header + [255, 0, 0, 255, 0, 255, 0, 0] + mask)])
    #expect(try pixels(alpha) == blue + clear)
    let none = Bitmap.icon([(2, header + [255, 0, 0, 0, 0, 255, 0, 0] + mask)])
    #expect(try pixels(none) == clear + green)
  }

  @Test func `a PNG in an icon is decoded`() throws {
    let png = try Pictures.quarters(width: 300, height: 300).png()
    let icon = Bitmap.icon([(0, png)])
    #expect(metadata(icon).pixelSize == PixelSize(width: 300, height: 300))
    #expect(try PhotoImage.render(Bytes(icon), .thumbnail(side: 30)).pixels.size.width == 30)
  }

  @Test func `a truncated file is decoded in part`() throws {
    let file = Bitmap.file(Bitmap.info(1, 2, depth: 24), [0, 0, 255, 0])
    let image = try PhotoImage.render(Bytes(file), .full)
    #expect(image.isTruncated)
    #expect(image.pixels.withUnsafeBytes { Array($0) } == clear + red)
  }

  @Test func `a header with excessive sizes is rejected`() {
    let limits = ImagingLimits(pixels: 1_000_000)
    let file = Bitmap.file(Bitmap.info(1 << 20, 1 << 20, depth: 1), [0, 0, 0, 0])
    #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(file), .full, options: RenderingOptions(limits: limits))
    }
    let wide = Bitmap.file(Bitmap.info(Int(Int32.min), 1, depth: 32), [0, 0, 0, 0])
    #expect(throws: ImagingError.self) { try PhotoImage.render(Bytes(wide), .full) }
  }

  @Test func `random changes do not crash the decoder`() {
    var random = SeededGenerator(seed: 20_260_701)
    let table = table
    let seeds = [
      Bitmap.file(
        Bitmap.info(9, 7, depth: 8, compression: 1, colors: 4, after: table), [9, 1, 0, 2, 8, 2, 0, 9, 1, 2]),
      Bitmap.file(Bitmap.info(9, 7, depth: 24), [UInt8](repeating: 7, count: 7 * 28)),
      Bitmap.icon([(3, Bitmap.info(3, 6, depth: 32) + [UInt8](repeating: 9, count: 48))]),
    ]
    let limits = ImagingLimits(pixels: 100_000, bytes: 1 << 22)
    for seed in seeds {
      for count in 0..<seed.count {
        _ = metadata(Array(seed.prefix(count)))
        _ = try? PhotoImage.render(Bytes(Array(seed.prefix(count))), .full)
      }
      for _ in 0..<3000 {
        var bytes = seed
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<min(bytes.count, 90), using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = metadata(bytes)
        _ = try? PhotoImage.render(Bytes(bytes), .full, options: RenderingOptions(limits: limits))
      }
    }
  }
}
