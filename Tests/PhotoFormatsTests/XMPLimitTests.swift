import Testing

@testable import PhotoFormats

/// Packets that cost time or memory.
struct XMPLimitTests {
  private func fields(_ packet: String) -> XMPFields? { XMPFields(packet: Bytes(Array(packet.utf8))) }

  private func list(_ field: MetadataField, _ elements: String) -> [String] {
    guard case .list(let texts) = fields(XMPBuilder.packet(elements: elements))?.findings.values[field] else {
      return []
    }
    return texts
  }

  @Test func `of a million items the first are kept`() {
    let items = String(repeating: "<rdf:li>x</rdf:li>", count: 1_000_000)
    #expect(list(.keywords, "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>").count == 4096)
  }

  @Test func `a packet holds a mebibyte of values at most, each of 32 KiB`() {
    let item = "<rdf:li>\(String(repeating: "é", count: 100_000))</rdf:li>"
    let items = String(repeating: item, count: 50)
    let found = list(.keywords, "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
    #expect(found == [String](repeating: String(repeating: "é", count: 16 * 1024), count: 31))
  }

  @Test func `an attribute of any length is cut off at a character`() {
    let text = "x" + String(repeating: "é", count: 1_000_000)
    let found = fields(XMPBuilder.packet(attributes: "dc:title='\(text)'"))?.findings.values[.title]
    #expect(found == .text("x" + String(repeating: "é", count: 16 * 1024 - 1)))
  }

  @Test func `what is nested too deep is passed over, and reading ends where it has no end`() {
    func keywords(_ depth: Int) -> [String] {
      let (open, close) = ("<rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag>")
      let nested = String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
      return list(.keywords, "<dc:subject>\(nested)</dc:subject><dc:subject>Kyoto</dc:subject>")
    }
    #expect(keywords(5) == ["x", "Kyoto"])
    #expect(keywords(20) == ["Kyoto"])
    #expect(keywords(50_000) == [])
  }

  @Test func `many prefixes, attributes and languages do no harm`() {
    let declarations = (0..<20_000).map { "xmlns:p\($0)='http://example.com/\($0)'" }.joined(separator: " ")
    let attributes = (0..<20_000).map { "p0:a\($0)='x'" }.joined(separator: " ")
    let packet = XMPBuilder.packet(
      rdf:
        "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' \(declarations) \(attributes) dc:title='x'/>"
    )
    #expect(fields(packet)?.findings.values[.title] == .text("x"))
    let language = String(repeating: "a", count: 100_000)
    let items = String(repeating: "<rdf:li xml:lang='\(language)'>x</rdf:li>", count: 20)
    let title = "<dc:title><rdf:Alt>\(items)<rdf:li xml:lang='x-default'>y</rdf:li></rdf:Alt></dc:title>"
    #expect(fields(XMPBuilder.packet(elements: title))?.findings.values[.title] == .text("y"))
  }

  @Test func `a packet cut anywhere gives whole items or none`() {
    let elements = XMPBuilder.array("dc:subject", ["Kyoto", "Gion"])
    let packet = Array(XMPBuilder.packet(elements: elements).utf8)
    var seen: Set<[String]> = []
    for count in 0..<packet.count {
      guard let fields = XMPFields(packet: Bytes(Array(packet[..<count]))),
        case .list(let found) = fields.findings.values[.keywords]
      else { continue }
      seen.insert(found)
    }
    #expect(seen == [["Kyoto"], ["Kyoto", "Gion"]])
  }
}
