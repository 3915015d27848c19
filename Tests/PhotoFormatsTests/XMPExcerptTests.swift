import Testing

@testable import PhotoFormats

/// Irrelevant XMP is skipped without parsing. Unusual syntax must be parsed nevertheless.
struct XMPExcerptTests {
  private static let subject = XMPBuilder.array("dc:subject", ["Kyoto", "Gion"])

  private func keywords(_ packet: String) -> FieldValue? {
    XMPFields(packet: Bytes(Array(packet.utf8)))?.findings.values[.keywords]
  }

  @Test(
    arguments: [
      "", "<xmpMM:History><rdf:Seq><rdf:li xmpMM:action='saved'/></rdf:Seq></xmpMM:History>",
      "<xmpMM:History/>", "<xmpMM:History a='>'/>", "<xmpMM:History a='/'>/</xmpMM:History >",
      "<xmpMM:History a=\"'>\"><dc:subject>no</dc:subject></xmpMM:History>",
      // A nested element of the same name.
      "<xmpMM:History><xmpMM:History>no</xmpMM:History></xmpMM:History>",
      "<xmpMM:History><dc:subject>no</dc:subject><xmpMM:History/></xmpMM:History>",
      "<xmpMM:History><xmpMM:HistoryOf>no</xmpMM:HistoryOf></xmpMM:History>",
      // Apparent end tags.
      "<xmpMM:History><![CDATA[</xmpMM:History><dc:subject>no</dc:subject>]]></xmpMM:History>",
      "<xmpMM:History><!-- </xmpMM:History> --></xmpMM:History>",
      "<!-- <dc:subject>no</dc:subject> -->", "<?xmpMM <dc:subject>no</dc:subject> ?>",
      // Names without a prefix, and with an unbound one.
      "<History>no</History>", "<subject>no</subject>",
    ]
  ) func `what is not wanted changes nothing`(other: String) {
    for elements in [Self.subject + other, other + Self.subject] {
      #expect(keywords(XMPBuilder.packet(elements: elements)) == .list(["Kyoto", "Gion"]))
    }
  }

  @Test(
    arguments: [
      "xmpMM:Other='x'", "xmpMM:Other='>'", "xmpMM:Other = \" ' \"", "xmpMM:Other\n=\n'dc:subject=\"no\"'",
      "Other=''", "xmpMM:Other='</rdf:Description></rdf:RDF>'", "rdf:nodeID='n'", "xml:lang='de'",
    ]
  ) func `an attribute that is not wanted changes nothing`(other: String) {
    let packets = ["dc:subject='Kyoto' \(other)", "\(other) dc:subject='Kyoto'"]
    for attributes in packets where !other.contains("</") {
      #expect(keywords(XMPBuilder.packet(attributes: attributes)) == .list(["Kyoto"]))
    }
    let packet = XMPBuilder.packet(attributes: other.replacing("<", with: "&lt;"), elements: Self.subject)
    #expect(keywords(packet) == .list(["Kyoto", "Gion"]))
  }

  @Test func `prefixes may be bound anywhere, to anything`() {
    let (dc, rdf) = ("http://purl.org/dc/elements/1.1/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
    let packets = [
      "<rdf:RDF xmlns:rdf='\(rdf)' xmlns:d='\(dc)'><rdf:Description><d:subject>Kyoto</d:subject></rdf:Description></rdf:RDF>",
      "<a xmlns:d='\(dc)'><rdf:RDF xmlns:rdf='\(rdf)'><rdf:Description d:subject='Kyoto'/></rdf:RDF></a>",
      "<r:RDF xmlns:r='\(rdf)'><r:Description xmlns:d='\(dc)' d:subject='Kyoto'/></r:RDF>",
      "<RDF xmlns='\(rdf)'><Description xmlns:d='\(dc)' d:subject='Kyoto'/></RDF>",
      "<rdf:RDF xmlns:rdf='\(rdf)'><rdf:Description><subject xmlns='\(dc)'>Kyoto</subject></rdf:Description></rdf:RDF>",
      "<rdf:RDF xmlns:rdf='\(rdf)'><rdf:Description><d:subject xmlns:d='\(dc)'>Kyoto</d:subject></rdf:Description></rdf:RDF>",
      "<rdf:RDF xmlns:rdf='\(rdf)'><rdf:Description xmlns:d='http:&#x2F;/purl.org/dc/elements/1.1/' d:subject='Kyoto'/></rdf:RDF>",
      "<rdf:RDF xmlns:rdf='\(rdf)' xmlns:d='http://example.com/'><rdf:Description xmlns:d='\(dc)' d:subject='Kyoto'/></rdf:RDF>",
    ]
    for packet in packets { #expect(keywords(packet) == .list(["Kyoto"]), "\(packet)") }
  }

  @Test func `what only looks like RDF is none`() {
    let packets = [
      "<rdf:RDF xmlns:rdf='http://example.com/' xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description dc:subject='no'/></rdf:RDF>",
      "<a b='<rdf:RDF' xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description dc:subject='no'/></a>",
      XMPBuilder.packet(rdf: "<rdf:Other xmlns:dc='http://purl.org/dc/elements/1.1/' dc:subject='no'/>"),
    ]
    for packet in packets { #expect(keywords(packet) == nil, "\(packet)") }
  }

  @Test func `a prefix is bound only inside the description that binds it`() {
    let packet = XMPBuilder.packet(
      rdf: """
        <rdf:Description xmlns:d="http://example.com/" d:subject="no"/>
        <rdf:Description xmlns:d="http://purl.org/dc/elements/1.1/" d:subject="Kyoto"/>
        <rdf:Description xmlns:d="http://example.com/"><d:subject>no</d:subject></rdf:Description>
        """)
    #expect(keywords(packet) == .list(["Kyoto"]))
  }
}
