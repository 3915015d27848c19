import Testing

@testable import PhotoFormats

/// IPTC-IIM with and without XMP.
struct IPTCFieldsTests {
  private func values(_ block: [UInt8]) -> MetadataValues {
    IPTCFields(Bytes(block)).findings(beside: nil).values
  }

  @Test(
    arguments: [
      (5, .title), (90, .city), (92, .sublocation), (95, .state), (100, .countryCode), (101, .country),
      (116, .copyright), (120, .caption),
    ] as [(UInt8, MetadataField)])
  func `a dataset fills its field`(number: UInt8, field: MetadataField) {
    let found = values(IPTCBuilder.text(number, " first ") + IPTCBuilder.text(number, "last "))
    #expect(found[field] == .text("last"))
    #expect(found.map(\.field) == [field])
  }

  @Test(arguments: [(25, .keywords), (80, .creators)] as [(UInt8, MetadataField)])
  func `a dataset that is repeated fills a list`(number: UInt8, field: MetadataField) {
    let found = values(
      IPTCBuilder.text(number, "b") + IPTCBuilder.text(7, "x") + IPTCBuilder.text(number, " ")
        + IPTCBuilder.text(number, "a"))
    #expect(found[field] == .list(["b", "a"]))
  }

  @Test func `datasets of other records are others`() {
    #expect(values(IPTCBuilder.dataset(3, 25, [0x61]) + IPTCBuilder.dataset(1, 90, [0x61])).isEmpty)
    #expect(values(IPTCBuilder.dataset(77, 0, [1]) + IPTCBuilder.text(90, "Rome"))[.city] == .text("Rome"))
  }

  @Test(
    arguments: [
      // The default character set is Windows-1252, even for valid UTF-8.
      (nil, [0xE9, 0x20, 0x80, 0x93, 0x78, 0x94, 0x81], "é €“x”\u{81}"),
      (nil, [0xC3, 0xA9], "Ã©"),
      // UTF-8, and UTF-8 of level 3.
      ([0x1B, 0x25, 0x47], [0xC3, 0xA9, 0xF0, 0x9F, 0x93, 0xB7], "é📷"),
      ([0x1B, 0x25, 0x47, 0], [0xC3, 0xA9], "é"),
      ([0x1B, 0x25, 0x2F, 0x49], [0xC3, 0xA9], "é"),
      // Latin-1 in G1.
      ([0x1B, 0x2D, 0x41], [0xC3, 0xA9], "Ã©"),
      // Invalid UTF-8.
      ([0x1B, 0x25, 0x47], [0x63, 0xE9, 0x21], "cé!"),
      // Trailing NULs, and a character split at the limit of a dataset.
      (nil, [0x61, 0xE9, 0, 0], "aé"),
      ([0x1B, 0x25, 0x47], [0xC3, 0xA9, 0x61, 0xC3], "éa"),
      ([0x1B, 0x25, 0x47], [0xC3, 0xA9, 0xF0, 0x9F, 0x93], "é"),
      ([0x1B, 0x25, 0x47], [0x61, 0xE2, 0x82], "a"),
    ] as [([UInt8]?, [UInt8], String)])
  func `texts are in the coding that 1 90 tells`(designation: [UInt8]?, bytes: [UInt8], text: String) {
    let envelope = designation.map { IPTCBuilder.dataset(1, 90, $0) } ?? []
    #expect(values(envelope + IPTCBuilder.dataset(2, 120, bytes))[.caption] == .text(text))
  }

  @Test func `thousands of datasets are read, and a bounded number of texts is kept`() {
    let block = [UInt8](repeating: 0, count: 6000).flatMap { _ in IPTCBuilder.text(25, "a") }
    guard case .list(let texts)? = values(block)[.keywords] else {
      Issue.record("no keywords")
      return
    }
    #expect(texts.count == 4096)
  }

  @Test func `a block is read to a bounded length, and its digest then tells nothing`() {
    let long =
      IPTCBuilder.text(90, "Rome")
      + IPTCBuilder.dataset(8, 10, [UInt8](repeating: 0, count: 1 << 20), lengthSize: 4)
      + IPTCBuilder.text(95, "Lazio")
    let fields = IPTCFields(Bytes(long), digest: Bytes([1]))
    #expect(!fields.isChanged)
    #expect(fields.findings(beside: nil).values.map(\.field) == [.city])
  }
}

/// Different values in IPTC-IIM and XMP.
struct IPTCChangeTests {
  private static let rome = IPTCBuilder.text(90, "Rome")

  private func values(_ block: [UInt8], digestOf digested: [UInt8]?, xmp attributes: String) -> MetadataValues
  {
    let resources = IPTCBuilder.resources(block, digestOf: digested)
    let packet = XMPBuilder.packet(attributes: attributes)
    return PhotoMetadata.read(ByteSource(IPTCBuilder.jpeg(resources: [resources], xmp: packet))).values
  }

  @Test(arguments: [nil, rome])
  func `XMP goes before IPTC that nobody changed`(digested: [UInt8]?) {
    #expect(values(Self.rome, digestOf: digested, xmp: "photoshop:City='Roma'")[.city] == .text("Roma"))
    #expect(values(Self.rome, digestOf: digested, xmp: "xmp:Label='Red'")[.city] == .text("Rome"))
  }

  @Test(arguments: [[], rome + [0]])
  func `IPTC goes before XMP if it was changed`(digested: [UInt8]) {
    #expect(values(Self.rome, digestOf: digested, xmp: "photoshop:City='Roma'")[.city] == .text("Rome"))
  }

  @Test(arguments: [[], IPTCBuilder.text(90, " ")])
  func `what is gone from IPTC that was changed is gone from XMP too`(block: [UInt8]) {
    let found = values(
      block, digestOf: Self.rome, xmp: "photoshop:City='Roma' photoshop:State='Lazio' xmp:Label='Red'")
    #expect(found.map(\.field) == [.label])
  }

  @Test func `an empty block with the digest of nothing is not changed`() {
    #expect(values([], digestOf: [], xmp: "photoshop:City='Roma'")[.city] == .text("Roma"))
  }

  @Test(arguments: [[UInt8](), [1, 2, 3], [UInt8](repeating: 0, count: 16)])
  func `a digest of another length or of zeros is that of other bytes`(digest: [UInt8]) {
    #expect(IPTCFields(Bytes(Self.rome), digest: Bytes(digest)).isChanged)
  }

  private func city(_ text: String, xmp: String) -> FieldValue? {
    var findings = MetadataFindings()
    findings.offer(.text(xmp), for: .city, rank: 1)
    let fields = IPTCFields(Bytes(IPTCBuilder.utf8 + IPTCBuilder.text(90, text)), digest: Bytes([]))
    return fields.findings(beside: findings).values[.city]
  }

  @Test func `a text that was cut at the end of its dataset is XMP's`() {
    let start = String(repeating: "é", count: 15)
    #expect(city(start + "ab", xmp: start + "abc") == .text(start + "abc"))
    // XMP's character is split.
    #expect(city(start + "ab", xmp: start + "aß") == .text(start + "ab"))
    #expect(city(start + "ab", xmp: start + "xbc") == .text(start + "ab"))
    #expect(city(start + "a", xmp: start + "abc") == .text(start + "a"))
    #expect(city(start + "ab", xmp: start + "ab") == .text(start + "ab"))
    #expect(city(start + "abc", xmp: start + "abcd") == .text(start + "abc"))
  }

  @Test func `a character that was cut in two is XMP's too`() {
    let long = String(repeating: "a", count: 31) + "éfgh"
    var findings = MetadataFindings()
    findings.offer(.text(long), for: .city, rank: 1)
    let block = IPTCBuilder.utf8 + IPTCBuilder.dataset(2, 90, Array(long.utf8.prefix(32)))
    let fields = IPTCFields(Bytes(block), digest: Bytes([]))
    #expect(fields.findings(beside: findings).values[.city] == .text(long))
    #expect(fields.findings(beside: nil).values[.city] == .text(String(repeating: "a", count: 31)))
  }

  @Test(
    arguments: [
      (25, .keywords, 64), (80, .creators, 32), (92, .sublocation, 32), (95, .state, 32), (101, .country, 64),
      (116, .copyright, 128), (120, .caption, 2000),
    ] as [(UInt8, MetadataField, Int)])
  func `each dataset has a length at which texts are cut`(number: UInt8, field: MetadataField, length: Int) {
    let whole = String(repeating: "x", count: length) + "y"
    var findings = MetadataFindings()
    findings.offer(field.kind == .list ? .list([whole]) : .text(whole), for: field, rank: 2)
    for count in [length, length - 1] {
      let fields = IPTCFields(Bytes(IPTCBuilder.text(number, String(whole.prefix(count)))), digest: Bytes([]))
      let text = count == length ? whole : String(whole.prefix(count))
      #expect(
        fields.findings(beside: findings).values[field] == (field.kind == .list ? .list([text]) : .text(text))
      )
    }
  }

  @Test func `the texts of a list are completed one by one`() {
    let cut = String(repeating: "k", count: 64)
    var findings = MetadataFindings()
    findings.offer(.list([cut + "1", "other", cut + "3", cut + "4"]), for: .keywords, rank: 1)
    let block = ["a", cut, cut].flatMap { IPTCBuilder.text(25, $0) }
    let fields = IPTCFields(Bytes(block), digest: Bytes([]))
    #expect(fields.findings(beside: findings).values[.keywords] == .list(["a", cut, cut + "3"]))
  }

  @Test(
    arguments: [
      (0x010E, 120, .caption), (0x013B, 80, .creators),
      (0x8298, 116, .copyright),
    ] as [(UInt16, UInt8, MetadataField)])
  func `Exif goes before both unless it is blank`(tag: UInt16, number: UInt8, field: MetadataField) {
    func value(_ exif: String) -> FieldValue? {
      let block = IPTCBuilder.text(number, "IPTC")
      let entries: [(UInt16, TIFFBuilder.Value)] = [
        (tag, .ascii(exif)), (0x83BB, .bytes(block)),
        (0x8649, .bytes(IPTCBuilder.resources([], digestOf: [1]))),
      ]
      let file = TIFFBuilder().file([entries.map { TIFFBuilder.Entry($0.0, $0.1) }])
      return PhotoMetadata.read(ByteSource(file)).values[field]
    }
    #expect(value("Exif") == (field.kind == .list ? .list(["Exif"]) : .text("Exif")))
    for blank in ["", "   ", " \0"] {
      #expect(value(blank) == (field.kind == .list ? .list(["IPTC"]) : .text("IPTC")))
    }
  }

  @Test func `a title is XMP's whether IPTC was changed or not`() {
    var findings = MetadataFindings()
    findings.offer(.text("XMP"), for: .title, rank: 0)
    findings.merge(
      IPTCFields(Bytes(IPTCBuilder.text(5, "IPTC")), digest: Bytes([])).findings(beside: findings))
    #expect(findings.values[.title] == .text("XMP"))
  }
}
