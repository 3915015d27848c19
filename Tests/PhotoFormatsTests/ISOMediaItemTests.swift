import Testing

@testable import PhotoFormats

@Suite("Items: where their bytes stand and what they hold")
struct ISOMediaItemTests {
  /// The data of item 2 in a location table.
  private func make(
    media: [UInt8]? = nil, itemData: [UInt8] = [],
    _ location: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> String? {
    var file = PictureFile()
    file.media = media ?? file.media
    file.itemData = itemData
    file.location = location
    return readISOMedia(file.bytes).fields.exif?.make
  }

  @Test("Version 0 with a base offset of 8 bytes")
  func baseOffset() {
    #expect(
      make { offset, count in
        fullBox(
          "iloc", be16(0x4480), be16(1), be16(2), be16(0), be(UInt64(offset - 5), 8), be16(1), be32(5),
          be32(count))
      } == "Canon")
  }

  @Test("Version 1 with an index and another item before it")
  func version1() {
    #expect(
      make { offset, count in
        fullBox(
          "iloc", version: 1, be16(0x4404), be16(2),
          be16(1), be16(0), be16(0), be16(2), [UInt8](repeating: 0xEE, count: 24),
          be16(2), be16(0), be16(0), be16(1), be32(0), be32(offset), be32(count))
      } == "Canon")
  }

  @Test("Version 2 with item numbers of 32 bits")
  func version2() {
    #expect(
      make { offset, count in
        fullBox(
          "iloc", version: 2, be16(0x8800), be32(1), be32(2), be16(0), be16(0), be16(1),
          be(UInt64(offset), 8),
          be(UInt64(count), 8))
      } == "Canon")
  }

  @Test("Bytes in the item data box")
  func itemData() {
    let data = PictureFile().media
    #expect(
      make(media: [], itemData: [9, 9] + data) { _, _ in
        fullBox(
          "iloc", version: 1, be16(0x4400), be16(1), be16(2), be16(1), be16(0), be16(1), be32(2),
          be32(data.count))
      } == "Canon")
    #expect(
      make(media: data) { offset, count in
        fullBox(
          "iloc", version: 1, be16(0x4400), be16(1), be16(2), be16(2), be16(0), be16(1), be32(offset),
          be32(count))
      } == nil, "an item made from other items")
  }

  @Test("Pieces are put together")
  func extents() {
    let data = PictureFile().media
    #expect(
      make(media: Array(data.dropFirst(20)) + Array(data.prefix(20))) { offset, count in
        fullBox(
          "iloc", be16(0x4400), be16(1), be16(2), be16(0), be16(2), be32(offset + count - 20), be32(20),
          be32(offset), be32(count - 20))
      } == "Canon")
  }

  @Test("A piece without a length reaches to the end")
  func noLength() {
    #expect(
      make { offset, _ in fullBox("iloc", be16(0x4000), be16(1), be16(2), be16(0), be16(1), be32(offset)) }
        == "Canon")
  }

  @Test("Bytes in another file, outside this one or of no place are none")
  func unreachable() {
    #expect(
      make { offset, count in
        fullBox("iloc", be16(0x4400), be16(1), be16(2), be16(1), be16(1), be32(offset), be32(count))
      } == nil)
    #expect(
      make { _, _ in
        fullBox(
          "iloc", be16(0x8880), be16(1), be16(2), be16(0), be(.max, 8), be16(1), be(.max, 8), be(.max, 8))
      } == nil)
    #expect(make { _, _ in fullBox("iloc", be16(0xFFFF), be16(1), be16(2)) } == nil)
    #expect(make { _, _ in [] } == nil)
  }

  @Test("Counts that the bytes do not bear end early", .timeLimit(.minutes(5)))
  func hostileCounts() {
    let entries = [UInt8](repeating: 0xFF, count: 600_000)
    #expect(make { _, _ in fullBox("iloc", version: 2, be16(0), be32(0xFFFF_FFFF), entries) } == nil)
    var file = PictureFile()
    file.association = fullBox("ipma", be32(0xFFFF_FFFF), be16(7), [255])
    #expect(readISOMedia(file.bytes).fields.pixelSize == nil)
    file.references = [box("cdsc", be16(2), be16(0xFFFF), be16(1))]
    #expect(readISOMedia(file.bytes).fields.exif?.make == "Canon")
  }

  @Test("Entries of all versions tell Exif and XMP")
  func entries() {
    func kind(_ version: Int, _ content: [UInt8]...) -> MetadataItem.Kind? {
      ItemEntry(Bytes(be32(version << 24) + content.flatMap { $0 })).flatMap { MetadataItem($0) }?.kind
    }
    let xmp = latin("application/rdf+xml\0")
    #expect(kind(2, be16(2), be16(0), latin("Exif"), [0]) == .exif)
    #expect(kind(3, be32(70_000), be16(0), latin("Exif"), [0]) == .exif)
    #expect(kind(2, be16(2), be16(0), latin("mime"), [0], xmp) == .xmp)
    #expect(kind(2, be16(2), be16(0), latin("mime"), latin("name\0"), xmp, [0]) == .xmp)
    #expect(kind(0, be16(2), be16(0), latin("name\0"), xmp, [0]) == .xmp)
    #expect(kind(1, be16(2), be16(0), [0], xmp, [0]) == .xmp)
    #expect(kind(2, be16(2), be16(0), latin("mime"), [0], xmp, latin("gzip\0")) == nil)
    #expect(kind(2, be16(2), be16(0), latin("mime"), [0], latin("text/plain\0")) == nil)
    #expect(kind(2, be16(2), be16(1), latin("Exif"), [0]) == nil, "protected")
    #expect(kind(2, be16(2), be16(0), latin("hvc1"), [0]) == nil)
    #expect(kind(4, be16(2), be16(0), latin("Exif"), [0]) == nil)
    #expect(ItemEntry(Bytes([])) == nil)
  }
}
