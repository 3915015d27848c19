import Testing

@testable import PhotoFormats

/// Where the bytes of items are, for each size of offset and length.
struct ItemLocationTests {
  private static let file = (0..<40).map { UInt8($0) }

  /// What a location table finds of an item.
  private func data(
    of item: UInt32 = 2, in location: [UInt8], itemData: [UInt8] = [], file: [UInt8] = Self.file,
    wanted: Set<UInt32>? = nil
  ) -> [UInt8]? {
    let meta = BoxRegion(file: ByteSource(location + box("idat", itemData)))
    return ItemLocations(of: wanted ?? [item], in: meta, file: BoxRegion(file: ByteSource(file)))?
      .data(of: item)?.array
  }

  /// A table with a single item in a piece of 3 bytes at 5, whose offset is split into base and offset.
  private func table(version: Int, offset: Int, count: Int, base: Int, index: Int) -> [UInt8] {
    let start = base == 0 ? 0 : offset == 0 ? 5 : 2
    return fullBox(
      "iloc", version: version, be16(offset << 12 | count << 8 | base << 4 | index),
      be(1, version < 2 ? 2 : 4), be(2, version < 2 ? 2 : 4), version == 0 ? [] : be16(0), be16(0),
      be(UInt64(start), base), be16(1),
      version == 0 ? [] : be(9, index), be(UInt64(offset == 0 ? 0 : 5 - start), offset), be(3, count))
  }

  @Test(arguments: [0, 1, 2], [0, 4, 8])
  func `fields have the sizes that the table tells`(version: Int, offset: Int) {
    for base in [0, 4, 8] {
      for count in [0, 1, 4, 8] {
        for index in [0, 4, 8] {
          let start = offset == 0 && base == 0 ? 0 : 5
          let expected = count == 0 ? Array(Self.file[start...]) : Array(Self.file[start..<start + 3])
          let table = table(version: version, offset: offset, count: count, base: base, index: index)
          #expect(data(in: table) == expected, "base \(base), count \(count), index \(index)")
          #expect(data(of: 3, in: table) == nil)
        }
      }
    }
  }

  @Test func `a version and sizes that do not exist are refused`() {
    let table = table(version: 2, offset: 4, count: 4, base: 0, index: 0)
    #expect(data(in: table) == [5, 6, 7])
    #expect(data(in: Array(table[..<8]) + [3] + table[9...]) == nil)
    for sizes in [0x9400, 0x4900, 0x4490, 0x4409] {
      let empty = fullBox("iloc", version: 1, be16(sizes), be16(0))
      let meta = BoxRegion(file: ByteSource(empty))
      #expect(ItemLocations(of: [1], in: meta, file: meta) == nil)
    }
    let empty = fullBox("iloc", version: 1, be16(0x8888), be16(0))
    let meta = BoxRegion(file: ByteSource(empty))
    #expect(ItemLocations(of: [1], in: meta, file: meta) != nil)
  }

  private func entry(_ item: Int, _ offset: Int, _ count: Int) -> [UInt8] {
    be16(item) + be16(0) + be16(1) + be32(offset) + be32(count)
  }

  @Test func `as many entries are read as the table counts, and the first of an item counts`() {
    let entries = entry(1, 3, 2) + entry(2, 5, 3) + entry(2, 8, 3)
    for (count, found) in [(0, nil), (1, nil), (2, [5, 6, 7]), (3, [5, 6, 7])] as [(Int, [UInt8]?)] {
      #expect(data(in: fullBox("iloc", be16(0x4400), be16(count), entries), wanted: [2, 7]) == found)
    }
    #expect(data(of: 2, in: fullBox("iloc", be16(0x4400), be16(2), entries), wanted: [1, 2]) == [5, 6, 7])
    #expect(data(of: 1, in: fullBox("iloc", be16(0x4400), be16(2), entries), wanted: [1, 2]) == [3, 4])
  }

  @Test(
    arguments: [
      (39, 1, [39]), (39, 2, [39]), (40, 1, nil), (41, 1, nil), (38, 0, [38, 39]), (40, 0, nil),
    ] as [(Int, Int, [UInt8]?)])
  func `bytes end with the file`(offset: Int, count: Int, expected: [UInt8]?) {
    #expect(data(in: fullBox("iloc", be16(0x4400), be16(1), entry(2, offset, count))) == expected)
  }

  @Test(
    arguments: [(0, [2, 3]), (1, [12, 13]), (0xFFF1, [12, 13]), (2, nil), (3, nil)] as [(Int, [UInt8]?)])
  func `the lowest four bits tell what offsets count from`(construction: Int, expected: [UInt8]?) {
    let table = fullBox(
      "iloc", version: 1, be16(0x4400), be16(1), be16(2), be16(construction), be16(0), be16(1), be32(2),
      be32(2))
    #expect(data(in: table, itemData: [10, 11, 12, 13]) == expected)
  }

  @Test func `pieces that take no bytes in the table are one`() {
    let table = fullBox("iloc", be16(0x0040), be16(1), be16(2), be16(0), be32(37), be16(3))
    #expect(data(in: table) == [37, 38, 39])
  }

  @Test func `an item has 256 pieces at most`() {
    let table = fullBox(
      "iloc", be16(0x4400), be16(1), be16(2), be16(0), be16(257),
      Array(repeatElement(be32(5) + be32(1), count: 257).joined()))
    #expect(data(in: table) == [UInt8](repeating: 5, count: 256))
  }

  @Test(arguments: [(2 << 20, 4 << 20), (2 << 20 + 1, 4 << 20)])
  func `an item has 4 MiB at most`(second: Int, total: Int) {
    let table = fullBox(
      "iloc", be16(0x4400), be16(1), be16(2), be16(0), be16(2), be32(0), be32(2 << 20), be32(0), be32(second))
    #expect(data(in: table, file: [UInt8](repeating: 7, count: 4 << 20))?.count == total)
  }

  /// The coded pictures of a file with items 1… of the same type, one byte after the other, each in `pieces` pieces.
  private func coded(
    _ type: String, items: Int, version: Int, count: Int, pieces: Int = 1, distance: Int = 1
  ) -> CodedItems? {
    func number(_ item: Int) -> [UInt8] { be(UInt64(item), version == 3 ? 4 : 2) }
    let entries = (1...items).map { fullBox("infe", version: version, number($0), be16(0), latin(type), [0]) }
    let locations = (1...items).flatMap { item -> [UInt8] in
      let piece = be32(8 + item * distance) + be32(count)
      return be16(item) + be16(0) + be16(pieces) + [[UInt8]](repeating: piece, count: pieces).flatMap { $0 }
    }
    let information = fullBox(
      "iinf", version: version == 3 ? 1 : 0, be(UInt64(items), version == 3 ? 4 : 2), box("free"),
      entries.flatMap { $0 })
    let properties = box("iprp", box("ipco", box("hvcC", [1]), box("free", [2]), box("av1C", [3])))
    return CodedItems(
      ByteSource(
        box("mdat", [UInt8](repeating: 7, count: count))
          + fullBox(
            "meta", information, properties, fullBox("iloc", be16(0x4400), be16(items), locations))))
  }

  @Test(arguments: [2, 3], ["hvc1", "av01", "jpeg"])
  func `pictures are told by the entries of their items`(version: Int, type: String) {
    let found = coded(type, items: 2, version: version, count: 5)
    #expect(found?.pictures.map(\.data.range.count) == (type == "jpeg" ? [] : [5, 5]))
    #expect(found?.pictures.allSatisfy { $0.type == FourCC(stringLiteral: type) } == true)
    #expect(found?.configurations.map(\.type) == ["hvcC", "av1C"])
    #expect(found?.configurations.map(\.content.array) == [[1], [3]])
    #expect(CodedItems(ByteSource(box("mdat"))) == nil)
  }

  @Test func `bytes that pictures share are looked at once`() {
    #expect(coded("hvc1", items: 17, version: 2, count: 4 << 20, distance: 0)?.pictures.count == 1)
  }

  @Test(arguments: [(128, false), (129, true)])
  func `no more than 8 MiB of what is in pieces are looked at`(items: Int, isCut: Bool) {
    let found = coded("hvc1", items: items, version: 2, count: 64 << 10, pieces: 200)
    #expect(found?.pictures.map(\.data.range.count) == [Int](repeating: 64 << 10, count: 128))
    #expect(found?.isCut == isCut)
  }
}
