import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFormats

/// GIF, WebP and PNG headers at the ends of their sources.
struct StillHeaderLimitTests {
  private static let date = "2014:05:25 10:00:00"
  private static let packet = Array(
    XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00'").utf8)

  private func read(_ reader: any HeaderReader.Type, _ source: ByteSource) -> (
    fields: HeaderFields, damage: String?
  ) {
    var fields = HeaderFields()
    do throws(HeaderDamage) {
      try reader.read(source, into: &fields)
      return (fields, nil)
    } catch {
      return (fields, error.reason)
    }
  }

  // MARK: GIF

  private static func screen(_ flags: UInt8, colours: Int) -> [UInt8] {
    Array("GIF89a".utf8) + [0x40, 0x01, 0xC8, 0, flags, 0, 0] + [UInt8](repeating: 0x3B, count: 3 * colours)
  }

  private static let xmp: [UInt8] =
    [0x21, 0xFF, 0x0B] + Array("XMP DataXMP".utf8) + packet + [1] + Array((0...255).reversed()) + [0]

  @Test(
    arguments: [
      (0x00, 0), (0x77, 0), (0x80, 2), (0x81, 4), (0x82, 8), (0x83, 16), (0x84, 32), (0x85, 64), (0x86, 128),
      (0x87, 256), (0xF8, 2), (0xFF, 256),
    ] as [(UInt8, Int)])
  func `a colour table has 2 to 256 colours of 3 bytes, before the first block and in a frame`(
    flags: UInt8, colours: Int
  ) {
    let screen = Self.screen(flags, colours: colours)
    #expect(read(GIFHeader.self, ByteSource(screen)).damage == nil)
    #expect(read(GIFHeader.self, ByteSource(screen + Self.xmp)).fields.xmp != nil)
    if colours > 0 {
      #expect(read(GIFHeader.self, ByteSource(Array(screen.dropLast()))).damage != nil)
    }
    let table = [UInt8](repeating: 0x3B, count: 3 * colours)
    let frame = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, flags] + table + [2, 1, 0x3B, 0]
    #expect(read(GIFHeader.self, ByteSource(Self.screen(0, colours: 0) + frame + Self.xmp)).fields.xmp != nil)
  }

  @Test func `blocks of a GIF are read though no more than its header is in memory`() throws {
    let bytes =
      Self.screen(0, colours: 0) + [0x21, 0xFE] + [UInt8](repeating: 1, count: 80_000) + [0] + Self.xmp
    let tree = try TemporaryTree()
    try tree.file("a", bytes)
    let file = try FileDescriptor.open(tree.at("a"), .readOnly)
    defer { try? file.close() }
    for headCount in [13, ByteSource.headCount] {
      let source = try ByteSource(file, count: bytes.count, headCount: headCount)
      #expect(read(GIFHeader.self, source).fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
      #expect(source.bytesRead < 4 * bytes.count)
    }
  }

  // MARK: WebP

  private static func riff(_ chunks: [UInt8]...) -> ByteSource {
    ByteSource(Array("RIFF\0\0\0\0WEBP".utf8) + chunks.flatMap { $0 })
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + PNGBuilder.bytes(UInt32(data.count)).reversed() + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  @Test(
    arguments: [
      ("VP8X", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1, 1),
      ("VP8X", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0], 16_777_216, 1),
      ("VP8X", [0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF], 1, 16_777_216),
      ("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0xFF, 1, 0xC0], 16_383, 1),
      ("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 1, 0x40, 0xFF, 0x3F], 1, 16_383),
      ("VP8L", [0x2F, 0, 0, 0, 0], 1, 1), ("VP8L", [0x2F, 0xFF, 0x3F, 0, 0], 16_384, 1),
      ("VP8L", [0x2F, 0, 0xC0, 0xFF, 0xFF], 1, 16_384),
    ] as [(String, [UInt8], UInt32, UInt32)])
  func `each kind of WebP has its least and its greatest sides`(
    type: String, data: [UInt8], width: UInt32, height: UInt32
  ) {
    let (fields, damage) = read(WebPHeader.self, Self.riff(Self.chunk(type, data)))
    #expect(fields.pixelSize == PixelSize(width: width, height: height))
    #expect(damage == nil)
    let short = read(WebPHeader.self, Self.riff(Self.chunk(type, data.dropLast()), Self.chunk("JUNK", data)))
    #expect(short.fields.pixelSize == nil)
    #expect(short.damage == "its \(type) chunk holds no size of a picture")
  }

  @Test func `Exif and XMP of a WebP are read in either order, and the first of each`() {
    let size = Self.chunk("VP8X", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let exif = Self.chunk("EXIF", PNGBuilder.exif(Self.date))
    let otherExif = Self.chunk("EXIF", PNGBuilder.exif("2001:01:01 00:00:00"))
    let xmp = Self.chunk("XMP ", Self.packet)
    let otherXMP = Self.chunk(
      "XMP ", Array(XMPBuilder.packet(attributes: "xmp:CreateDate='2001-01-01T00:00:00'").utf8))
    for chunks in [
      [size, xmp, otherXMP, exif, otherExif], [size, exif, otherExif, xmp, otherXMP],
      [exif, xmp, otherExif, otherXMP, size],
    ] {
      let (fields, damage) = read(WebPHeader.self, Self.riff(chunks.flatMap { $0 }))
      #expect(fields.pixelSize == PixelSize(width: 1, height: 1))
      #expect(fields.exif?.dateTimeOriginal == DateText(Self.date))
      #expect(fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
      #expect(damage == nil)
    }
  }

  // MARK: PNG

  private func walk(_ chunks: [[UInt8]]) -> PNGChunkWalk {
    var walk = PNGChunkWalk(ByteSource(PNGBuilder.signature + chunks.flatMap { $0 }))
    walk.findHeader()
    return walk
  }

  @Test func `a chunk is at most 2^31 - 1 bytes long`() {
    func chunk(_ length: UInt32) -> PNGChunk? {
      PNGChunk(ByteSource(PNGBuilder.bytes(length) + Array("tEXtab".utf8)), at: 0)
    }
    #expect(chunk(0x7FFF_FFFF)?.length == 0x7FFF_FFFF && chunk(0x8000_0000) == nil)
    #expect(chunk(0)?.end == 12 && chunk(1)?.end == 13 && chunk(1)?.start.array == [0x61])
    #expect(chunk(3)?.start.array == [0x61, 0x62])
  }

  @Test func `a chunk that ends with the file is whole`() {
    let palette = PNGBuilder.chunk("PLTE", [1, 2, 3])
    let whole = walk([PNGBuilder.header(), palette])
    #expect(whole.palette?.length == 3 && whole.problem == "the file ends before its image data (IDAT)")
    let cut = walk([PNGBuilder.header(), palette.dropLast()])
    #expect(cut.palette == nil && cut.problem == "the file ends inside the chunk PLTE")
    let cutHeader = walk([PNGBuilder.header().dropLast()])
    #expect(cutHeader.header?.length == 13 && cutHeader.problem == "the file ends inside the chunk IHDR")
  }

  @Test func `image data that ends with the bytes in memory is checked`() {
    #expect(walk([PNGBuilder.header(), PNGBuilder.imageData]).imageDataInHead.count == 1)
    #expect(walk([PNGBuilder.header(), PNGBuilder.imageData.dropLast()]).imageDataInHead.isEmpty)
    #expect(walk([PNGBuilder.header()]).imageDataInHead.isEmpty)
  }

  @Test func `65,536 chunks are looked at`() {
    let many = [[UInt8]](repeating: PNGBuilder.chunk("zzZz"), count: 65_534)
    #expect(walk([PNGBuilder.header()] + many + [PNGBuilder.imageData]).problem == nil)
    #expect(walk([PNGBuilder.header()] + many + [many[0], PNGBuilder.imageData]).problem != nil)
  }

  @Test(arguments: [(4 << 20, 1), (4 << 20 + 1, 0)])
  func `chunks of up to 4 MiB are picked`(length: Int, count: Int) {
    let exif =
      PNGBuilder.bytes(UInt32(length)) + Array("eXIf".utf8) + [UInt8](repeating: 0, count: length + 4)
    var walk = walk([PNGBuilder.header(), exif, PNGBuilder.imageData])
    #expect(walk.problem == nil)
    #expect(walk.takeWanted().count == count)
  }

  @Test func `16 chunks are picked before the image data, and 16 behind it`() {
    let times = [[UInt8]](repeating: PNGBuilder.chunk("tIME", [0, 0, 0, 0, 0, 0, 0]), count: 20)
    for count in [15, 16, 17] {
      var walk = walk([PNGBuilder.header()] + times[..<count] + [PNGBuilder.imageData] + times)
      #expect(walk.takeWanted().count == min(count, 16))
      #expect(walk.takeWanted().isEmpty)
      walk.findTrailingChunks()
      #expect(walk.takeWanted().count == 16)
    }
  }

  @Test func `the numbers of a raw profile stand between line ends`() {
    func profile(_ text: String) -> [UInt8]? { PNGContents.rawProfile(Bytes(Array(text.utf8)))?.array }
    #expect(profile("\nexif\n4\n49492a00") == [0x49, 0x49, 0x2A, 0])
    #expect(profile("\n\n4\n49") == [0x49])
    #expect(profile("\nexif\n4\n4") == nil && profile("\nexif\n\n49") == nil)
    #expect(profile("\nexif\n4\n09afAF 0 0x11") == [0x09, 0xAF, 0xAF, 0x00])
  }

  @Test(arguments: [
    ("00025 May 2014 10:00:00", "2014-05-25T10:00:00"), ("1 Jan 2014 10:00:00", "2014-01-01T10:00:00"),
    ("31\t\tdec\t2014\t10:00:00\tGMT", "2014-12-31T10:00:00Z"),
    ("25 May 2014 10:00:00 Y x", "2014-05-25T10:00:00+12:00"),
  ])
  func `the day of a creation time stands before its month`(text: String, date: String) {
    #expect(PNGDate.creationTime(Bytes(Array(text.utf8))) == DateText(date))
  }
}
