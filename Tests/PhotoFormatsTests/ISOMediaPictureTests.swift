import Testing

@testable import PhotoFormats

@Suite("HEIC and AVIF headers")
struct ISOMediaPictureTests {
  private let size = PixelSize(width: 640, height: 480)

  @Test("Size, orientation and Exif of the primary item are read")
  func plain() {
    let read = readISOMedia(PictureFile().bytes)
    #expect(read.damage == nil)
    #expect(read.fields.fileType == .heic)
    #expect(read.fields.pixelSize == size)
    #expect(read.fields.containerOrientation == .up)
    #expect(read.fields.exif?.make == "Canon")
    #expect(read.fields.exif?.dateTimeOriginal == DateText("2014:05:25 10:00:00"))
  }

  @Test(
    "Rotation is anticlockwise, mirroring 0 changes top and bottom",
    arguments: [
      (["irot0"], Orientation.up), (["irot1"], .left), (["irot2"], .down), (["irot3"], .right),
      (["imir0"], .downMirrored), (["imir1"], .upMirrored),
      (["irot1", "imir0"], .leftMirrored), (["irot1", "imir1"], .rightMirrored),
      (["imir0", "irot1"], .rightMirrored), (["imir1", "irot1"], .leftMirrored),
      (["irot2", "imir0"], .upMirrored), (["irot3", "imir0"], .rightMirrored),
    ])
  func orientation(properties: [String], orientation: Orientation) {
    var file = PictureFile()
    file.properties += properties.map {
      box(String($0.prefix(4)), [$0.hasSuffix("0") ? 0 : UInt8($0.suffix(1)) ?? 0])
    }
    #expect(readISOMedia(file.bytes).fields.containerOrientation == orientation)
  }

  @Test("The order of the transforms is that of the association, not that of the properties")
  func associationOrder() {
    var file = PictureFile()
    file.properties += [box("imir", [0]), box("irot", [1])]
    file.association = fullBox("ipma", be32(1), be16(1), [3, 1, 0x80 | 3, 0x80 | 2])
    #expect(readISOMedia(file.bytes).fields.containerOrientation == .leftMirrored)
  }

  @Test("The properties of other items are not those of the picture")
  func otherItems() {
    var file = PictureFile()
    file.primary = fullBox("pitm", version: 1, be32(9))
    file.properties = [
      fullBox("ispe", be32(512), be32(512)), box("irot", [1]), fullBox("ispe", be32(4032), be32(3024)),
    ]
    // Version 1 has 32-bit item numbers, flag 1 has 15-bit property numbers.
    file.association = fullBox(
      "ipma", version: 1, flags: 1, be32(2), be32(1), [2], be16(1), be16(0x8002), be32(9), [1], be16(0x8003))
    let fields = readISOMedia(file.bytes).fields
    #expect(fields.pixelSize == PixelSize(width: 4032, height: 3024))
    #expect(fields.containerOrientation == .up)
  }

  @Test("A picture without a size says so and keeps what it has")
  func noSize() {
    var file = PictureFile()
    file.association = fullBox("ipma", be32(1), be16(1), [2, 0, 99])
    let read = readISOMedia(file.bytes)
    #expect(read.damage == "no size of the picture (ispe)")
    #expect(read.fields.containerOrientation == .up)
    #expect(read.fields.exif?.make == "Canon")
  }

  @Test("A sequence without items has the size of its track")
  func sequence() {
    let read = readISOMedia(ftyp("avis", "avis") + box("moov", mvhd(), trak("pict")))
    #expect(read.damage == nil)
    #expect(read.fields.fileType == .avif)
    #expect(read.fields.pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(read.fields.containerDate == nil)
  }

  @Test("No item box is damage")
  func noItems() {
    #expect(readISOMedia(ftyp("heic", "heic")).damage == "no item box (meta)")
  }

  @Test("Exif blocks with and without offset and name are read")
  func exifBlocks() {
    let tiff = tiffBlock(make: "Canon", date: "2014:05:25 10:00:00")
    for prefix in [be32(0), be32(6) + latin("Exif\0\0"), be32(2) + [7, 7], latin("Exif\0\0"), []] {
      var file = PictureFile()
      file.media = prefix + tiff
      #expect(readISOMedia(file.bytes).fields.exif?.make == "Canon", "\(prefix)")
    }
    var file = PictureFile()
    file.media = be32(0x7FFF_FFFF) + tiff
    #expect(readISOMedia(file.bytes).fields.exif == nil)
  }

  @Test("Exif of another item is passed over")
  func exifOfOtherItem() {
    var file = PictureFile()
    file.references = [box("cdsc", be16(2), be16(1), be16(5))]
    #expect(readISOMedia(file.bytes).fields.exif == nil)
    file.references = [box("cdsc", be16(2), be16(2), be16(5), be16(1))]
    #expect(readISOMedia(file.bytes).fields.exif?.make == "Canon")
  }

  @Test("Size and box of a 64-bit length are read")
  func largeBox() {
    let plain = PictureFile()
    let type = plain.fileType
    let rest = Array(plain.bytes.dropFirst(type.count + 8 + plain.media.count))
    let file = type + be32(1) + latin("mdat") + be(24, 8) + [UInt8](repeating: 0, count: 8) + rest
    #expect(readISOMedia(file).fields.pixelSize == size)
    let endless = type + be32(1) + latin("mdat") + be(UInt64.max, 8) + rest
    #expect(readISOMedia(endless).damage == "no item box (meta)")
  }

  @Test("A file cut anywhere gives what was before the cut")
  func truncated() {
    var file = PictureFile()
    file.itemData = [1, 2, 3]
    file.references = [box("cdsc", be16(2), be16(1), be16(1))]
    let bytes = file.bytes
    for count in 0..<bytes.count {
      let read = readISOMedia(Array(bytes.prefix(count)))
      #expect(count < 12 || read.damage != nil, "\(count)")
    }
    #expect(readISOMedia(bytes).damage == nil)
  }

  @Test("Any byte changed does not trap")
  func changed() {
    let bytes = PictureFile().bytes
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        let read = readISOMedia(changed)
        #expect(read.fields.findings.duration == nil)
      }
    }
  }
}
