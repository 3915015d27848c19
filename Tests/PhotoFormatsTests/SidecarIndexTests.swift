import Testing

@testable import PhotoFiles
@testable import PhotoFormats

/// The names of sidecars and their photos.
struct SidecarIndexTests {
  private func sidecars(of photo: String, among names: [String]) throws -> [String] {
    let index = try #require(SidecarIndex((names + [photo]).map(Self.name)))
    return index.sidecars(of: Self.name(photo)).map(\.text)
  }

  private static func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test(arguments: [
    ("IMG.CR2", ["IMG.CR2.xmp"], ["IMG.CR2.xmp"]),
    ("IMG.CR2", ["IMG.xmp", "IMG.CR2.xmp"], ["IMG.CR2.xmp", "IMG.xmp"]),
    ("IMG.CR2", ["IMG.XMP"], ["IMG.XMP"]),
    ("IMG.CR2", ["IMG.cr2.xmp"], ["IMG.cr2.xmp"]),
    ("IMG.cr2", ["IMG.CR2.XMP"], ["IMG.CR2.XMP"]),
    ("IMG.CR2", ["img.CR2.xmp", "IMG_2.CR2.xmp", "IMG.NEF.xmp", "IMGxmp", ".xmp"], []),
    // Two files that differ only in case have separate sidecars.
    ("IMG.CR2", ["IMG.cr2", "IMG.cr2.xmp"], []),
    ("plain", ["plain.xmp"], ["plain.xmp"]),
    ("a.b.jpg", ["a.b", "a.b.xmp"], []),
  ])
  func `XMP has the name of its photo, or the stem`(photo: String, names: [String], found: [String]) throws {
    #expect(try sidecars(of: photo, among: names) == found)
  }

  @Test(arguments: [
    ("IMG.CR2", ["IMG.CR2.xmp", "IMG.xmp"], ["IMG.CR2.xmp", "IMG.xmp"]),
    ("IMG.CR2", ["IMG.CR2.xmp", "IMG.xmp", "IMG.jpg"], ["IMG.CR2.xmp"]),
    ("IMG.CR2", ["IMG.CR2.xmp", "IMG.xmp", "IMG.txt", "IMG_2.jpg"], ["IMG.CR2.xmp", "IMG.xmp"]),
    ("IMG.jpg", ["IMG.jpg.json", "IMG-edited.jpg"], []),
    ("IMG.jpg", ["IMG.jpg.json", "IMGA.jpg"], ["IMG.jpg.json"]),
    ("IMG.jpg", [], []),
  ])
  func `a sidecar that another photo has too is not a photo's own`(
    photo: String, names: [String], found: [String]
  ) throws {
    let owners = SidecarOwners((names + [photo]).map(Self.name))
    #expect(owners.sidecars(of: Self.name(photo)).map(\.text) == found)
  }

  @Test(arguments: [
    ("\u{E9}.CR2", ["e\u{301}.CR2.xmp"], ["e\u{301}.CR2.xmp"]),
    ("e\u{301}.CR2", ["\u{E9}.xmp", "\u{E9}_01.CR2.xmp"], ["\u{E9}.xmp", "\u{E9}_01.CR2.xmp"]),
    ("\u{304C}.jpg", ["\u{304B}\u{3099}.AAE"], ["\u{304B}\u{3099}.AAE"]),
    ("\u{AC00}.jpg", ["\u{1100}\u{1161}.jpg.json"], ["\u{1100}\u{1161}.jpg.json"]),
    // The own spelling has precedence, and photos whose names are equivalent have separate sidecars.
    ("\u{E9}.CR2", ["e\u{301}.CR2.xmp", "\u{E9}.CR2.xmp"], ["\u{E9}.CR2.xmp"]),
    ("\u{E9}.CR2", ["e\u{301}.CR2", "e\u{301}.CR2.xmp"], []),
    ("e\u{301}.CR2", ["\u{E9}.CR2", "e\u{301}.CR2.xmp", "\u{E9}.CR2.xmp"], ["e\u{301}.CR2.xmp"]),
    // Compatibility equivalence isn't sufficient.
    ("\u{FB01}.CR2", ["fi.CR2.xmp"], []),
  ])
  func `composed and decomposed names belong together`(photo: String, names: [String], found: [String]) throws
  {
    #expect(try sidecars(of: photo, among: names).map { Array($0.utf8) } == found.map { Array($0.utf8) })
  }

  @Test func `names that are no UTF-8 are compared by bytes`() {
    let names = [[0xE9, 0x2E], [0xE8, 0x2E]].map { FileName(unchecked: $0 + Array("jpg".utf8)) }
    let packet = FileName(unchecked: names[0].bytes + Array(".xmp".utf8))
    let index = SidecarIndex(names + [packet])
    #expect(index?.sidecars(of: names[0]) == [packet] && index?.sidecars(of: names[1]) == [])
  }

  @Test(arguments: [
    ("IMG.CR2", ["IMG_01.CR2.xmp"], ["IMG_01.CR2.xmp"]),
    (
      "IMG.CR2", ["IMG_10.CR2.xmp", "IMG_02.CR2.xmp", "IMG.xmp", "IMG.CR2.xmp"],
      ["IMG.CR2.xmp", "IMG.xmp", "IMG_02.CR2.xmp", "IMG_10.CR2.xmp"]
    ),
    // A photo of that name owns it.
    ("IMG.CR2", ["IMG_01.CR2", "IMG_01.CR2.xmp"], []),
    ("IMG_01.CR2", ["IMG.CR2", "IMG_01.CR2.xmp"], ["IMG_01.CR2.xmp"]),
    (".CR2", ["_01.CR2.xmp"], []),
    ("IMG.CR2", ["IMG_00.CR2.xmp", "IMG_1.CR2.xmp", "IMG01.CR2.xmp", "IMG_01.xmp", "IMG_12345.CR2.xmp"], []),
  ])
  func `darktable's further versions belong to the same photo`(
    photo: String, names: [String], found: [String]
  ) throws {
    #expect(try sidecars(of: photo, among: names) == found)
  }

  @Test(arguments: [
    ("IMG_0001.HEIC", ["IMG_0001.AAE"], ["IMG_0001.AAE"]),
    ("IMG_0001.MOV", ["IMG_0001.aae"], ["IMG_0001.aae"]),
    ("IMG_0001.JPG", ["IMG_O0001.AAE", "IMG_0001.AAE"], ["IMG_0001.AAE", "IMG_O0001.AAE"]),
    ("IMG_E0001.HEIC", ["IMG_0001.AAE", "IMG_O0001.AAE"], []),
    ("IMG_00011.JPG", ["IMG_0001.AAE"], []),
  ])
  func `a list of edits has the stem of its photo`(photo: String, names: [String], found: [String]) throws {
    #expect(try sidecars(of: photo, among: names) == found)
  }

  @Test func `a sidecar has no sidecar, and a folder without any costs no index`() throws {
    #expect(try sidecars(of: "IMG.xmp", among: ["IMG.xmp.xmp", "IMG.json"]) == [])
    #expect(SidecarIndex([Self.name("IMG.CR2"), Self.name("xmp"), Self.name(".json")]) == nil)
    #expect(SidecarIndex([FileName]()) == nil)
  }

  @Test func `what each has to say comes in this order`() throws {
    let names = ["a.jpg.json", "a.AAE", "a_01.jpg.xmp", "a.xmp", "a.jpg.xmp"]
    #expect(try sidecars(of: "a.jpg", among: names) == names.reversed())
  }

  @Test func `names that are no UTF-8 have sidecars too`() throws {
    let photo = FileName(unchecked: [0xE9, 0x2E, 0x6A, 0x70, 0x67])
    let long = FileName(unchecked: [UInt8](repeating: 0xE9, count: 60) + Array(".jpg".utf8))
    let names = [
      FileName(unchecked: photo.bytes + Array(".xmp".utf8)),
      FileName(unchecked: Array(long.bytes.prefix(46)) + Array(".json".utf8)),
    ]
    let index = try #require(SidecarIndex(names + [photo, long]))
    #expect(index.sidecars(of: photo) == [names[0]])
    #expect(index.sidecars(of: long) == [names[1]])
  }

  @Test func `a link is no sidecar`() {
    let link = OpenFolder.Entry(name: Self.name("a.jpg.xmp"), kind: .symbolicLink)
    let photo = OpenFolder.Entry(name: Self.name("a.jpg"), kind: .symbolicLink)
    let file = OpenFolder.Entry(name: Self.name("a.xmp"), kind: .regular)
    #expect(SidecarIndex([link, photo]) == nil)
    #expect(SidecarIndex([link, photo, file])?.sidecars(of: photo.name) == [file.name])
  }
}
