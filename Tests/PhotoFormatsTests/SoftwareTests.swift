import Testing

@testable import PhotoFormats

/// The field `software`, as an example of declared sources.
struct SoftwareTests {
  private typealias Entry = TIFFBuilder.Entry

  private func software(_ bytes: [UInt8]) -> FieldValue? {
    PhotoMetadata.read(ByteSource(bytes)).values[.software]
  }

  private func png(_ chunks: [[UInt8]]) -> [UInt8] { PNGBuilder.file(before: chunks) }

  private func exif(_ text: String) -> [UInt8] {
    TIFFBuilder().file([
      [Entry(0x0100, .short([4])), Entry(0x0101, .short([3])), Entry(0x0131, .ascii(text))]
    ])
  }

  @Test func `it is the tag of Exif, trimmed`() {
    #expect(software(exif("Ver.1.01  ")) == .text("Ver.1.01"))
    #expect(software(exif("   ")) == nil)
    #expect(software(png([PNGBuilder.chunk("eXIf", exif("GIMP 2.10"))])) == .text("GIMP 2.10"))
  }

  @Test(arguments: [true, false]) func `it is the creator tool of XMP`(isAttribute: Bool) {
    let packet =
      isAttribute
      ? XMPBuilder.packet(attributes: "xmp:CreatorTool='darktable 4.6'")
      : XMPBuilder.packet(elements: "<xmp:CreatorTool>darktable 4.6</xmp:CreatorTool>")
    #expect(
      software(png([PNGBuilder.internationalText("XML:com.adobe.xmp", packet)])) == .text("darktable 4.6"))
  }

  @Test func `it is the text of a PNG`() {
    #expect(software(png([PNGBuilder.text("Software", "Spectacle")])) == .text("Spectacle"))
    #expect(software(png([PNGBuilder.text("Author", "Somebody")])) == nil)
  }

  @Test func `Exif comes before XMP, and XMP before the text of a PNG`() {
    let text = PNGBuilder.text("Software", "third")
    let packet = XMPBuilder.packet(attributes: "xmp:CreatorTool='second'")
    let xmp = PNGBuilder.internationalText("XML:com.adobe.xmp", packet)
    #expect(software(png([text, xmp])) == .text("second"))
    #expect(software(png([text, xmp, PNGBuilder.chunk("eXIf", exif("first"))])) == .text("first"))
  }
}
