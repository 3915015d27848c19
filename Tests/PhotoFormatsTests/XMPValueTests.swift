import Testing

@testable import PhotoFormats

/// The syntax of XMP values, and their conversion to fields.
struct XMPValueTests {
  private func value(_ field: MetadataField, _ packet: String) -> FieldValue? {
    XMPFields(packet: Bytes(Array(packet.utf8)))?.findings.values[field]
  }

  private func value(_ field: MetadataField, elements: String) -> FieldValue? {
    value(field, XMPBuilder.packet(elements: elements))
  }

  @Test(arguments: ["Bag", "Seq", "Alt"])
  func `a list has all items of an array`(kind: String) {
    let items = ["Kyoto", " Gion\n ", "", "祇園 &amp; &#x2603;"]
    let found = value(.keywords, elements: XMPBuilder.array("dc:subject", items, kind: kind))
    #expect(found == .list(["Kyoto", "Gion", "祇園 & ☃"]))
  }

  @Test func `a list may be written as a single text`() {
    #expect(value(.keywords, elements: "<dc:subject>Kyoto</dc:subject>") == .list(["Kyoto"]))
    #expect(value(.keywords, XMPBuilder.packet(attributes: "dc:subject='Kyoto'")) == .list(["Kyoto"]))
  }

  @Test func `a text is that of the default language, else the first`() {
    func title(_ languages: [String]) -> FieldValue? {
      let items = languages.map { "<rdf:li xml:lang='\($0)'>in \($0)</rdf:li>" }.joined()
      return value(.title, elements: "<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>")
    }
    #expect(title(["de", "x-default", "en"]) == .text("in x-default"))
    #expect(title(["de", "X-Default"]) == .text("in X-Default"))
    #expect(title(["de", "en"]) == .text("in de"))
  }

  /// One keyword in every form of RDF.
  static let forms = [
    "<dc:subject>Kyoto</dc:subject>",
    "<dc:subject rdf:resource='Kyoto'/>",
    "<dc:subject rdf:value='Kyoto'/>",
    "<dc:subject rdf:parseType='Resource'><rdf:value>Kyoto</rdf:value><xmp:Label>x</xmp:Label></dc:subject>",
    "<dc:subject><rdf:Description><rdf:value>Kyoto</rdf:value><xmp:Label>x</xmp:Label></rdf:Description></dc:subject>",
    "<dc:subject><rdf:Description rdf:value='Kyoto' xmp:Label='x'/></dc:subject>",
    "<dc:subject><rdf:Bag><rdf:li><![CDATA[Kyoto]]></rdf:li></rdf:Bag></dc:subject>",
    "<dc:subject><rdf:Bag><rdf:li rdf:resource='Kyoto'/></rdf:Bag></dc:subject>",
    "<dc:subject><rdf:Bag><rdf:li rdf:parseType='Resource'><rdf:value>Kyoto</rdf:value></rdf:li></rdf:Bag></dc:subject>",
    "<dc:subject><rdf:Bag><rdf:li>Ky<!-- no break -->oto</rdf:li></rdf:Bag></dc:subject>",
  ]

  @Test(arguments: forms) func `all forms of RDF say the same`(form: String) {
    #expect(value(.keywords, elements: form) == .list(["Kyoto"]))
  }

  @Test(
    arguments: [
      "<Iptc4xmpExt:City>Kyoto</Iptc4xmpExt:City>",
      "<rdf:Description Iptc4xmpExt:City='Kyoto'/>",
      "<rdf:Description><Iptc4xmpExt:City>Kyoto</Iptc4xmpExt:City></rdf:Description>",
      "<rdf:Description><Iptc4xmpExt:City rdf:value='Kyoto'/></rdf:Description>",
    ]
  ) func `a field of structures is that of the first which has one`(form: String) {
    let osaka = "<rdf:Description Iptc4xmpExt:City='Osaka'/>"
    for items in [[form], ["<rdf:Description Iptc4xmpExt:CountryCode='JPN'/>", form, osaka]] {
      let elements = XMPBuilder.array("Iptc4xmpExt:LocationShown", items)
      #expect(value(.city, elements: elements) == .text("Kyoto"))
    }
    let attributes = "<Iptc4xmpExt:LocationShown Iptc4xmpExt:City='Kyoto'/>"
    #expect(value(.city, elements: attributes) == .text("Kyoto"))
  }

  @Test func `a field of another structure or namespace is another one`() {
    let other = "<rdf:Description Iptc4xmpExt:City='Kyoto'/>"
    #expect(value(.city, elements: XMPBuilder.array("Iptc4xmpExt:LocationCreated", [other])) == nil)
    let shown = XMPBuilder.array("Iptc4xmpExt:LocationShown", ["<rdf:Description photoshop:City='Kyoto'/>"])
    #expect(value(.city, elements: shown) == nil)
    #expect(value(.city, XMPBuilder.packet(attributes: "Iptc4xmpExt:City='Kyoto'")) == nil)
  }

  @Test func `a namespace is known by its URI, with or without the mark at its end`() {
    for uri in ["http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.1"] {
      let rdf = "<rdf:Description xmlns:d='\(uri)' d:subject='Kyoto'/>"
      #expect(value(.keywords, XMPBuilder.packet(rdf: rdf)) == .list(["Kyoto"]))
    }
    let rdf = "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.2/' dc:subject='Kyoto'/>"
    #expect(value(.keywords, XMPBuilder.packet(rdf: rdf)) == nil)
  }

  @Test(
    arguments: [
      ("5", 5), ("-1", -1), (" 3\n", 3), ("4.0", 4), ("2/1", 2), ("0", nil), ("6", nil), ("1/0", nil),
      ("many", nil),
    ] as [(String, Int64?)]
  ) func `a rating is a number, a decimal or a fraction from -1 to 5; 0 means unrated`(
    text: String, rating: Int64?
  ) {
    let found = value(.rating, elements: "<xmp:Rating>\(text)</xmp:Rating>")
    #expect(found == rating.map { .integer($0) })
  }

  @Test func `labels are texts, else the colours of digiKam, else those of Photo Mechanic`() {
    func label(_ attributes: String) -> FieldValue? {
      value(.label, XMPBuilder.packet(attributes: attributes))
    }
    #expect(label("xmp:Label='Winner' digiKam:ColorLabel='1'") == .text("Winner"))
    #expect(label("digiKam:ColorLabel='1' photomechanic:ColorClass='5'") == .text("Red"))
    #expect(label("digiKam:ColorLabel='0' photomechanic:ColorClass='5'") == .text("Green"))
    #expect(label("digiKam:ColorLabel='9'") == .text("White"))
    #expect(label("photomechanic:ColorClass='1'") == .text("Magenta"))
    for none in ["digiKam:ColorLabel='10'", "photomechanic:ColorClass='9'", "digiKam:ColorLabel='-1'"] {
      #expect(label(none) == nil)
    }
  }

  @Test func `darktable's labels count from 0, and the first of several counts`() {
    func label(_ numbers: [String], _ others: String = "") -> FieldValue? {
      value(.label, elements: XMPBuilder.array("darktable:colorlabels", numbers, kind: "Seq") + others)
    }
    let names = ["Red", "Yellow", "Green", "Blue", "Purple"]
    for (number, name) in names.enumerated() { #expect(label(["\(number)"]) == .text(name)) }
    #expect(label(["3", "1"]) == .text("Blue"))
    #expect(label(["5"]) == nil && label([]) == nil)
    #expect(label(["3"], "<xmp:Label>Winner</xmp:Label>") == .text("Winner"))
    #expect(label(["3"], "<xmp:Label>NoColor</xmp:Label>") == .text("Blue"))
  }

  @Test func `NoColor is no label`() {
    #expect(value(.label, elements: "<xmp:Label>None</xmp:Label>") == nil)
    #expect(value(.label, elements: "<xmp:Label>NoColor</xmp:Label>") == nil)
    #expect(value(.label, elements: "<xmp:Label>No color</xmp:Label>") == .text("No color"))
  }

  @Test(arguments: [(0, nil), (1, 1), (12, 1), (25, 2), (50, 3), (75, 4), (99, 5), (100, 5), (101, nil)])
  func `a percentage of Windows is a rating unless there is a standard one`(percent: Int, stars: Int64?) {
    let attribute = "MicrosoftPhoto:Rating='\(percent)'"
    #expect(
      value(.rating, XMPBuilder.packet(attributes: attribute)) == stars.map { .integer($0) })
    #expect(value(.rating, XMPBuilder.packet(attributes: "\(attribute) xmp:Rating='2'")) == .integer(2))
  }

  @Test func `a photo that digiKam rejects is rejected unless it has stars`() {
    func rating(_ attributes: String) -> FieldValue? {
      value(.rating, XMPBuilder.packet(attributes: attributes))
    }
    #expect(rating("digiKam:PickLabel='1'") == .integer(-1))
    #expect(rating("digiKam:PickLabel='1' xmp:Rating='0'") == .integer(-1))
    #expect(rating("digiKam:PickLabel='1' xmp:Rating='3'") == .integer(3))
    #expect(rating("digiKam:PickLabel='3'") == nil)
    #expect(rating("digiKam:PickLabel='0' xmp:Rating='0'") == nil)
  }

  @Test func `trees of keywords are those of Lightroom, else those of digiKam`() {
    let lightroom = XMPBuilder.array("lr:hierarchicalSubject", ["Travel|Kyoto|Gion", "Family"])
    let digiKam = XMPBuilder.array("digiKam:TagsList", ["Travel/Kyoto"], kind: "Seq")
    #expect(value(.keywordTree, elements: digiKam + lightroom) == .list(["Travel/Kyoto/Gion", "Family"]))
    #expect(value(.keywordTree, elements: digiKam) == .list(["Travel/Kyoto"]))
  }

  @Test func `the place of a packet is that of the photo if Exif tells none`() {
    var header = HeaderFields()
    header.xmp = XMPFields()
    header.xmp?.location = GeoLocation(latitude: 48, longitude: 2)
    #expect(PhotoMetadata(header).location == GeoLocation(latitude: 48, longitude: 2))
    header.exif = ExifFields()
    header.exif?.location = GeoLocation(latitude: 1, longitude: 2)
    #expect(PhotoMetadata(header).location == GeoLocation(latitude: 1, longitude: 2))
  }

  @Test func `a sidecar says place, orientation and whose it is`() {
    let fields = XMPFields(
      packet: Bytes(
        Array(
          XMPBuilder.packet(
            attributes: """
              exif:GPSLatitude="48,51.4932N" exif:GPSLongitude="2,17,40.2W" exif:GPSAltitude="352/10"
              exif:GPSAltitudeRef="1" tiff:Orientation="6" photoshop:SidecarForExtension="NEF"
              """
          ).utf8)))
    #expect(abs((fields?.location?.latitude ?? 0) - 48.85822) < 1e-9)
    #expect(abs((fields?.location?.longitude ?? 0) + 2.2945) < 1e-9)
    #expect(fields?.location?.altitude == -35.2)
    #expect(fields?.orientation == .right)
    #expect(fields?.sidecarExtension == "NEF")
  }

  @Test(
    arguments: [
      "exif:GPSLatitude='48,51.4932' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='48,51.4932E' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='91,0N' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='-48,51N' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='48,1,2,3N' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='N' exif:GPSLongitude='2,17.67E'",
      "exif:GPSLatitude='48,51.4932N'", "exif:GPSLatitude='0,0N' exif:GPSLongitude='0,0E'",
      "tiff:Orientation='9'", "tiff:Orientation='up'",
    ]
  ) func `what is no place and no orientation says nothing`(attributes: String) {
    #expect(XMPFields(packet: Bytes(Array(XMPBuilder.packet(attributes: attributes).utf8))) == nil)
  }
}
