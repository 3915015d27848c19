import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

/// Photos whose sidecars are spelled in another normalization form.
struct SidecarSpellingTests {
  private let tree: TemporaryTree
  private let composed = "\u{E9}.jpg"
  private let decomposed = "e\u{301}.jpg"

  init() throws { tree = try TemporaryTree() }

  private func mark(_ name: String, _ rating: Int) throws {
    let asset = try LibraryScanner().read(tree.at(FilePath(name)))
    _ = try PhotoMarker(journals: tree.at("state")).mark(
      asset, with: MarkChange(rating: Rating(rawValue: rating)))
  }

  private func rating(_ name: String) throws -> FieldValue? {
    try LibraryScanner().read(tree.at(FilePath(name))).values[.rating]
  }

  @Test func `a mark changes the sidecar in the other form`() throws {
    try tree.file(FilePath(composed), PictureBuilder.jpeg())
    try tree.file(FilePath(decomposed + ".xmp"), SidecarFile.xmp(rating: 3, of: "jpg"))
    #expect(try rating(composed) == .integer(3))
    try mark(composed, 5)
    #expect(try rating(composed) == .integer(5))
    #expect(tree.bytes(FilePath(composed + ".xmp")) == nil)
  }

  @Test(arguments: ["\u{1EBF}.jpg", "e\u{302}\u{301}.jpg"])
  func `a mark changes the sidecar whose letters are composed only in part`(photo: String) throws {
    // Windows composes Vietnamese letters, but not their tones.
    let sidecar = FilePath("\u{EA}\u{301}.jpg.xmp")
    try tree.file(FilePath(photo), PictureBuilder.jpeg())
    try tree.file(sidecar, SidecarFile.xmp(rating: 3, of: "jpg"))
    try mark(photo, 5)
    #expect(try rating(photo) == .integer(5))
    #expect(tree.bytes(FilePath(photo + ".xmp")) == nil)
  }

  @Test func `a photo gets no sidecar that may belong to another with an equivalent name`() throws {
    let (photo, twin) = ("\u{1EBF}.jpg", "e\u{302}\u{301}.jpg")
    for name in [photo, twin] { try tree.file(FilePath(name), PictureBuilder.jpeg()) }
    try tree.file("\u{EA}\u{301}.jpg.xmp", SidecarFile.xmp(rating: 3, of: "jpg"))
    try mark(photo, 5)
    #expect(try rating(photo) == .integer(5))
    #expect(tree.bytes(FilePath(photo + ".xmp")) != nil)
  }

  @Test func `photos whose names are equivalent have separate sidecars`() throws {
    for name in [composed, decomposed] { try tree.file(FilePath(name), PictureBuilder.jpeg()) }
    try mark(composed, 5)
    try mark(decomposed, 2)
    #expect(try rating(composed) == .integer(5))
    #expect(try rating(decomposed) == .integer(2))
  }
}
