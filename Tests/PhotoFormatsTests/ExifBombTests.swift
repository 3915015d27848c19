import PhotoFiles
import SystemPackage
import Testing

@testable import PhotoFormats

/// Exif blocks that claim far more values than they contain.
struct ExifBombTests {
  /// A little-endian block whose directory refers to the same bytes thousands of times, after its camera.
  private static func block(entries: UInt16, size: UInt32) -> Bytes {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
    }
    var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + number(UInt32(entries) + 1, 2)
    bytes += number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("Cam\0".utf8)
    for entry in 0..<UInt32(entries) {
      bytes += number(0x8000 + entry, 2) + number(7, 2) + number(size, 4) + number(0, 4)
    }
    return Bytes(bytes + [0, 0, 0, 0])
  }

  /// The memory of this process in bytes, if available (proc(5)).
  private var memory: Int {
    let bytes = (try? FilePath("/proc/self/statm").contents()) ?? []
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  @Test(arguments: [(5000, 60_000), (5000, 4000), (5000, 5), (1, 60_000)] as [(UInt16, UInt32)])
  func `thousands of entries that share their bytes cost neither the program nor its memory`(
    entries: UInt16, size: UInt32
  ) {
    let block = Self.block(entries: entries, size: size)
    let before = memory
    // With photopick's validation, and with libexif alone, which needs 300 MB for the first block.
    let fields = ExifFields(block: block)
    let values = ExifValues(libexif: block)
    #expect(memory - before < 150_000_000)
    #expect(fields?.make == "Cam")
    #expect(values?[ExifTag.make, .image]?.text == "Cam")
  }
}
