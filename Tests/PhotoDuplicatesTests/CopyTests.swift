import PhotoDuplicates
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

struct CopyTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func groups(_ change: (inout DuplicateFinder) -> Void = { _ in }) async throws -> [[String]] {
    var finder = DuplicateFinder(cache: ThumbnailCache(folder: nil, version: "1"))
    finder.kinds = [.copy]
    change(&finder)
    let assets = try await LibraryScanner().scan([tree.path]).assets
    return try await finder.groups(of: assets).groups.map { $0.assets.map(\.name.text) }
  }

  private static func photo(_ last: UInt8, padding: Int = 100_000) -> [UInt8] {
    var photo = PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = padding }
    photo[photo.count - 1] = last
    return photo
  }

  @Test func `copies are grouped by all of their bytes`() async throws {
    for name in ["a.jpg", "c.jpg", "sub/e.jpg"] { try tree.file(FilePath(name), Self.photo(1)) }
    for name in ["b.jpg", "d.jpg"] { try tree.file(FilePath(name), Self.photo(2)) }
    try tree.file("f.jpg", Self.photo(3))
    let found = try await groups()
    #expect(found.map(Set.init) == [["a.jpg", "c.jpg", "e.jpg"], ["b.jpg", "d.jpg"]])
  }

  @Test func `equal ends do not make copies`() async throws {
    for number in 0..<9 {
      var photo = Self.photo(1, padding: 200_000)
      photo[100_000] = UInt8(number / 2)
      try tree.file(FilePath("\(number).jpg"), photo)
    }
    let found = try await groups()
    #expect(
      found.map(Set.init) == [
        ["0.jpg", "1.jpg"], ["2.jpg", "3.jpg"], ["4.jpg", "5.jpg"], ["6.jpg", "7.jpg"],
      ])
  }

  @Test func `several names of a file are no copies`() async throws {
    try tree.file("a.jpg", Self.photo(1))
    #expect(link(tree.at("a.jpg").string, tree.at("b.jpg").string) == 0)
    #expect(symlink(tree.at("a.jpg").string, tree.at("c.jpg").string) == 0)
    #expect(try await groups().isEmpty)
    try tree.file("d.jpg", Self.photo(1))
    #expect(try await groups().map(Set.init) == [["a.jpg", "d.jpg"]])
  }

  @Test func `a copy in the preferred folder is the best`() async throws {
    for name in ["a/1.jpg", "ab/2.jpg", "b/3.jpg"] { try tree.file(FilePath(name), Self.photo(1)) }
    let folder = tree.at("b")
    #expect(try await groups { $0.ranking = DuplicateRanking(preferring: folder) }.first?.first == "3.jpg")
    let other = tree.at("a")
    #expect(try await groups { $0.ranking = DuplicateRanking(preferring: other) }.first?.first == "1.jpg")
  }
}
