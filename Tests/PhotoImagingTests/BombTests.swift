import PhotoFiles
import PhotoFormats
import Testing

@testable import PhotoImaging

/// Files of a few bytes that claim to hold very much.
struct BombTests {
  /// The most memory that this process ever held, in bytes.
  private static var peak: Int {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, which has another type on each system.
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// How much more memory than ever before `body` took, in bytes; other tests run at the same time.
  private func growth(_ body: () -> Void) -> Int {
    let before = Self.peak
    body()
    return Self.peak - before
  }

  /// A chunk of a PNG with a CRC of 0, which is not asked for in a chunk that may be left out.
  private func chunk(_ type: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
    Pictures.number(length ?? UInt32(content.count), size: 4).reversed() + Array(type.utf8) + content
      + [0, 0, 0, 0]
  }

  private static let chunks = [
    "sCAL", "pCAL", "iCCP", "zTXt", "iTXt", "tEXt", "sPLT", "eXIf", "hIST", "prIv",
  ]

  @Test(arguments: chunks)
  func `a chunk that claims two gigabytes takes no memory`(type: String) throws {
    let header = try Pictures.quarters(width: 4, height: 4).png().prefix(33)
    let file = Bytes(header + chunk(type, [1, 0, 0, 0], claiming: 0x7FFF_FFFF))
    let growth = growth {
      #expect(throws: ImagingError.self) { try PhotoImage.render(file, .full) }
    }
    #expect(growth < 400 << 20)
  }

  @Test(arguments: chunks)
  func `a chunk that is senseless or too long does not lose the photo`(type: String) throws {
    let photo = try Pictures.quarters(width: 4, height: 4)
    let png = try photo.png()
    let senseless = chunk(type, [UInt8](repeating: 0x31, count: 20 << 20))
    let file = Bytes(png.prefix(33) + senseless + png.dropFirst(33))
    let image = try PhotoImage.render(file, .full)
    #expect(Pictures.rows(image.pixels) == Pictures.rows(photo))
    #expect(!image.isTruncated)
  }

  /// A profile of some hundred bytes with a table of 255 × 255 × 255 places, 15 values each.
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

  @Test func `a profile that claims a large table takes no memory and leaves the colours`() throws {
    let plain = try Pictures.quarters(width: 4, height: 4)
    let picture = PixelBuffer(
      size: plain.size, isOpaque: true, colorProfile: Bytes(profile), memory: plain.memory)
    let growth = growth {
      #expect((try? picture.convertedToSRGB()).map(Pictures.rows) == Pictures.rows(plain))
    }
    #expect(growth < 300 << 20)
  }
}
