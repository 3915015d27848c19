import Testing

@testable import PhotoFormats

@Suite("GIF headers")
struct GIFHeaderTests {
  private static let packet = Array(
    XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00'").utf8)
  private static let date = DateText("2014-05-25T10:00:00")

  /// Header and logical screen of 320 x 200, with a palette of two entries.
  private static let screen: [UInt8] =
    Array("GIF89a".utf8) + [0x40, 0x01, 0xC8, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  /// XMP, then 01 FF FE … 00 00, which leads from any byte of the XMP to the end.
  private static let xmp: [UInt8] = application(
    "XMP DataXMP", packet + [1] + Array((0...255).reversed()) + [0])
  private static let loop: [UInt8] = application("NETSCAPE2.0", [3, 1, 0, 0, 0])
  /// A frame with a local palette of four entries and two sub-blocks.
  private static let frame: [UInt8] =
    [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x81] + [UInt8](repeating: 0x21, count: 12) + [
      2, 2, 0x21, 0xFF, 1, 0x3B, 0,
    ]

  private static func application(_ name: String, _ data: [UInt8]) -> [UInt8] {
    [0x21, 0xFF, 0x0B] + Array(name.utf8) + data
  }

  private func read(_ bytes: [UInt8]) -> (fields: HeaderFields, damage: String?) {
    var fields = HeaderFields()
    do throws(HeaderDamage) {
      try GIFHeader.read(ByteSource(bytes), into: &fields)
      return (fields, nil)
    } catch {
      return (fields, error.reason)
    }
  }

  @Test("The size is that of the logical screen", arguments: ["GIF87a", "GIF89a"])
  func size(version: String) {
    let (fields, damage) = read(Array(version.utf8) + [0x40, 0x01, 0xC8, 0, 0, 0, 0, 0x3B])
    #expect(fields.fileType == .gif)
    #expect(fields.pixelSize == PixelSize(width: 320, height: 200))
    #expect(damage == nil)
  }

  @Test("XMP is found before the first frame, behind other extensions, and behind frames")
  func xmp() {
    for blocks in [Self.xmp, Self.loop + Self.xmp, Self.loop + Self.frame + Self.frame + Self.xmp] {
      let (fields, damage) = read(Self.screen + blocks + [0x3B])
      #expect(fields.xmp?.createDate == Self.date)
      #expect(damage == nil)
    }
  }

  @Test("Behind the trailer nothing is read")
  func trailer() {
    #expect(read(Self.screen + Self.frame + [0x3B] + Self.xmp).fields.xmp == nil)
  }

  @Test("A version that does not exist is damage")
  func version() {
    #expect(read(Array("GIF88a".utf8) + Self.screen.dropFirst(6)).damage?.contains("version") == true)
  }

  @Test("Cut off anywhere, only a file without its screen and colours is damaged")
  func truncation() {
    let bytes = Self.screen + Self.loop + Self.frame + Self.xmp + [0x3B]
    for count in 0..<bytes.count {
      let (fields, damage) = read(Array(bytes[..<count]))
      #expect((damage == nil) == (count >= Self.screen.count), "\(count) bytes")
      #expect((fields.pixelSize == nil) == (count < 13), "\(count) bytes")
    }
  }

  @Test("A file of sub-blocks without end is given up")
  func endless() {
    // Sub-blocks of 255 bytes.
    let blocks = [UInt8](repeating: 255, count: 9 * 1024 * 1024)
    let endless = Self.screen + [0x21, 0xFE] + blocks + [0] + Self.xmp
    let (fields, damage) = read(endless)
    #expect(fields.xmp == nil)
    #expect(damage == nil)
  }

  private func frameCount(_ blocks: [UInt8]...) -> FieldValue? {
    read(Self.screen + blocks.flatMap { $0 }).fields.findings[.frameCount]
  }

  @Test("Frames are counted, also behind XMP, and one is no animation")
  func frames() {
    #expect(frameCount(Self.frame, [0x3B]) == nil)
    #expect(frameCount(Self.loop, Self.frame, Self.xmp, Self.frame, Self.frame, [0x3B]) == .integer(3))
    #expect(frameCount(Self.frame, Self.frame, [0x3B], Self.frame) == .integer(2))
    #expect(frameCount(Self.frame, Self.frame) == .integer(2), "the file ends without its trailer")
  }

  @Test("Frames that reach beyond what is read are not told")
  func manyFrames() {
    let long =
      Array(Self.frame.dropLast())
      + [UInt8](repeating: [255] + [UInt8](repeating: 7, count: 255), times: 9 * 4096) + [0]
    #expect(frameCount(Self.frame, Self.frame, long, [0x3B]) == nil)
  }
}
