import Testing

@testable import PhotoFormats

@Suite("PNG headers")
struct PNGHeaderTests {
  private static let date = "2014:05:25 10:00:00"
  private static let xmp = XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00'")

  private func read(_ bytes: [UInt8]) -> (fields: HeaderFields, damage: String?) {
    var fields = HeaderFields()
    do throws(HeaderDamage) {
      try PNGHeader.read(ByteSource(bytes), into: &fields)
      return (fields, nil)
    } catch {
      return (fields, error.reason)
    }
  }

  @Test("The size is that of IHDR")
  func size() {
    let (fields, damage) = read(PNGBuilder.file())
    #expect(fields.fileType == .png)
    #expect(fields.pixelSize == PixelSize(width: 640, height: 480))
    #expect(damage == nil)
  }

  @Test(
    "Exif is found in eXIf and in raw profiles, before and behind the image data", arguments: [true, false])
  func exif(isBefore: Bool) {
    let block = PNGBuilder.exif(Self.date)
    let named = Array("Exif\0\0".utf8) + block
    let chunks = [
      PNGBuilder.chunk("eXIf", block),
      PNGBuilder.chunk("eXIf", named),
      PNGBuilder.text("Raw profile type exif", PNGBuilder.rawProfile("exif", named)),
      PNGBuilder.text("Raw profile type APP1", PNGBuilder.rawProfile("generic profile", named)),
      PNGBuilder.text("raw profile type exif", PNGBuilder.rawProfile("exif", block)),
      PNGBuilder.compressedText(
        "Raw profile type exif", PNGBuilder.zlib(stored: Array(PNGBuilder.rawProfile("exif", named).utf8))),
    ]
    for chunk in chunks {
      let (fields, damage) = read(
        PNGBuilder.file(before: isBefore ? [chunk] : [], after: isBefore ? [] : [chunk]))
      #expect(fields.exif?.dateTimeOriginal == DateText(Self.date))
      #expect(damage == nil)
    }
  }

  @Test("eXIf wins over a raw profile, wherever they stand")
  func exifOrder() {
    let profile = PNGBuilder.text(
      "Raw profile type exif", PNGBuilder.rawProfile("exif", PNGBuilder.exif("2001:01:01 00:00:00")))
    let (fields, _) = read(
      PNGBuilder.file(before: [profile, PNGBuilder.chunk("eXIf", PNGBuilder.exif(Self.date))]))
    #expect(fields.exif?.dateTimeOriginal == DateText(Self.date))
  }

  @Test("What can't be Exif is passed over", arguments: [[], [0x49], Array("no Exif at all".utf8)])
  func notExif(bytes: [UInt8]) {
    let (fields, damage) = read(PNGBuilder.file(before: [PNGBuilder.chunk("eXIf", bytes)]))
    #expect(fields.exif?.dateTimeOriginal == nil)
    #expect(damage == nil)
  }

  @Test(
    "XMP is found in iTXt and in raw profiles, before and behind the image data", arguments: [true, false])
  func xmp(isBefore: Bool) {
    let bytes = Array(Self.xmp.utf8)
    let named = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + bytes
    let chunks = [
      PNGBuilder.internationalText("XML:com.adobe.xmp", Self.xmp),
      PNGBuilder.internationalText("XML:com.adobe.xmp", Self.xmp, isCompressed: true),
      PNGBuilder.text("Raw profile type xmp", PNGBuilder.rawProfile("xmp", bytes)),
      PNGBuilder.text("Raw profile type APP1", PNGBuilder.rawProfile("generic profile", named)),
    ]
    for chunk in chunks {
      let (fields, damage) = read(
        PNGBuilder.file(before: isBefore ? [chunk] : [], after: isBefore ? [] : [chunk]))
      #expect(fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
      #expect(damage == nil)
    }
  }

  @Test(
    "A raw profile is read only in its form",
    arguments: ["", "\n", "\nexif\n", "\nexif\nx\n4949", "exif\n4\n4949", "\nexif\n2\n", "\nexif\n2\nzz"])
  func notRawProfile(text: String) {
    #expect(PNGContents.rawProfile(Bytes(Array(text.utf8))) == nil)
  }

  @Test("A raw profile is as long as its digits, whatever length it tells")
  func rawProfileLength() {
    #expect(
      PNGContents.rawProfile(Bytes(Array("\nexif\n  9999\n49 4a\n4B4".utf8))) == Bytes([0x49, 0x4A, 0x4B]))
  }

  @Test("What stands behind the image data is read also if Exif has a date")
  func trailingChunks() {
    let exif = PNGBuilder.chunk("eXIf", PNGBuilder.exif(Self.date))
    let packet = XMPBuilder.packet(attributes: "xmp:Rating='4'")
    let text = PNGBuilder.internationalText("XML:com.adobe.xmp", packet)
    let fields = read(PNGBuilder.file(before: [exif], after: [text])).fields
    #expect(fields.exif?.dateTimeOriginal == DateText(Self.date))
    #expect(fields.xmp?.findings[.rating] == .integer(4))
  }

  @Test("The modification time is that of tIME; a date that does not exist is none")
  func modificationTime() {
    let time = PNGBuilder.chunk("tIME", [0x07, 0xDE, 5, 25, 10, 0, 59])
    #expect(
      read(PNGBuilder.file(after: [time])).fields.pngModificationTime == DateText("2014-05-25T10:00:59"))
    let zero = PNGBuilder.chunk("tIME", [0, 0, 0, 0, 0, 0, 0])
    let (fields, damage) = read(PNGBuilder.file(before: [zero]))
    #expect(fields.pngModificationTime == nil)
    #expect(damage == nil)
  }

  @Test("A text that inflates without end is dropped, and the next one is read")
  func bomb() {
    func creationTime(runs: Int) -> DateText? {
      let text = PNGBuilder.compressedText(
        "Creation Time", PNGBuilder.zlib("2001:01:01 00:00:00 ", runs: runs))
      let next = PNGBuilder.text("Creation Time", Self.date)
      let (fields, damage) = read(PNGBuilder.file(before: [text, next]))
      #expect(damage == nil)
      return fields.pngCreationTime
    }
    #expect(creationTime(runs: 1000) == DateText("2001:01:01 00:00:00"))  // 258 kB
    #expect(creationTime(runs: 60_000) == DateText(Self.date))  // 15 MB
  }

  @Test("A thousand texts cost no more than a few")
  func manyTexts() {
    let other = PNGBuilder.text("Comment", "x")
    let date = PNGBuilder.text("Creation Time", Self.date)
    let (fields, damage) = read(PNGBuilder.file(before: Array(repeating: other, count: 1000) + [date]))
    #expect(fields.pngCreationTime == DateText(Self.date))
    #expect(damage == nil)
    let wanted = read(PNGBuilder.file(before: Array(repeating: date, count: 1000)))
    #expect(wanted.fields.pngCreationTime == DateText(Self.date))
  }

  @Test(
    "Frames are those of acTL before the image data, if the file has room for them",
    arguments: [(0, nil), (1, nil), (2, .integer(2)), (1000, nil), (UInt32.max, nil)]
      as [(UInt32, FieldValue?)])
  func frames(count: UInt32, expected: FieldValue?) {
    let control = PNGBuilder.chunk("acTL", PNGBuilder.bytes(count) + PNGBuilder.bytes(0))
    let frames = [[UInt8]](
      repeating: PNGBuilder.chunk("fcTL", [UInt8](repeating: 0, count: 26)), count: 2)
    let (fields, damage) = read(PNGBuilder.file(before: [control] + frames))
    #expect(fields.findings[.frameCount] == expected)
    #expect(damage == nil)
    #expect(read(PNGBuilder.file(before: frames, after: [control])).fields.findings[.frameCount] == nil)
  }
}
