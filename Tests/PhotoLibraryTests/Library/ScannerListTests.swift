import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// What a scan would pass over if it stood in a folder.
struct ScannerListTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  @Test func `a file is passed over if neither its name nor its content is that of a photo`() throws {
    try tree.file("photo", PictureBuilder.jpeg())
    try tree.file("clip.dat", PictureBuilder.movie(created: 0))
    try tree.file("broken.jpg", Array("text".utf8))
    try tree.file("empty.PNG", [])
    try tree.file("notes.txt", Array("text".utf8))
    try tree.file("empty", [])
    try tree.file("short", [0xFF])
    try tree.folder("folder")
    try tree.symbolicLink("link", to: "photo")
    try tree.symbolicLink("link to text", to: "notes.txt")
    func isPassedOver(_ place: FilePath) -> Bool { LibraryScanner.passesOver(tree.at(place)) }
    for place in ["photo", "clip.dat", "broken.jpg", "empty.PNG", "folder", "link", "gone.txt"] as [FilePath]
    {
      #expect(!isPassedOver(place), "\(place)")
    }
    for place in ["notes.txt", "empty", "short", "link to text"] as [FilePath] {
      #expect(isPassedOver(place), "\(place)")
    }
    #expect(LibraryScanner.passesOver("/dev/null"))
    #expect(!LibraryScanner.passesOver("/"))
  }
}
