import Testing

@testable import PhotoFormats

/// Extreme properties, references and metadata in HEIF files.
struct PictureItemLimitTests {
  @Test func `the track tells the size only if no item does`() {
    let track = box("moov", mvhd(), trak())
    var file = PictureFile()
    #expect(readISOMedia(file.bytes + track).fields.pixelSize == PixelSize(width: 640, height: 480))
    file.properties = [box("irot", [1])]
    let read = readISOMedia(file.bytes + track)
    #expect(read.fields.pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(read.fields.containerOrientation == .left)
    #expect(read.damage == nil)
  }

  @Test(
    arguments: [([], .up), ([0], .up), ([1], .left), ([3], .right), ([5], .left)] as [([UInt8], Orientation)])
  func `the lowest two bits of a rotation count, and none is none`(bytes: [UInt8], orientation: Orientation) {
    var file = PictureFile()
    file.properties.append(box("irot", bytes))
    #expect(readISOMedia(file.bytes).fields.containerOrientation == orientation)
  }

  @Test func `the first size of an item counts, and the last property`() {
    var file = PictureFile()
    file.properties = [fullBox("ispe", be32(640), be32(480)), fullBox("ispe", be32(320), be32(200))]
    #expect(readISOMedia(file.bytes).fields.pixelSize == PixelSize(width: 640, height: 480))
    for (index, width) in [(0, nil), (1, 640), (2, 320), (3, nil), (0x80, nil), (0x82, 320)]
      as [(UInt8, UInt32?)]
    {
      file.association = fullBox("ipma", be32(1), be16(1), [1, index])
      #expect(readISOMedia(file.bytes).fields.pixelSize?.width == width, "\(index)")
    }
  }

  @Test(
    arguments: [
      (be32(0) + [9], [9]), (be32(0), nil), (be32(1) + [8, 9], [9]), (be32(1) + [9], nil), ([0, 0, 0], nil),
      ([], nil),
    ] as [([UInt8], [UInt8]?)])
  func `an Exif block begins before the end of its item`(item: [UInt8], block: [UInt8]?) {
    #expect(HEIFHeader.exifBlock(Bytes(item))?.array == block)
  }

  @Test(arguments: [(4095, true), (4096, false)])
  func `4096 references are read`(before: Int, isRead: Bool) {
    var file = PictureFile()
    let others = Array(repeatElement(be16(5), count: before).joined())
    file.references = [box("cdsc", be16(2), be16(before + 1), others, be16(1))]
    #expect((readISOMedia(file.bytes).fields.exif != nil) == isRead)
  }

  @Test func `Exif and the first XMP are read of the same file`() {
    func packet(_ year: Int) -> [UInt8] {
      Array(XMPBuilder.packet(attributes: "xmp:CreateDate='\(year)-05-25T10:00:00'").utf8)
    }
    var file = PictureFile()
    let parts = [packet(2015), file.media, packet(2014)]
    func entry(_ item: Int) -> [UInt8] {
      fullBox("infe", version: 2, be16(item), be16(0), latin("mime"), [0], latin("application/rdf+xml\0"))
    }
    file.infoEntries += [entry(3), entry(4)]
    file.media = parts.flatMap { $0 }
    file.location = { offset, _ in
      let places = [offset, offset + parts[0].count, offset + parts[0].count + parts[1].count]
      let items = zip([4, 2, 3], zip(places, parts)).flatMap { item, part -> [UInt8] in
        [be16(item), be16(0), be16(1), be32(part.0), be32(part.1.count)].flatMap(\.self)
      }
      return fullBox("iloc", be16(0x4400), be16(3), items)
    }
    let fields = readISOMedia(file.bytes).fields
    #expect(fields.exif?.make == "Canon")
    #expect(fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
  }

  @Test(arguments: [(0, 2), (1, 4)], [true, false])
  func `references have numbers of 16 or 32 bits, and so have the counts of items`(
    version: (Int, Int), describesPicture: Bool
  ) {
    let target: UInt64 = describesPicture ? 1 : 5
    let references = fullBox(
      "iref", version: version.0,
      box("free", be(2, version.1), be16(1), be(9, version.1)),
      box("cdsc", be(2, version.1), be16(2), be(7, version.1), be(target, version.1)))
    let entry = fullBox("infe", version: 2, be16(2), be16(0), latin("Exif"), [0])
    let items = fullBox("iinf", version: version.0, be(1, version.1), box("free"), entry)
    let found = metadata(in: items + references, describing: 1)
    #expect(found.map(\.number) == (describesPicture ? [2] : []))
    let alone = metadata(in: items, describing: nil)
    #expect(alone.map(\.number) == [2])
  }

  @Test func `what describes the picture comes before what describes nothing, 16 items at most`() {
    let entries = (2..<22).map { fullBox("infe", version: 2, be16($0), be16(0), latin("Exif"), [0]) }
    let items = fullBox("iinf", be16(entries.count), entries.flatMap { $0 })
    let references = fullBox(
      "iref", box("cdsc", be16(21), be16(1), be16(1)), box("cdsc", be16(3), be16(1), be16(8)))
    let found = metadata(in: items + references, describing: 1)
    #expect(found.map(\.number) == [21, 2] + Array(4..<18))
  }

  private func metadata(in meta: [UInt8], describing primary: UInt32?) -> [MetadataItem] {
    let meta = BoxRegion(file: ByteSource(meta))
    return MetadataItem.items(ItemEntry.all(in: meta), in: meta, describing: primary)
  }
}
