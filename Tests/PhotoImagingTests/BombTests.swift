import PhotoFiles
import PhotoFormats
import Testing

@testable import PhotoImaging

/// Small files that declare huge contents.
struct BombTests {
  /// The peak memory in bytes.
  private static var peak: Int {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, whose type depends on the system.
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Returns the increase of the peak memory in bytes. Other tests run concurrently.
  private func growth(_ body: () -> Void) -> Int {
    let before = Self.peak
    body()
    return Self.peak - before
  }

  /// Returns a PNG chunk with a CRC of 0, which is not verified for ancillary chunks.
  private func chunk(_ type: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
    Pictures.number(length ?? UInt32(content.count), size: 4).reversed() + Array(type.utf8) + content
      + [0, 0, 0, 0]
  }

  private static let chunks = [
    "sCAL", "pCAL", "iCCP", "zTXt", "iTXt", "tEXt", "sPLT", "eXIf", "hIST", "prIv",
  ]

  @Test(arguments: chunks)
  func `a chunk that declares two gigabytes allocates no memory`(type: String) throws {
    let header = try Pictures.quarters(width: 4, height: 4).png().prefix(33)
    let file = Bytes(header + chunk(type, [1, 0, 0, 0], claiming: 0x7FFF_FFFF))
    let growth = growth {
      #expect(throws: ImagingError.self) { try PhotoImage.render(file, .full) }
    }
    #expect(growth < 400 << 20)
  }

  @Test(arguments: chunks)
  func `an invalid or oversized chunk is ignored`(type: String) throws {
    let photo = try Pictures.quarters(width: 4, height: 4)
    let png = try photo.png()
    let senseless = chunk(type, [UInt8](repeating: 0x31, count: 20 << 20))
    let file = Bytes(png.prefix(33) + senseless + png.dropFirst(33))
    let image = try PhotoImage.render(file, .full)
    #expect(Pictures.rows(image.pixels) == Pictures.rows(photo))
    #expect(!image.isTruncated)
  }

  /// An ICC profile of a few hundred bytes that declares a table of 255 × 255 × 255 entries with 15 values each.
  private var profile: [UInt8] {
    func big(_ value: Int, _ size: Int) -> [UInt8] {
      Pictures.number(UInt32(value), size: size).reversed()
    }
    let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big($0 << 16, 4) }
    let tables = big(2, 2) + big(2, 2) + [UInt8](repeating: 0, count: 2 * 2 * (3 + 15) + 64)
    let table = Array("mft2".utf8) + [0, 0, 0, 0, 3, 15, 255, 0] + matrix + tables
    var header = big(144 + table.count, 4) + Array("lcms".utf8) + big(0x0240_0000, 4)
    header += Array("prtrRGB Lab ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + big(1, 4) + Array("A2B0".utf8) + big(144, 4) + big(table.count, 4) + table
  }

  @Test func `a profile with a huge table allocates no memory and is ignored`() throws {
    let plain = try Pictures.quarters(width: 4, height: 4)
    let picture = PixelBuffer(
      size: plain.size, isOpaque: true, colorProfile: Bytes(profile), memory: plain.memory)
    let growth = growth {
      #expect((try? picture.convertedToSRGB()).map(Pictures.rows) == Pictures.rows(plain))
    }
    #expect(growth < 300 << 20)
  }

  /// A grayscale TIFF with a few bytes in one deflated strip.
  private func tiff(width: UInt32, height: UInt32) -> [UInt8] {
    let strip: [UInt8] = [0x78, 0x9C, 0x63, 0x60, 0xA0, 0x3D, 0, 0, 0, 0x40, 0, 1]
    let entries: [(tag: UInt32, type: UInt32, value: UInt32)] = [
      (0x0100, 4, width), (0x0101, 4, height), (0x0102, 3, 8), (0x0103, 3, 8), (0x0106, 3, 1),
      (0x0111, 4, 122), (0x0115, 3, 1), (0x0116, 4, height), (0x0117, 4, UInt32(strip.count)),
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Pictures.number(UInt32(entries.count), size: 2)
    for entry in entries {
      file += Pictures.number(entry.tag, size: 2) + Pictures.number(entry.type, size: 2)
      file += Pictures.number(1, size: 4) + Pictures.number(entry.value, size: 4)
    }
    return file + [0, 0, 0, 0] + strip
  }

  @Test func `a TIFF of 134 bytes allocates no memory for any declared size`() {
    let growth = growth {
      for side in [11_000, 22_000, 30_000] as [UInt32] {
        #expect(throws: ImagingError.self) {
          try PhotoImage.render(Bytes(tiff(width: side, height: side)), .thumbnail(side: 256))
        }
      }
    }
    #expect(growth < 300 << 20)
  }

  @Test func `a tiny interlaced GIF with a huge size is rejected`() {
    let side: [UInt8] = [0x20, 0x4E, 0x20, 0x4E]
    let file = Array("GIF89a".utf8) + side + [0x80, 0, 0, 255, 0, 0, 0, 255, 0] + [0x2C, 0, 0, 0, 0] + side
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(file + [0x40, 2, 2, 0x44, 0x0A, 0, 0x3B]), .thumbnail(side: 256))
    }
    #expect(error?.reason == .tooLarge(PixelSize(width: 20_000, height: 20_000)))
  }

  @Test func `a tiny WebP with a huge size is rejected before decoding`() {
    // VP8L of 16,384 × 16,384 pixels.
    let chunk: [UInt8] = [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0]
    let file = Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8L".utf8) + [10, 0, 0, 0] + chunk
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(file), .thumbnail(side: 256))
    }
    #expect(error?.reason == .tooLarge(PixelSize(width: 16_384, height: 16_384)))
    let line = "too large to decode: 16384×16384 pixels, which take more memory than one picture may"
    #expect(error?.description == line)
  }

  @Test(arguments: [[0x80, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func `sides with an overflowing product are rejected`(side: [UInt8]) throws {
    var png = try Pictures.quarters(width: 4, height: 4).png()
    png.replaceSubrange(16..<24, with: side + side)
    for rendering in [Rendering.full, .thumbnail(side: 8)] {
      #expect(throws: ImagingError.self) { try PhotoImage.render(Bytes(png), rendering) }
    }
  }
}
