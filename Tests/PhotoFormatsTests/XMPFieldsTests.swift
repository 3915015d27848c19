import Testing

@testable import PhotoFormats

@Suite("XMP packets")
struct XMPFieldsTests {
  private let date = DateText("2014-05-25T10:00:00.5+09:00")

  private func fields(_ packet: String) -> XMPFields? { XMPFields(packet: Bytes(Array(packet.utf8))) }

  @Test("Dates are read from attributes")
  func attributes() {
    let found = fields(
      XMPBuilder.packet(
        attributes: """
          exif:DateTimeOriginal="2014-05-25T10:00:00.5+09:00" photoshop:DateCreated="2015-01-02T03:04:05"
          xmp:CreateDate="2016-01-02T03:04Z"
          """))
    #expect(found?.dateTimeOriginal == date)
    #expect(found?.dateCreated == DateText("2015-01-02T03:04:05"))
    #expect(found?.createDate == DateText("2016-01-02T03:04:00Z"))
  }

  @Test(
    "Dates are read from elements, arrays and qualified values",
    arguments: [
      "2014-05-25T10:00:00.5+09:00",
      "\n  2014-05-25T10:00:00.5+09:00\n  ",
      "<rdf:Seq><rdf:li> 2014-05-25T10:00:00.5+09:00</rdf:li><rdf:li>2020-01-01T00:00:00</rdf:li></rdf:Seq>",
      "<rdf:Alt>\n<rdf:li xml:lang='x-default'>2014-05-25T10:00:00.5+09:00</rdf:li>\n</rdf:Alt>",
      "<rdf:Description><rdf:value>2014-05-25T10:00:00.5+09:00</rdf:value><xmp:Label>x</xmp:Label></rdf:Description>",
    ])
  func elements(value: String) {
    let packet = XMPBuilder.packet(elements: "<exif:DateTimeOriginal>\(value)</exif:DateTimeOriginal>")
    #expect(fields(packet)?.dateTimeOriginal == date)
  }

  @Test("A namespace is known by its URI, whatever its prefix")
  func prefix() {
    let packet = XMPBuilder.packet(
      rdf:
        "<rdf:Description xmlns:xap='http://ns.adobe.com/xap/1.0/' xap:CreateDate='2014-05-25T10:00:00.5+09:00'/>"
    )
    #expect(fields(packet)?.createDate == date)
    let other = XMPBuilder.packet(
      rdf: "<rdf:Description xmlns:xmp='http://example.com/' xmp:CreateDate='2014-05-25T10:00:00'/>")
    #expect(fields(other) == nil)
  }

  @Test("The second description counts too")
  func secondDescription() {
    let packet = XMPBuilder.packet(
      rdf: """
        <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:ColorSpace="1"/>
        <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"
          exif:DateTimeOriginal="2014-05-25T10:00:00.5+09:00"/>
        """)
    #expect(fields(packet)?.dateTimeOriginal == date)
  }

  @Test("The dates of another picture inside a property are not this picture's")
  func structure() {
    let packet = XMPBuilder.packet(
      elements: """
        <xmp:Pantry><rdf:Bag><rdf:li><rdf:Description xmp:CreateDate="2001-01-01T00:00:00">
        <exif:DateTimeOriginal>2001-01-01T00:00:00</exif:DateTimeOriginal></rdf:Description></rdf:li></rdf:Bag>
        </xmp:Pantry><xmp:CreateDate>2014-05-25T10:00:00.5+09:00</xmp:CreateDate>
        """)
    #expect(fields(packet)?.createDate == date)
    #expect(fields(packet)?.dateTimeOriginal == nil)
  }

  @Test("UTF-16 is read in both orders", arguments: [true, false])
  func utf16(isBigEndian: Bool) {
    let packet = "\u{FEFF}" + XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00.5+09:00'")
    let bytes = packet.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(XMPFields(packet: Bytes(bytes))?.createDate == date)
  }

  @Test(
    "A packet without a real date has no fields",
    arguments: [
      "", "xmp:CreateDate=''", "xmp:CreateDate='2014-05-25'", "xmp:CreateDate='0000-00-00T00:00:00'",
    ])
  func nothing(attributes: String) {
    #expect(fields(XMPBuilder.packet(attributes: attributes)) == nil)
  }

  @Test("An empty packet and noise have no fields", arguments: [[], [0], [0x3C], Array("no XML".utf8)])
  func noise(bytes: [UInt8]) {
    #expect(XMPFields(packet: Bytes(bytes)) == nil)
  }

  @Test("A packet cut off anywhere gives the whole date or none")
  func truncation() {
    let packet = Array(
      XMPBuilder.packet(elements: "<xmp:CreateDate>2014-05-25T10:00:00.5+09:00</xmp:CreateDate>").utf8)
    var found = 0
    for count in 0..<packet.count {
      guard let fields = XMPFields(packet: Bytes(Array(packet[..<count]))) else { continue }
      // A shortened date is another form of the same date.
      #expect(
        fields.createDate?.time == date?.time || fields.createDate?.time == DateText("2014-05-25T10:00")?.time
      )
      found += 1
    }
    #expect(found > 200)
  }

  @Test("What stands before an error is read")
  func broken() {
    let packet = XMPBuilder.packet(
      attributes: "xmp:CreateDate='2014-05-25T10:00:00.5+09:00'", elements: "<a></b>")
    #expect(fields(packet)?.createDate == date)
  }

  @Test("An XML declaration behind blanks and noise behind the packet do no harm")
  func surroundings() {
    let packet = XMPBuilder.packet(attributes: "xmp:CreateDate='2014-05-25T10:00:00.5+09:00'")
    #expect(fields(" \r\n<?xml version='1.0'?>" + packet + "\0\u{1}\u{FF}")?.createDate == date)
  }

  @Test(
    "A document type with declarations is refused: entities that grow, and files outside",
    arguments: [
      """
      <!DOCTYPE x [<!ENTITY a "2014-05-25T10:00:00"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
      """,
      "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>",
    ])
  func documentType(declaration: String) {
    let plain = XMPBuilder.packet(attributes: "exif:DateTimeOriginal='2014-05-25T10:00:00'")
    #expect(fields(plain) != nil)
    #expect(fields(declaration + plain) == nil)
    let entity = XMPBuilder.packet(elements: "<xmp:CreateDate>&d;&a;</xmp:CreateDate>")
    #expect(fields(declaration + entity) == nil)
  }

  @Test("A document type that only names a file outside is not looked up")
  func outerDocumentType() {
    let declaration = "<!DOCTYPE x SYSTEM 'file:///dev/zero'>"
    let packet = XMPBuilder.packet(
      elements: "<xmp:CreateDate>2014-05-25T10:00:00.5+09:00&a;</xmp:CreateDate>")
    #expect(fields(declaration + packet)?.createDate == date)
  }

  @Test("Elements nested without end stop the reader")
  func depth() {
    let date = "<xmp:CreateDate>2014-05-25T10:00:00</xmp:CreateDate>"
    func nested(_ depth: Int) -> String {
      let open = String(repeating: "<xmp:a>", count: depth)
      let close = String(repeating: "</xmp:a>", count: depth)
      return XMPBuilder.packet(elements: open + close + date)
    }
    #expect(fields(nested(20)) != nil)
    #expect(fields(nested(100_000)) == nil)
  }

  @Test("A value of any length is cut off, not refused")
  func longValue() {
    let value = "2014-05-25T10:00:00.5+09:00" + String(repeating: " x", count: 100_000)
    #expect(
      fields(XMPBuilder.packet(elements: "<xmp:CreateDate>\(value)</xmp:CreateDate>"))?.createDate == date)
  }
}
