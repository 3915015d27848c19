import Testing

@testable import PhotoFormats

/// TIFF directories and values at the ends of their sources.
struct TIFFLimitTests {
  typealias Entry = TIFFBuilder.Entry

  /// A big-endian TIFF with its first directory at an offset.
  private func start(_ first: Int = 8) -> [UInt8] { latin("MM") + be16(42) + be32(first) }

  private func entry(_ tag: Int, type: Int = 3, count: Int = 1, value: [UInt8] = [0, 7, 0, 0]) -> [UInt8] {
    be16(tag) + be16(type) + be32(count) + value
  }

  private func directory(_ bytes: [UInt8], at offset: Int = 8) -> TIFFDirectory? {
    TIFFReader(ByteSource(bytes))?.directory(at: offset)
  }

  @Test(
    arguments: [
      (0, 2, false, 9), (1, 2, false, nil), (4, 2, false, nil), (5, 1, true, nil), (16, 1, true, nil),
      (17, 0, true, nil),
    ] as [(Int, Int, Bool, Int?)])
  func `a directory that is cut off has the entries that are whole`(
    missing: Int, entries: Int, isCutOff: Bool, next: Int?
  ) {
    let whole = start() + be16(2) + entry(0x0100) + entry(0x0101) + be32(9)
    let found = directory(Array(whole.dropLast(missing)))
    #expect(found?.entries.count == entries)
    #expect(found?.declaredCount == 2)
    #expect(found?.isCutOff == isCutOff)
    #expect(found?.next == next)
  }

  @Test func `ten entries of unknown type are passed over, and those of type 0`() {
    func count(unknown: Int, type: Int) -> Int? {
      let entries = (0..<unknown).flatMap { _ in entry(0x9999, type: type) } + entry(0x0100)
      return directory(start() + be16(unknown + 1) + entries + be32(0))?.entries.count
    }
    #expect(count(unknown: 10, type: 200) == 1 && count(unknown: 11, type: 200) == 0)
    #expect(count(unknown: 30, type: 0) == 1)
  }

  @Test(arguments: [(7, nil), (8, 8), (0, nil)] as [(Int, Int?)])
  func `the next directory does not begin inside the header`(next: Int, expected: Int?) {
    let second = be16(1) + entry(0x0100) + be32(0)
    let file = start(26) + second + be16(1) + entry(0x0101) + be32(next)
    #expect(directory(file, at: 26)?.next == expected)
    let found = TIFFDirectories(ByteSource(file))
    #expect(found?.images().count == (expected == nil ? 1 : 2))
    #expect((found?.directory(.thumbnail) != nil) == (expected != nil))
  }

  @Test(arguments: [(4095, 1), (4096, 1), (4097, 0)])
  func `the next directory follows the last entry, and none if they are too many`(count: Int, next: Int) {
    let entries = Array(repeatElement(entry(0x0100), count: count).joined())
    let found = directory(start() + be16(count) + entries + be32(8))
    #expect(found?.entries.count == min(count, TIFFReader.entryLimit))
    #expect(found?.declaredCount == count)
    #expect(found?.next == (next == 1 ? 8 : nil))
  }

  @Test(
    arguments: [
      (2, 0, nil), (2, 1, 18), (2, 4, 18), (2, 5, 100), (3, 2, 18), (3, 3, 100), (4, 1, 18), (4, 2, 100),
      (5, 1, 100),
      (11, 1, 18), (12, 1, 100), (13, 1, 18),
    ] as [(Int, Int, Int?)])
  func `values of up to four bytes stand in the entry`(type: Int, count: Int, position: Int?) throws {
    let values = [UInt8](repeating: 0x41, count: 16)
    let table = be16(1) + entry(0x010F, type: type, count: count, value: be32(100)) + be32(0)
    let file = start() + table + [UInt8](repeating: 0, count: 100 - 8 - table.count) + values
    let reader = try #require(TIFFReader(ByteSource(file)))
    let found = try #require(reader.directory(at: 8)?.entries.first)
    #expect(found.count == count && found.offset == 10)
    let value = reader.value(of: found)
    #expect((value == nil) == (position == nil))
    guard let position else { return }
    #expect(found.position == position)
    #expect(value?.bytes.array == Array(file[position..<position + found.length]))
  }

  @Test(arguments: [(7, false), (8, true), (26, true), (27, false)])
  func `values stand behind the header and end with the file`(offset: Int, isRead: Bool) {
    let table = be16(1) + entry(0x010F, type: 2, count: 8, value: be32(offset)) + be32(0)
    let file = start() + table + latin("Makers-\0")
    #expect(file.count == 34)
    let directories = TIFFDirectories(ByteSource(file))
    #expect((directories?.value(ExifTag.make, in: .image) != nil) == isRead)
  }

  @Test(arguments: [4095, 4096, 4097, 10_000])
  func `values of any length are read far behind the first bytes`(count: Int) throws {
    let far = Entry(0x9C9C, .bytes([UInt8](repeating: 7, count: 5 * ByteSource.headCount)))
    let packet = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = TIFFBuilder().file([[far, .init(0x02BC, .bytes(packet, type: 1))]])
    let window = ByteSource(ByteSource(file), at: 0, count: file.count)
    #expect(try #require(TIFFDirectories(window)).packet?.array == packet)
  }

  @Test func `the length of a value is bounded, unless its entry counts too much for any number`() {
    let huge = entry(0x0110, type: 5, count: 0xFFFF_FFFF, value: be32(8))
    let found = directory(start() + be16(1) + huge + be32(0))?.entries.first
    #expect(found?.length == 0xFFFF_FFFF * 8)
    let table = be(1, 8) + be16(0x0110) + be16(5) + be(1 << 60, 8) + be(16, 8) + be(0, 8)
    let big = latin("MM") + be16(43) + be16(8) + be16(0) + be(16, 8) + table
    #expect(directory(big, at: 16)?.entries.isEmpty == true)
  }

  @Test(arguments: [(8, 0, true), (8, 1, false), (4, 0, false), (16, 0, false)])
  func `BigTIFF tells offsets of eight bytes and then zero`(size: Int, zero: Int, isRead: Bool) {
    let table = be(1, 8) + be16(0x0112) + be16(3) + be(1, 8) + be16(6) + be(0, 6) + be(0, 8)
    let big = latin("MM") + be16(43) + be16(size) + be16(zero) + be(16, 8) + table
    #expect((TIFFReader(ByteSource(big)) != nil) == isRead)
    if isRead { #expect(directory(big, at: 16)?.entries.first?.position == 36) }
  }
}
