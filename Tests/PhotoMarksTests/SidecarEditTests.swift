import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

/// The changes of `PhotoMarker` to sidecars of other applications, byte for byte.
struct SidecarEditTests {
  private let tree: TemporaryTree
  private var journals: FilePath { tree.at("state/marks") }

  init() throws {
    tree = try TemporaryTree()
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
  }

  private func asset() throws -> Asset { try LibraryScanner().read(tree.at("a.jpg")) }

  private func mark(_ change: MarkChange) throws {
    _ = try PhotoMarker(journals: journals).mark(asset(), with: change)
  }

  private static let date = "2014-05-25T10:00:00Z"

  /// Changes a sidecar and returns the result with the original time of change. Verifies that undo restores every byte.
  private func edit(_ bytes: [UInt8], _ change: MarkChange) throws -> [UInt8] {
    try tree.file("a.jpg.xmp", bytes)
    try mark(change)
    let result = try #require(tree.bytes("a.jpg.xmp"))
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(tree.bytes("a.jpg.xmp") == bytes)
    try tree.file("a.jpg.xmp", result)
    return result
  }

  private func edit(_ sidecar: String, _ change: MarkChange) throws -> String {
    let text = String(decoding: try edit(Array(sidecar.utf8), change), as: UTF8.self)
    return text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: Self.date)
  }

  private static let declarations = """
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:o='http://example.org/other/'
    """

  /// A sidecar with a time of change and the given properties.
  private static func sidecar(_ properties: String, attributes: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF \(declarations)>
      <rdf:Description rdf:about="" xmp:MetadataDate="\(date)"\(attributes)>
       <o:first>1</o:first>\(properties)
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    """
  }

  @Test(arguments: [
    // Bare RDF, other wrappers and prefixes.
    "<rdf:RDF \(declarations)><rdf:Description rdf:about='' xmp:MetadataDate='\(date)' xmp:Rating='1'/></rdf:RDF>",
    "<a><b \(declarations)>text<rdf:RDF><rdf:Description xmp:MetadataDate='\(date)' xmp:Rating='1'/></rdf:RDF></b></a>",
    """
    <R:RDF xmlns:R="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><R:Description xmlns:z='http://ns.adobe.com/xap/1.0/'
    z:MetadataDate="\(date)"><z:Rating>1</z:Rating></R:Description></R:RDF>
    """,
    """
    <RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Description>
    <Rating xmlns='http://ns.adobe.com/xap/1.0/'> 1 </Rating>
    <MetadataDate xmlns='http://ns.adobe.com/xap/1.0/'>\(date)</MetadataDate></Description></RDF>
    """.replacing(" 1 ", with: "1"),
    // XMP with padding, instructions, comments and references.
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><!-- c --><?pi a?>
    \(sidecar("", attributes: " o:q='&#x41;&amp;&quot;\"' xmp:Rating = '1'\t"))
    <?xpacket end="w"?>   \u{20}
    """,
    sidecar(
      "\r\n<!-- <xmp:Rating>7</xmp:Rating> -->\r\n <xmp:Rating><!-- c -->1<?pi b?></xmp:Rating><o:e/><o:f></o:f>"
    ),
    sidecar(
      "<o:g><![CDATA[<xmp:Rating>7</xmp:Rating>]]></o:g>", attributes: "\n  xmp:Rating=\"1\"\n  o:a='>'"),
    // Constructs that libexempi moved or dropped.
    sidecar(
      """
      <tiff:Artist xmlns:tiff="http://ns.adobe.com/tiff/1.0/">A</tiff:Artist><xmp:Rating>1</xmp:Rating>
      <photoshop:Author xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">B</photoshop:Author>
      <exif:DateTimeDigitized xmlns:exif="http://ns.adobe.com/exif/1.0/">2014</exif:DateTimeDigitized>
      """),
    // Qualifiers.
    sidecar("<xmp:Rating rdf:parseType='Resource'><rdf:value>1</rdf:value><o:by>me</o:by></xmp:Rating>"),
    sidecar("<xmp:Rating><rdf:Description o:by='me'><rdf:value>1</rdf:value></rdf:Description></xmp:Rating>"),
    sidecar("<xmp:Rating rdf:value='1' o:by='me'/>"),
    // Second XMP, which readers interpret differently.
    "<a>\(sidecar("", attributes: " xmp:Rating='1'"))\(sidecar("<o:last/>"))</a>",
  ])
  func `only the bytes of a mark change`(sidecar: String) throws {
    let edited = try edit(sidecar, MarkChange(rating: Rating(rawValue: 5)))
    let expected = sidecar.replacing(/(Rating(?: = |=|>|><!-- c -->|[^>]*rdf:value=| xmlns='[^']*'>)['"]?)1/)
    {
      "\($0.1)5"
    }
    .replacing(
      /(Rating(?:><rdf:Description o:by='me'| rdf:parseType='Resource')><rdf:value>)1/, with: { "\($0.1)5" })
    #expect(edited == expected)
    #expect(try asset().values[.rating] == .integer(5))
  }

  /// The element of a keyword hierarchy.
  private static func tree(_ places: String...) -> String {
    "<lr:hierarchicalSubject xmlns:lr=\"http://ns.adobe.com/lightroom/1.0/\"><rdf:Bag>"
      + places.map { "<rdf:li>\($0)</rdf:li>" }.joined() + "</rdf:Bag></lr:hierarchicalSubject>"
  }

  @Test func `new properties follow the others, indented as they are`() throws {
    let change = MarkChange(
      rating: Rating(rawValue: 3), addedKeywords: ["A & B"], title: .set("T"), caption: .set("<C>"))
    #expect(
      try edit(Self.sidecar(""), change)
        == Self.sidecar(
          """

             <xmp:Rating>3</xmp:Rating>
             <dc:subject><rdf:Bag><rdf:li>A &amp; B</rdf:li></rdf:Bag></dc:subject>
             \(Self.tree("A &amp; B"))
             <dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>
             <dc:description><rdf:Alt><rdf:li xml:lang="x-default">&lt;C&gt;</rdf:li></rdf:Alt></dc:description>
          """))
  }

  @Test func `existing items are preserved, and new items are appended`() throws {
    func list(_ items: String, _ tree: String = "") -> String {
      Self.sidecar(
        "\r\n<dc:subject>\r\n\t<rdf:Seq><!-- s -->\(items)\r\n\t</rdf:Seq>\r\n</dc:subject>\(tree)")
    }
    let kept = "\r\n\t\t<rdf:li o:id='1'>A</rdf:li>\r\n\t\t<rdf:li xml:lang='de'><![CDATA[B]]></rdf:li>"
    #expect(
      try edit(
        list("\(kept)\r\n\t\t<rdf:li>C</rdf:li>"),
        MarkChange(addedKeywords: ["D", "A"], removedKeywords: ["C"]))
        == list("\(kept)\r\n\t\t<rdf:li>D</rdf:li>", "\r\n\(Self.tree("D", "A", "B"))"))
    #expect(
      try edit(list(kept), MarkChange(removedKeywords: ["A", "B"])) == Self.sidecar(""))
    // Plain strings, attributes and empty elements become arrays.
    for plain in ["<dc:subject>A</dc:subject>", "<dc:subject rdf:resource='A'/>"] {
      _ = try edit(Self.sidecar(plain), MarkChange(addedKeywords: ["B"]))
      #expect(try asset().values[.keywords] == .list(["A", "B"]))
    }
    _ = try edit(Self.sidecar("", attributes: " dc:subject='A'"), MarkChange(addedKeywords: ["B"]))
    #expect(try asset().values[.keywords] == .list(["A", "B"]))
    _ = try edit(Self.sidecar("<dc:subject><rdf:Bag/></dc:subject>"), MarkChange(addedKeywords: ["B"]))
    #expect(try asset().values[.keywords] == .list(["B"]))
  }

  @Test func `other languages are preserved`() throws {
    func title(_ text: String, _ first: String = "de") -> String {
      Self.sidecar(
        "<dc:title><rdf:Alt><rdf:li xml:lang='\(first)'>Titel</rdf:li>\(text)</rdf:Alt></dc:title>")
    }
    let change = MarkChange(title: .set("New"))
    #expect(
      try edit(title("<rdf:li xml:lang='X-Default'>Old</rdf:li>"), change)
        == title("<rdf:li xml:lang='X-Default'>New</rdf:li>"))
    #expect(try edit(title(""), change) == title("").replacing("Titel", with: "New"))
    // An empty title isn't in use.
    let french = title("<rdf:li xml:lang='fr'>Titre</rdf:li>").replacing("Titel", with: "")
    #expect(try edit(french, change) == french.replacing("Titre", with: "New"))
    #expect(
      try edit(title("<rdf:li xml:lang='x-default'>Old</rdf:li>"), MarkChange(title: .removed))
        == Self.sidecar(""))
  }

  @Test func `all occurrences of a property are changed`() throws {
    let more = """
      <rdf:Description rdf:about=""><xmp:Rating>2</xmp:Rating></rdf:Description>
      <o:Typed rdf:about="" xmp:Rating="3"/></rdf:RDF><rdf:RDF \(Self.declarations)>
      <rdf:Description xmp:Rating="4" o:kept="4"/></rdf:RDF>
      """
    let sidecar = Self.sidecar("", attributes: " xmp:Rating='1'").replacing("</rdf:RDF>", with: more)
      .replacing("x:xmpmeta", with: "o")
    let edited = try edit(sidecar, MarkChange(rating: Rating(rawValue: 5)))
    #expect(edited == sidecar.replacing(/(Rating(?:=|>)['"]?)\d/) { "\($0.1)5" })
    #expect(edited.matches(of: /Rating..?5/).count == 4)
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `sidecars keep their encoding`(mark: String) throws {
    let change = MarkChange(rating: Rating(rawValue: 5), addedKeywords: ["Größe", "雨"])
    let plain = Self.sidecar("<o:a>äöü</o:a>", attributes: " o:b='ß'")
    func check(_ bytes: [UInt8]) throws -> [UInt8] {
      let edited = try edit(bytes, change)
      #expect(try asset().values[.keywords] == .list(["Größe", "雨"]))
      #expect(try asset().values[.rating] == .integer(5))
      return edited
    }
    #expect(
      String(validating: try check(Array((mark + plain).utf8)), as: UTF8.self)?.contains("Größe") == true)
    let wide =
      Array((mark.isEmpty ? "<?xml version='1.0' encoding='UTF-16'?>" : mark).utf16) + Array(plain.utf16)
    for isBig in [true, false] {
      let edited = try check(
        wide.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] })
      let units = stride(from: 0, to: edited.count, by: 2).map {
        UInt16(edited[$0 + (isBig ? 0 : 1)]) << 8 | UInt16(edited[$0 + (isBig ? 1 : 0)])
      }
      #expect(String(decoding: units, as: UTF16.self).contains("<rdf:li>雨</rdf:li>"))
    }
    guard mark.isEmpty else { return }
    let narrow = "<?xml version=\"1.0\" encoding='ISO-8859-1'?>\(plain)".unicodeScalars.map {
      UInt8($0.value)
    }
    let edited = String(String.UnicodeScalarView(try check(narrow).map { Unicode.Scalar($0) }))
    #expect(edited.contains("<o:a>äöü</o:a>") && edited.contains(">Größe<") && edited.contains(">&#x96E8;<"))
  }

  @Test(arguments: ["windows-1252", "entities", "no RDF", "too large", "too many"])
  func `an uneditable sidecar remains unchanged`(reason: String) throws {
    let items = String(repeating: "<rdf:li>A</rdf:li>", count: 20_000)
    let sidecar =
      switch reason {
      case "windows-1252": "<?xml version='1.0' encoding='windows-1252'?>" + Self.sidecar("")
      case "entities": "<!DOCTYPE a [<!ENTITY b 'c'>]>" + Self.sidecar("&b;")
      case "no RDF": "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
      case "too large": Self.sidecar(String(repeating: " ", count: (8 << 20) - 1000))
      default: Self.sidecar("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
      }
    try tree.file("a.jpg.xmp", Array(sidecar.utf8))
    let change = MarkChange(addedKeywords: [String(repeating: "x", count: 2000)])
    #expect { try mark(change) } throws: { error in
      guard case MarkError.damaged(let path, let reason)? = error as? MarkError else { return false }
      return path == tree.at("a.jpg.xmp") && !reason.isEmpty
    }
    #expect(tree.bytes("a.jpg.xmp") == Array(sidecar.utf8))
  }

  @Test func `a sidecar of 6 MB takes little time`() throws {
    let text = "<o:a><![CDATA[\(String(repeating: "<a>&", count: 1_500_000))]]></o:a>"
    let start = ContinuousClock.now
    let sidecar = Self.sidecar(text, attributes: " xmp:Rating='1'")
    let edited = try edit(Array(sidecar.utf8), MarkChange(rating: Rating(rawValue: 5)))
    #expect(edited.count == sidecar.utf8.count)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test(.timeLimit(.minutes(1))) func `a tag with very many attributes takes time in proportion`() throws {
    let aliases = (1...20_000).map {
      " xmlns:p\($0)='http://ns.adobe.com/xap/1.0/' p\($0):Rating='1'"
    }
    let sidecar =
      "<rdf:RDF \(Self.declarations)><rdf:Description rdf:about=''\(aliases.joined())/></rdf:RDF>"
    let edited = try edit(sidecar, MarkChange(rating: Rating(rawValue: 5)))
    #expect(edited.matches(of: /Rating='5'/).count == 20_000)
  }

  @Test(arguments: ["rdf:nodeID='n'", "rdf:ID='n'"])
  func `a description of something else takes no marks`(subject: String) throws {
    let other = "<rdf:Description \(subject)><o:k>1</o:k></rdf:Description>"
    let sidecar = """
      <rdf:RDF \(Self.declarations)>\(other)<rdf:Description rdf:about=''><o:a>1</o:a></rdf:Description></rdf:RDF>
      """
    let edited = try edit(sidecar, MarkChange(rating: Rating(rawValue: 5)))
    #expect(edited.contains(other + "<rdf:Description rdf:about=''><o:a>1</o:a><xmp:Rating>5<"))
  }

  @Test func `new properties are not written in a namespace that only looks like theirs`() throws {
    let sidecar = Self.sidecar("").replacing("xap/1.0/\"", with: "xap/1.0\"")
    let edited = try edit(sidecar, MarkChange(rating: Rating(rawValue: 5)))
    #expect(edited.contains("<xmp:Rating xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">5</xmp:Rating>"))
  }
}
