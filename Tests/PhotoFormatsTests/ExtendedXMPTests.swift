import Testing

@testable import PhotoFormats

struct ExtendedXMPTests {
  private static let identifier = "0123456789ABCDEF0123456789ABCDEF"

  private let main = JPEGBuilder.xmp(
    XMPBuilder.packet(attributes: "xmpNote:HasExtendedXMP='\(ExtendedXMPTests.identifier)' dc:title='main'"))
  private let packet = Array(
    XMPBuilder.packet(attributes: "dc:title='second' dc:subject='Kyoto' xmp:CreateDate='2014-05-25T10:00:00'")
      .utf8)

  private func metadata(_ segments: [[UInt8]]) -> PhotoMetadata {
    PhotoMetadata.read(ByteSource(JPEGBuilder.file(segments)))
  }

  /// The extended XMP in pieces of `size` bytes.
  private func pieces(
    of count: Int, identifier: String = ExtendedXMPTests.identifier, claiming size: Int? = nil
  ) -> [[UInt8]] {
    stride(from: 0, to: packet.count, by: count).map { start in
      JPEGBuilder.extendedXMP(
        Array(packet[start..<min(start + count, packet.count)]), at: start, of: size ?? packet.count,
        identifier: identifier)
    }
  }

  @Test(arguments: [100, 777, 60_000]) func `it completes what the main packet says`(count: Int) {
    let found = metadata([main] + pieces(of: count))
    #expect(found.values[.title] == .text("main"))
    #expect(found.values[.keywords] == .list(["Kyoto"]))
    #expect(found.captureDate?.source == .xmpCreateDate)
    #expect(found.damage == nil)
  }

  @Test func `its pieces may stand in any order, also before the main packet`() {
    #expect(metadata(pieces(of: 100).reversed() + [main]).values[.keywords] == .list(["Kyoto"]))
  }

  @Test func `it is read only if the main packet names it`() {
    let other = JPEGBuilder.xmp(XMPBuilder.packet(attributes: "dc:title='main'"))
    #expect(metadata([other] + pieces(of: 777)).values[.keywords] == nil)
    #expect(metadata(pieces(of: 777)).values[.keywords] == nil)
    let strange = pieces(of: 777, identifier: "F" + Self.identifier.dropFirst())
    #expect(metadata([main] + strange).values[.keywords] == nil)
    // Pieces with another identifier are ignored.
    #expect(metadata([main] + strange + pieces(of: 777)).values[.keywords] == .list(["Kyoto"]))
  }

  @Test func `with holes, overlaps or another size it is refused, and the main packet stays`() {
    let whole = pieces(of: 100)
    var gone = whole
    gone.remove(at: 3)
    let last = Array(whole.dropLast())
    for segments in [
      gone, Array(whole.dropFirst()), last, whole + [whole[3]], pieces(of: 100, claiming: packet.count + 1),
      pieces(of: 100, claiming: packet.count - 1), last + [pieces(of: 100, claiming: 17 << 20)[last.count]],
      pieces(of: 100, claiming: 0xFFFF_FFFF),
    ] {
      let found = metadata([main] + segments)
      #expect(found.values[.keywords] == nil)
      #expect(found.values[.title] == .text("main"))
    }
  }

  @Test func `a segment without room for its head is passed over`() {
    let short = JPEGBuilder.segment(0xE1, "http://ns.adobe.com/xmp/extension/", Array(Self.identifier.utf8))
    #expect(metadata([main, short] + pieces(of: 777)).values[.keywords] == .list(["Kyoto"]))
  }

  @Test func `what was found before a header that cannot be read stays`() {
    let file = [0xFF, 0xD8] + main + pieces(of: 777).joined() + [0xFF, 0xC0, 0, 3, 8]
    let found = PhotoMetadata.read(ByteSource(file))
    #expect(found.damage != nil)
    #expect(found.values[.title] == .text("main"))
    #expect(found.values[.keywords] == .list(["Kyoto"]))
  }
}
