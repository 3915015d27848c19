import Testing

@testable import PhotoFormats

@Suite("WebP headers")
struct WebPHeaderTests {
  private static let packet = Array(
    XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00'").utf8)
  private static let exif = PNGBuilder.exif("2014:05:25 10:00:00")
  private static let size = PixelSize(width: 320, height: 200)

  /// 320 x 200, with flags for Exif, XMP and animation.
  private static let extended = chunk("VP8X", [0x0E, 0, 0, 0, 0x3F, 0x01, 0, 0xC7, 0, 0])
  /// A key frame of 320 x 200, with scaling bits.
  private static let lossy = chunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x41, 0xC8, 0x80, 0, 0])
  /// 14 bits of width - 1, 14 bits of height - 1, alpha, version.
  private static let lossless = chunk("VP8L", [0x2F, 0x3F, 0xC1, 0x31, 0x10, 0])

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + PNGBuilder.bytes(UInt32(data.count)).reversed() + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  private static func file(_ chunks: [[UInt8]], riffSize: UInt32? = nil) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + PNGBuilder.bytes(riffSize ?? UInt32(body.count)).reversed() + body
  }

  private func read(_ bytes: [UInt8]) -> (fields: HeaderFields, damage: String?) {
    var fields = HeaderFields()
    do throws(HeaderDamage) {
      try WebPHeader.read(ByteSource(bytes), into: &fields)
      return (fields, nil)
    } catch {
      return (fields, error.reason)
    }
  }

  @Test("The size is read from each of the three kinds", arguments: [extended, lossy, lossless])
  func size(chunk: [UInt8]) {
    let (fields, damage) = read(Self.file([chunk]))
    #expect(fields.fileType == .webp)
    #expect(fields.pixelSize == Self.size)
    #expect(damage == nil)
  }

  @Test("The canvas wins over the picture on it")
  func canvas() {
    let small = Self.chunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 1, 0, 1, 0])
    #expect(read(Self.file([Self.extended, small])).fields.pixelSize == Self.size)
  }

  @Test("Exif and XMP are found at the end, behind chunks of odd length")
  func metadata() {
    let named = Array("Exif\0\0".utf8) + Self.exif
    for block in [Self.exif, named] {
      let frames = [Self.chunk("ANMF", [1, 2, 3]), Self.chunk("ALPH", [1])]
      let chunks =
        [Self.extended] + frames + [Self.lossy, Self.chunk("EXIF", block), Self.chunk("XMP ", Self.packet)]
      let (fields, damage) = read(Self.file(chunks))
      #expect(fields.exif?.dateTimeOriginal == DateText("2014:05:25 10:00:00"))
      #expect(fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
      #expect(damage == nil)
    }
  }

  @Test("The size that RIFF tells is not believed", arguments: [0, 4, 0x7FFF_FFFF, UInt32.max])
  func riffSize(size: UInt32) {
    let bytes = Self.file([Self.extended, Self.lossy, Self.chunk("XMP ", Self.packet)], riffSize: size)
    #expect(read(bytes).fields.xmp?.createDate == DateText("2014-05-25T10:00:00"))
  }

  @Test("A chunk that is longer than the file ends the search")
  func hugeChunk() {
    let huge = Array("JUNK".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    let (fields, damage) = read(Self.file([Self.lossy, huge, Self.chunk("XMP ", Self.packet)]))
    #expect(fields.xmp == nil)
    #expect(damage == nil)
  }

  @Test("A picture without its start code has no size and is damaged")
  func startCode() {
    #expect(
      read(Self.file([Self.chunk("VP8 ", [UInt8](repeating: 0, count: 10))])).damage?.contains("VP8") == true)
    #expect(read(Self.file([Self.chunk("VP8L", [0, 0, 0, 0, 0])])).damage?.contains("VP8L") == true)
    #expect(read(Self.file([])).damage != nil)
  }

  @Test("Cut off anywhere, a file is damaged exactly where its size is missing")
  func truncation() {
    let chunks = [Self.extended, Self.lossy, Self.chunk("EXIF", Self.exif), Self.chunk("XMP ", Self.packet)]
    let bytes = Self.file(chunks)
    for count in 12..<bytes.count {
      let (fields, damage) = read(Array(bytes[..<count]))
      #expect((fields.pixelSize == nil) == (count < 12 + 8 + 10), "\(count) bytes")
      #expect((damage == nil) == (fields.pixelSize != nil), "\(count) bytes")
    }
  }

  @Test("Frames are counted, and one is no animation")
  func frames() {
    let frame = Self.chunk("ANMF", [1, 2, 3])
    for (count, expected) in [(0, nil), (1, nil), (2, .integer(2)), (7, .integer(7))] as [(Int, FieldValue?)]
    {
      let chunks =
        [Self.extended] + [[UInt8]](repeating: frame, count: count) + [Self.chunk("EXIF", Self.exif)]
      #expect(read(Self.file(chunks)).fields.findings[.frameCount] == expected)
    }
  }
}
