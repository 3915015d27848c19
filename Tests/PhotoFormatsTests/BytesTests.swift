import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFormats

struct BytesTests {
  /// Five bytes in the middle of ten, to detect reads out of bounds.
  private let array: [UInt8] = [0x41, 0x20, 0x42, 0x00, 0xFF]
  private let bytes: Bytes

  init() throws {
    bytes = try #require(
      Bytes([0xAA, 0xAB, 0xAC] + array + [0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF]).slice(at: 3, count: 5))
  }

  private func isInside(_ offset: Int, _ count: Int) -> Bool {
    offset >= 0 && count >= 0 && offset + count <= array.count
  }

  @Test func `a byte, a slice and a beginning lie within the bytes`() {
    for offset in -2...7 {
      #expect(bytes[offset] == (array.indices.contains(offset) ? array[offset] : nil))
      for count in -2...7 {
        let expected = isInside(offset, count) ? Array(array[offset..<offset + count]) : nil
        #expect(bytes.slice(at: offset, count: count)?.array == expected)
        let rest = array.indices.contains(offset) ? Array(array[offset...].prefix(max(count, 0))) : []
        #expect(bytes.prefixSlice(at: offset, count: count).array == rest)
      }
      #expect(bytes.suffix(from: offset).array == (offset < 0 ? [] : Array(array.dropFirst(offset))))
    }
    #expect(bytes.slice(at: .max, count: 1) == nil && bytes.slice(at: 1, count: .max) == nil)
    #expect(bytes.count == 5 && !bytes.isEmpty && bytes == Bytes(array) && bytes != Bytes(array + [0]))
  }

  @Test func `integers end with the last byte`() {
    for offset in -1...6 {
      for size in -1...9 {
        let part = isInside(offset, size) ? array[offset..<offset + size] : nil
        let big = part.map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        let little = part.map { $0.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        #expect(bytes.integer(at: offset, size: size, .big) == big)
        #expect(bytes.integer(at: offset, size: size, .little) == little)
      }
    }
    let eight = Bytes([1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(eight.uint64(at: 0, .big) == 0x0102_0304_0506_0708)
    #expect(eight.uint64(at: 1, .little) == 0x0908_0706_0504_0302)
    #expect(eight.uint64(at: 2, .big) == nil)
    #expect(eight.integer(at: 0, size: 9, .big) == nil)
    #expect(eight.uint24(at: 6, .big) == 0x070809 && eight.uint24(at: 7, .big) == nil)
    #expect(eight.uint16(at: 7, .little) == 0x0908 && eight.uint16(at: 8, .little) == nil)
    #expect(eight.uint32(at: 5, .big) == 0x0607_0809 && eight.uint32(at: 6, .big) == nil)
  }

  @Test func `a text is found only where all of it stands`() {
    let bytes = Bytes(Array("abc".utf8))
    #expect(bytes.has("abc") && bytes.has("bc", at: 1) && bytes.has("c", at: 2) && bytes.has("", at: 3))
    #expect(!bytes.has("abcd") && !bytes.has("cd", at: 2) && !bytes.has("a", at: 3) && !bytes.has("", at: 4))
    #expect(!bytes.has("a", at: -1))
    #expect(Bytes(Array("ScreenShot".utf8)).hasCaseInsensitive("screenshot"))
    #expect(Bytes(Array("SCREENSHOTS".utf8)).hasCaseInsensitive("screenshot"))
    #expect(!Bytes(Array("Screensho".utf8)).hasCaseInsensitive("screenshot"))
    #expect(!Bytes(Array("ScreenShop".utf8)).hasCaseInsensitive("screenshot"))
    // 0x12 differs from "2" only in the bit for the case of letters.
    #expect(!Bytes([0x12]).hasCaseInsensitive("2"))
  }

  @Test func `a byte is sought from its place to the end`() {
    let bytes = Bytes([7, 8, 7])
    #expect(bytes.firstIndex(of: 7) == 0 && bytes.firstIndex(of: 7, from: 1) == 2)
    #expect(bytes.firstIndex(of: 7, from: 2) == 2 && bytes.firstIndex(of: 8, from: 2) == nil)
    #expect(bytes.firstIndex(of: 7, from: 3) == nil && bytes.firstIndex(of: 7, from: 4) == nil)
    #expect(bytes.firstIndex(of: 7, from: -1) == nil)
    #expect(self.bytes.firstIndex(of: 0xBA) == nil)
    #expect(self.bytes.firstIndex(of: 0xFF) == 4)
  }

  @Test(arguments: [
    ("", nil), (" ", nil), (" \t\n", nil), ("\0a", nil), (" \0a", nil), ("a", "a"), (" a ", "a"),
    ("\na b\t\0c", "a b"), ("a\0", "a"), ("!", "!"), ("é ", "é"),
  ])
  func `text ends at a NUL and has no blanks around it`(text: String, expected: String?) {
    #expect(Bytes(Array(text.utf8)).trimmedText == expected)
  }

  @Test func `text that is no UTF-8 is read as Latin-1`() {
    #expect(Bytes([0x20, 0x4D, 0xFC, 0x20]).trimmedText == "Mü")
    #expect(bytes.trimmedText == "A B")
    #expect(Bytes([0x41, 0x80]).trimmedText == "A\u{80}")
  }

  @Test func `UTF-16 ends at a zero, or with its last whole unit`() {
    let bytes: [UInt8] = [0x41, 0, 0xE9, 0]
    #expect(Bytes(bytes).utf16Text(.little) == "Aé")
    #expect(Bytes([0] + bytes).utf16Text(.big) == "Aé")
    #expect(Bytes(bytes + [0, 0, 0x42, 0]).utf16Text(.little) == "Aé")
    #expect(Bytes([0x41]).utf16Text(.little).isEmpty && Bytes([]).utf16Text(.little).isEmpty)
  }
}

struct BitReaderTests {
  @Test func `bits after the end are zeros and are noticed`() {
    var reader = BitReader([0xA1])
    let (first, isPastEnd) = (reader.read(8), reader.isPastEnd)
    #expect(first == 0xA1 && !isPastEnd)
    let next = reader.read(1)
    #expect(next == 0 && reader.isPastEnd)
  }

  @Test func `numbers of any length follow each other`() {
    var reader = BitReader([0b1010_0110, 0b0100_0000])
    #expect((0..<4).map { _ in reader.readGolomb() } == [0, 1, 2, 3])
    var endless = BitReader([UInt8](repeating: 0, count: 20))
    let largest = endless.readGolomb()
    #expect(largest == UInt64(UInt32.max))
  }

  @Test func `a 3 after two zeros is no part of a payload`() {
    #expect(
      BitReader.payload(of: Bytes([0, 0, 3, 1, 0, 3, 0, 0, 0, 3]), limit: 10) == [0, 0, 1, 0, 3, 0, 0, 0])
    #expect(BitReader.payload(of: Bytes([1, 2, 3]), limit: 2) == [1, 2])
  }
}

/// The bytes of sources in memory, in files, and in other sources.
struct ByteSourceTests {
  private static let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func check(_ source: ByteSource, _ content: [UInt8]) {
    #expect(source.count == content.count)
    let places = [
      0, 1, 99, 100, 101, 16_383, 16_384, 16_385, content.count - 1, content.count, content.count + 1,
    ]
    for offset in [-1] + places {
      for count in [-1, 0, 1, 2, 100, 16_384, content.count, content.count + 1] {
        let isStart = offset >= 0 && offset < content.count && count > 0
        let found = isStart ? Array(content[offset...].prefix(count)) : []
        #expect(source.bytes(at: offset, count: count).array == found, "\(count) at \(offset)")
        let isInside = offset >= 0 && count >= 0 && offset + count <= content.count
        let all = isInside ? Array(content[offset..<offset + count]) : nil
        #expect(source.allBytes(at: offset, count: count)?.array == all, "\(count) at \(offset)")
      }
      var buffer = [UInt8](repeating: 0, count: 50)
      guard offset >= 0 else { continue }
      let copied = buffer.withUnsafeMutableBytes { source.copyBytes(at: offset, to: $0) }
      // A partial read isn't empty unless the end is reached.
      #expect((copied > 0) == (offset < content.count))
      #expect(buffer.prefix(copied) == content.dropFirst(offset).prefix(copied))
    }
  }

  @Test func `a source in memory ends with its last byte`() {
    check(ByteSource(Self.content), Self.content)
  }

  @Test func `a source in a file ends with its last byte, however much is read at first`() throws {
    let tree = try TemporaryTree()
    try tree.file("a", Self.content)
    let file = try FileDescriptor.open(tree.at("a"), .readOnly)
    defer { try? file.close() }
    for headCount in [0, 100, 16_384, 80_000] {
      check(try ByteSource(file, count: Self.content.count, headCount: headCount), Self.content)
    }
    // The file shrinks after its size is read.
    let cut = try ByteSource(file, count: Self.content.count + 100)
    #expect(cut.bytes(at: Self.content.count - 10, count: 50).array == Array(Self.content.suffix(10)))
    #expect(cut.allBytes(at: Self.content.count - 10, count: 50) == nil)
    #expect(cut.failure == nil)
  }

  @Test func `a part of a source knows nothing beside it`() {
    let whole = ByteSource(Self.content)
    check(ByteSource(whole, at: 5, count: 60_000), Array(Self.content[5..<60_005]))
    check(ByteSource(whole, at: 60_000, count: .max), Array(Self.content[60_000...]))
    #expect(ByteSource(whole, at: 70_000, count: 1).count == 0)
    #expect(ByteSource(whole, at: -1, count: 3).bytes(at: 0, count: 9).array == Array(Self.content[..<3]))
  }

  @Test(arguments: [0, 16]) func `no more than a bound is read of one file`(headCount: Int) throws {
    let file = try FileDescriptor.open("/dev/zero", .readOnly)
    defer { try? file.close() }
    let source = try ByteSource(file, count: 1 << 40, headCount: headCount)
    #expect(!source.isSpent)
    #expect(source.bytes(at: 1 << 20, count: 1 << 30).count == ByteSource.readLimit)
    #expect(source.bytes(at: 1 << 20, count: 1).isEmpty)
    #expect(source.isSpent && source.failure == nil)
  }

  @Test func `after a failed read bytes may be missing`() throws {
    let file = try FileDescriptor.open("/dev/null", .writeOnly)
    defer { try? file.close() }
    let source = try ByteSource(file, count: 9, headCount: 0)
    #expect(!source.isSpent && !ByteSource(Self.content).isSpent)
    #expect(source.bytes(at: 0, count: 1).isEmpty)
    #expect(source.failure == .badFileDescriptor && source.isSpent)
    #expect(ByteSource(source, at: 1, count: 1).isSpent)
  }
}
