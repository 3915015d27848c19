import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

struct PhotoMarkerTests: MarkingTests {
  let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  @discardableResult
  private func mark(
    _ name: FilePath, _ change: MarkChange, _ form: SidecarForm? = nil
  ) throws -> MarkedPhoto.Outcome {
    try PhotoMarker(naming: SidecarNaming(form), journals: journals).mark(asset(name), with: change).outcome
  }

  private func fields(_ name: FilePath) throws -> [MetadataField: FieldValue] {
    let values = try asset(name).values
    return Dictionary(
      uniqueKeysWithValues: [MetadataField.rating, .label, .keywords, .keywordTree, .title, .caption]
        .compactMap { field in values[field].map { (field, $0) } })
  }

  @Test func `marks are readable, and the photo is unchanged`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    let before = tree.bytes("a.jpg")
    let change = MarkChange(
      rating: Rating(rawValue: 4), label: .set("Red"), addedKeywords: ["Travel/Kyoto", "Rain"],
      title: .set("Pavilion <&>"), caption: .set("Nach dem Regen – 雨"))
    #expect(try mark("a.jpg", change) == .made)
    #expect(tree.bytes("a.jpg") == before)
    #expect(
      try fields("a.jpg") == [
        .rating: .integer(4), .label: .text("Red"), .keywords: .list(["Kyoto", "Rain"]),
        .keywordTree: .list(["Travel/Kyoto", "Rain"]), .title: .text("Pavilion <&>"),
        .caption: .text("Nach dem Regen – 雨"),
      ])
    #expect(try mark("a.jpg", change) == .unchanged)
    #expect(try mark("a.jpg", MarkChange(rating: .rejected, label: .removed)) == .changed)
    #expect(try asset("a.jpg").values[.rating] == .integer(-1))
    #expect(try asset("a.jpg").values[.label] == nil)
    #expect(try mark("a.jpg", MarkChange(removedKeywords: ["Kyoto"], title: .removed)) == .changed)
    #expect(try asset("a.jpg").values[.keywords] == .list(["Rain"]))
    #expect(try asset("a.jpg").values[.keywordTree] == .list(["Rain"]))
    #expect(try asset("a.jpg").values[.title] == nil)
  }

  @Test(arguments: 252...255)
  func `a name too long for the usual sidecar gets the short form`(length: Int) throws {
    // Without ".jpeg", there is room for ".xmp".
    let stem = String(repeating: "a", count: length - 5)
    let name = FilePath("\(stem).jpeg")
    try tree.file(name, PictureBuilder.jpeg("2014:05:13 12:00:00"))
    #expect(try mark(name, MarkChange(rating: Rating(rawValue: 3)), .full) == .made)
    #expect(tree.bytes(FilePath("\(stem).xmp")) != nil)
    #expect(try asset(name).values[.rating] == .integer(3))
    #expect(try mark(name, MarkChange(rating: Rating(rawValue: 4)), .full) == .changed)
  }

  @Test func `a photo whose name leaves no room for a sidecar is named, and can be marked itself`() throws {
    let name = FilePath(String(repeating: "a", count: 253) + ".j")
    try tree.file(name, PictureBuilder.jpeg("2014:05:13 12:00:00"))
    let (photo, change) = (try asset(name), MarkChange(rating: Rating(rawValue: 3)))
    #expect(throws: MarkError.nameTooLong(photo: photo.path)) {
      try PhotoMarker(journals: journals).mark(photo, with: change)
    }
    #expect(try PhotoMarker(journals: journals).embed(change, in: photo).map(\.outcome) == [.changed])
    #expect(try asset(name).values[.rating] == .integer(3))
    #expect(try PhotoMarker(journals: journals).embed(change, in: asset(name)).map(\.outcome) == [.unchanged])
  }

  @Test func `every keyword has a place in the tree, which is all that darktable reads of them`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try tree.file("a.jpg.xmp", SidecarFile.xmp(keyword: "Old"))
    let before = tree.bytes("a.jpg.xmp")
    func keywords() throws -> [FieldValue?] {
      let values = try asset("a.jpg").values
      return [values[.keywords], values[.keywordTree]]
    }
    try mark("a.jpg", MarkChange(addedKeywords: ["Rain", "Travel/Kyoto", "A|B"]))
    #expect(
      try keywords() == [
        .list(["Old", "Rain", "Kyoto", "A|B"]), .list(["Travel/Kyoto", "Rain", "A/B", "Old"]),
      ])
    // An existing position isn't duplicated.
    #expect(try mark("a.jpg", MarkChange(addedKeywords: ["Kyoto", "Old", "A|B"])) == .unchanged)
    try mark("a.jpg", MarkChange(addedKeywords: ["Work/Kyoto"], removedKeywords: ["Rain", "A|B"]))
    #expect(
      try keywords() == [.list(["Old", "Kyoto"]), .list(["Travel/Kyoto", "Old", "Work/Kyoto"])])
    // The keyword remains while it has a position.
    try mark("a.jpg", MarkChange(removedKeywords: ["Travel/Kyoto"]))
    #expect(try keywords() == [.list(["Old", "Kyoto"]), .list(["Old", "Work/Kyoto"])])
    try mark("a.jpg", MarkChange(removedKeywords: ["Kyoto", "Old"]))
    #expect(try keywords() == [nil, nil])
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    #expect(tree.bytes("a.jpg.xmp") == before)
  }

  @Test func `removing a keyword creates no hierarchy`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try tree.file("a.jpg.xmp", SidecarFile.xmp(keyword: "Old"))
    try mark("a.jpg", MarkChange(removedKeywords: ["New"]))
    #expect(!text("a.jpg.xmp").contains("hierarchicalSubject"))
  }

  @Test func `no stars is no rating, and makes no sidecar`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    #expect(try mark("a.jpg", MarkChange(rating: Rating.none)) == .unchanged)
    #expect(tree.names() == ["a.jpg"])
    try mark("a.jpg", MarkChange(rating: Rating(rawValue: 3)))
    #expect(try mark("a.jpg", MarkChange(rating: Rating.none)) == .changed)
    #expect(try asset("a.jpg").values[.rating] == nil)
    #expect(!text("a.jpg.xmp").contains("Rating"))
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(try asset("a.jpg").values[.rating] == .integer(3))
  }

  @Test func `an explicit 0 overrides the photo's own rating`() throws {
    try tree.file("a.jpg", photo(with: "xmp:Rating=\"4\"", ""))
    try #require(try asset("a.jpg").values[.rating] == .integer(4))
    #expect(try mark("a.jpg", MarkChange(rating: Rating.none)) == .made)
    #expect(try asset("a.jpg").values[.rating] == nil && text("a.jpg.xmp").contains("Rating"))
    #expect(try mark("a.jpg", MarkChange(rating: Rating.none)) == .unchanged)
    try mark("a.jpg", MarkChange(rating: Rating(rawValue: 2)))
    try mark("a.jpg", MarkChange(rating: Rating.none))
    #expect(try asset("a.jpg").values[.rating] == nil && text("a.jpg.xmp").contains("Rating"))
  }

  /// A JPEG whose XMP contains the given attributes and elements.
  private func photo(with attributes: String, _ elements: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let segment = Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8), size = segment.count + 2
    let jpeg = PictureBuilder.jpeg("2014:05:13 12:00:00")
    return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)] + segment + jpeg.dropFirst(2)
  }

  @Test func `properties of other applications are preserved`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    let history = """
      <darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:operation="rawprepare" \
      darktable:params="gz03eJxjYGBg"/></rdf:Seq></darktable:history>
      """
    try tree.file(
      "a.jpg.xmp",
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:darktable="http://darktable.sf.net/"
          xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmp:Rating="1" crs:Exposure2012="+0.35"
          digiKam:ColorLabel="3">\(history)</rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8))
    let before = text("a.jpg.xmp")
    #expect(try mark("a.jpg", MarkChange(rating: Rating(rawValue: 5), label: .set("Blue"))) == .changed)
    let written = text("a.jpg.xmp")
    for part in [
      "darktable:operation=\"rawprepare\"", "darktable:params=\"gz03eJxjYGBg\"", "crs:Exposure2012=\"+0.35\"",
      "xmp:Rating=\"5\"", "<xmp:Label>Blue<", "digiKam:ColorLabel=\"5\"", "<xmp:MetadataDate>",
    ] { #expect(written.contains(part), "\(part)") }
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(text("a.jpg.xmp") == before)
  }

  private func sidecar(_ attributes: String, _ elements: String = "") throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:darktable="http://darktable.sf.net/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
        xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/" \(attributes)>\(elements)</rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """
    try tree.file("a.jpg.xmp", Array(text.utf8))
  }

  @Test func `the label of darktable follows the label`() throws {
    let labels =
      "<darktable:colorlabels><rdf:Seq><rdf:li>1</rdf:li><rdf:li>3</rdf:li></rdf:Seq></darktable:colorlabels>"
    try sidecar("", labels)
    let before = text("a.jpg.xmp")
    #expect(try asset("a.jpg").values[.label] == .text("Yellow"))
    try mark("a.jpg", MarkChange(label: .set("Red")))
    #expect(text("a.jpg.xmp").contains("<rdf:Seq><rdf:li>0</rdf:li></rdf:Seq>"))
    try mark("a.jpg", MarkChange(label: .removed))
    #expect(try asset("a.jpg").values[.label] == nil && !text("a.jpg.xmp").contains("<rdf:li>"))
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    #expect(text("a.jpg.xmp") == before)
  }

  @Test func `a sidecar of darktable without labels gets one`() throws {
    try sidecar("darktable:xmp_version=\"5\"")
    try mark("a.jpg", MarkChange(label: .set("Purple")))
    #expect(text("a.jpg.xmp").contains("<darktable:colorlabels><rdf:Seq><rdf:li>4</rdf:li></rdf:Seq>"))
    try tree.file("b.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try mark("b.jpg", MarkChange(label: .set("Purple")))
    #expect(!text("b.jpg.xmp").contains("darktable"))
  }

  @Test(
    arguments: [("Purple", "6"), ("Magenta", "6"), ("White", "9"), ("Winner", nil)] as [(String, String?)])
  func `the number of digiKam follows the label`(label: String, number: String?) throws {
    try sidecar("digiKam:ColorLabel=\"1\"")
    try mark("a.jpg", MarkChange(label: .set(label)))
    #expect(text("a.jpg.xmp").contains("digiKam:ColorLabel=\"\(number ?? "")") == (number != nil))
    #expect(try asset("a.jpg").values[.label] == .text(label))
  }

  @Test func `ratings of Windows and digiKam follow the rating`() throws {
    try sidecar("MicrosoftPhoto:Rating=\"75\" digiKam:PickLabel=\"1\"")
    for (rating, parts) in [
      (3, ["MicrosoftPhoto:Rating=\"50\"", "digiKam:PickLabel=\"0\""]), (-1, ["digiKam:PickLabel=\"1\""]),
      (0, ["digiKam:PickLabel=\"0\""]),
    ] {
      try mark("a.jpg", MarkChange(rating: Rating(rawValue: rating)))
      for part in parts { #expect(text("a.jpg.xmp").contains(part), "\(rating)") }
      #expect(try asset("a.jpg").values[.rating] == (rating == 0 ? nil : .integer(Int64(rating))))
    }
    #expect(!text("a.jpg.xmp").contains("MicrosoftPhoto:Rating"))
  }

  @Test func `added keywords don't hide the photo's own`() throws {
    let subject = "<dc:subject><rdf:Bag><rdf:li>Old</rdf:li></rdf:Bag></dc:subject>"
    try tree.file("a.jpg", photo(with: "", subject))
    try #require(try asset("a.jpg").values[.keywords] == .list(["Old"]))
    try mark("a.jpg", MarkChange(addedKeywords: ["New", "Old"]))
    #expect(try asset("a.jpg").values[.keywords] == .list(["Old", "New"]))
  }

  @Test func `the sidecar that is there is taken, and another photo's is not`() throws {
    let jpeg = PictureBuilder.jpeg("2014:05:13 12:00:00")
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.JPG"] { try tree.file(FilePath(name), jpeg) }
    try tree.file("a.xmp", SidecarFile.xmp(rating: 1, of: "JPG"))
    try tree.file("b.xmp", SidecarFile.xmp(rating: 1, of: "CR2"))
    let change = MarkChange(rating: Rating(rawValue: 3))
    #expect(try mark("a.jpg", change) == .changed)
    #expect(try mark("b.jpg", change, .adobe) == .made)
    #expect(try mark("c.jpg", change, .adobe) == .made)
    #expect(try mark("d.JPG", change, .full) == .made)
    #expect(
      tree.names() == [
        "a.jpg", "a.xmp", "b.jpg", "b.jpg.xmp", "b.xmp", "c.jpg", "c.xmp", "d.JPG", "d.JPG.xmp", "state",
      ])
    #expect(text("c.xmp").contains("<photoshop:SidecarForExtension>jpg<"))
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.JPG"] {
      #expect(try asset(FilePath(name)).values[.rating] == .integer(3), "\(name)")
    }
  }

  @Test func `a new sidecar has the form of the folder, for RAW and other photos separately`() throws {
    let jpeg = PictureBuilder.jpeg("2014:05:13 12:00:00")
    let raw = Array("II*\0\u{10}\0\0\0CR\u{02}\0".utf8) + [UInt8](repeating: 0, count: 64)
    for name in ["a", "b"] {
      try tree.file(FilePath("\(name).jpg"), jpeg)
      try tree.file(FilePath("\(name)_raw.CR2"), raw)
    }
    try #require(try asset("a_raw.CR2").format == .raw)
    try tree.file("a_raw.xmp", SidecarFile.xmp(rating: 1))
    // A sidecar that names no extension isn't a JPEG's.
    try tree.file("a.xmp", SidecarFile.xmp(rating: 1))
    let change = MarkChange(rating: Rating(rawValue: 3))
    try mark("b_raw.CR2", change)
    try mark("b.jpg", change)
    #expect(
      tree.names() == [
        "a.jpg", "a.xmp", "a_raw.CR2", "a_raw.xmp", "b.jpg", "b.jpg.xmp", "b_raw.CR2", "b_raw.xmp", "state",
      ])
    try tree.file("c/a.jpg", jpeg)
    try tree.file("c/a.xmp", SidecarFile.xmp(rating: 1, of: "JPG"))
    try tree.file("c/b.jpg", jpeg)
    try mark("c/b.jpg", change)
    #expect(tree.names("c") == ["a.jpg", "a.xmp", "b.jpg", "b.xmp"])
  }

  @Test func `without sidecars in the folder, the usual form applies`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try tree.file("b/b.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    let change = MarkChange(rating: .rejected)
    for (naming, name) in [
      (SidecarNaming(usual: .adobe), "a.xmp"), (SidecarNaming(.full, usual: .adobe), "b/b.jpg.xmp"),
    ] {
      let photo = FilePath(name == "a.xmp" ? "a.jpg" : "b/b.jpg")
      let marked = try PhotoMarker(naming: naming, journals: journals).mark(asset(photo), with: change)
      #expect(marked.sidecar == tree.at(FilePath(name)))
    }
  }

  @Test func `every added keyword is in the hierarchy, flat ones too`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try mark("a.jpg", MarkChange(addedKeywords: ["Rain", "Travel/Kyoto"]))
    // darktable imports only lr:hierarchicalSubject if there is one, with | between levels.
    for part in [
      "<lr:hierarchicalSubject><rdf:Bag><rdf:li>Travel|Kyoto</rdf:li><rdf:li>Rain</rdf:li></rdf:Bag>",
      "<dc:subject><rdf:Bag><rdf:li>Rain</rdf:li><rdf:li>Kyoto</rdf:li></rdf:Bag>",
    ] { #expect(text("a.jpg.xmp").contains(part)) }
  }

  @Test(arguments: [
    "", "<a/>", "not XML",
    "<!DOCTYPE a [<!ENTITY b 'c'>]><x:xmpmeta xmlns:x='adobe:ns:meta/'>&b;</x:xmpmeta>",
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
  ])
  func `an invalid sidecar remains unchanged`(content: String) throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try tree.file("a.jpg.xmp", Array(content.utf8))
    #expect { try mark("a.jpg", MarkChange(rating: Rating(rawValue: 3))) } throws: { error in
      if case MarkError.damaged(let sidecar, _)? = error as? MarkError {
        sidecar == tree.at("a.jpg.xmp")
      } else {
        false
      }
    }
    #expect(text("a.jpg.xmp") == content)
    #expect(try PhotoMarker.undoLast(journals: journals) == nil)
  }

  @Test func `a link in the place of a sidecar is not written through`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try tree.file("secret", [1])
    try tree.symbolicLink("a.jpg.xmp", to: tree.at("secret"))
    #expect(throws: MarkError.system(sidecar: tree.at("a.jpg"), .fileExists)) {
      try mark("a.jpg", MarkChange(rating: Rating(rawValue: 3)))
    }
    #expect(tree.bytes("secret") == [1])
  }

  @Test func `markers are undone one by one, except for later changes`() throws {
    for name in ["a.jpg", "b.jpg"] {
      try tree.file(FilePath(name), PictureBuilder.jpeg("2014:05:13 12:00:00"))
    }
    let first = PhotoMarker(journals: journals)
    for name in ["a.jpg", "b.jpg"] {
      _ = try first.mark(
        asset(FilePath(name)), with: MarkChange(rating: Rating(rawValue: 2), label: .set("Red")))
    }
    try mark("a.jpg", MarkChange(rating: Rating(rawValue: 5)))
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(try asset("a.jpg").values[.rating] == .integer(2))
    // Another application rates b.
    let other = text("b.jpg.xmp").replacing("<xmp:Rating>2", with: "<xmp:Rating>4")
    try tree.file("b.jpg.xmp", Array(other.utf8))
    let result = try #require(try PhotoMarker.undoLast(journals: journals))
    #expect(result.problems == [.changedSince(sidecar: tree.at("b.jpg.xmp"))])
    #expect(result.sidecars.map(\.outcome) == [.restored, .removed])
    #expect(try asset("b.jpg").values[.rating] == .integer(4))
    #expect(try asset("b.jpg").values[.label] == nil)
    #expect(try PhotoMarker.undoLast(journals: journals) == nil)
  }

  @Test func `undo removes a new sidecar`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    try mark("a.jpg", MarkChange(rating: .rejected))
    let result = try #require(try PhotoMarker.undoLast(journals: journals))
    #expect(result.sidecars.map(\.outcome) == [.removed])
    #expect(result.sidecars.map(\.sidecar) == [tree.at("a.jpg.xmp")])
    #expect(tree.names() == ["a.jpg", "state"])
    // Also after a change and its reversal, but not after an unrelated addition.
    try mark("a.jpg", MarkChange(rating: .rejected))
    try mark("a.jpg", MarkChange(rating: Rating(rawValue: 1)))
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.removed])
    try mark("a.jpg", MarkChange(rating: .rejected), .adobe)
    try tree.file(
      "a.xmp",
      Array(text("a.xmp").replacing("<xmp:Rating>", with: "<xmp:Nickname>x</xmp:Nickname><xmp:Rating>").utf8))
    #expect(try PhotoMarker.undoLast(journals: journals)?.sidecars.map(\.outcome) == [.restored])
    #expect(text("a.xmp").contains("Nickname") && !text("a.xmp").contains("Rating"))
  }

  @Test func `ratings and texts have limits`() {
    #expect([-2, -1, 0, 5, 6].map { Rating(rawValue: $0)?.rawValue } == [nil, -1, 0, 5, nil])
    #expect(MarkChange(title: .set("a\u{1B}b")).unwritableText == "a\u{1B}b")
    #expect(MarkChange(caption: .set("two\nlines\tand – 雨")).unwritableText == nil)
    let long = String(repeating: "x", count: MarkChange.textLimit + 1)
    #expect(MarkChange(addedKeywords: [long]).unwritableText == long)
  }
}
