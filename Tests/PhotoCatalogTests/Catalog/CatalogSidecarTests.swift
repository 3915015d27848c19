import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// The catalog returns the same photos with sidecars as a scan without a catalog.
struct CatalogSidecarTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private var location: CatalogLocation { CatalogLocation(tree.at("catalog.sqlite")) }

  private func photo(_ place: FilePath) throws { try tree.file(place, PictureBuilder.png()) }

  private func move(_ old: FilePath, to new: FilePath) throws {
    try #require(rename(tree.at(old).string, tree.at(new).string) == 0)
  }

  /// Returns the ratings of the photos by path, after comparing all ways to read them.
  private func ratings() async throws -> [String: Double?] {
    let roots = [tree.at("photos")]
    let fresh = try await LibraryScanner().scan(roots)
    let known = try await PhotoLibrary(roots: roots, catalog: try Catalog(location)).snapshot()
    let alone = try await CatalogQuery(roots: roots, options: ScanOptions()).snapshot(
      of: try Catalog(location))
    #expect(known.assets.elementsEqual(fresh.assets) { $0.isUnchanged(since: $1) })
    #expect(alone.assets.elementsEqual(fresh.assets) { $0.isUnchanged(since: $1) })
    #expect(known.remarks == fresh.remarks)
    return Dictionary(
      uniqueKeysWithValues: fresh.assets.map { ($0.name.text, $0.values[.rating]?.number) })
  }

  @Test func `added, changed, deleted and moved sidecars of unchanged photos are noticed`() async throws {
    for name in ["change", "come", "go", "move", "damage", "mend", "trip/moved", "trip/alone"] {
      try photo(FilePath("photos/\(name).png"))
    }
    for name in ["change", "go", "move", "damage", "trip/moved"] {
      try tree.file(FilePath("photos/\(name).png.xmp"), SidecarFile.xmp(rating: 1))
    }
    try tree.file("photos/mend.png.xmp", Array("<x".utf8))
    // Recent times are not trusted, and all files would be read again.
    try await Task.sleep(for: .seconds(3.1))
    var expected: [String: Double?] = [
      "change.png": 1, "come.png": nil, "go.png": 1, "move.png": 1, "damage.png": 1, "mend.png": nil,
      "moved.png": 1, "alone.png": nil,
    ]
    // The second scan uses the rows of the first.
    for _ in 0..<2 { #expect(try await ratings() == expected) }
    try tree.file("photos/change.png.xmp", SidecarFile.xmp(rating: 2))
    try tree.file("photos/come.png.xmp", SidecarFile.xmp(rating: 3))
    try tree.remove("photos/go.png.xmp")
    try move("photos/move.png.xmp", to: "photos/move.png.XMP")
    try tree.file("photos/damage.png.xmp", Array("<x".utf8))
    try tree.file("photos/mend.png.xmp", SidecarFile.xmp(rating: 4))
    try move("photos/trip", to: "photos/trip 2")
    try move("photos/trip 2/moved.png.xmp", to: "photos/trip 2/alone.png.xmp")
    expected = [
      "change.png": 2, "come.png": 3, "go.png": nil, "move.png": 1, "damage.png": nil, "mend.png": 4,
      "moved.png": nil, "alone.png": 1,
    ]
    for _ in 0..<2 { #expect(try await ratings() == expected) }
  }

  @Test func `a photo that moved with its folder keeps the metadata of its sidecars`() async throws {
    try photo("photos/a/1.png")
    try tree.file("photos/a/1.png.json", SidecarFile.takeout(1_401_012_000))
    try await Task.sleep(for: .seconds(3.1))
    _ = try await ratings()
    try move("photos/a", to: "photos/b")
    _ = try await ratings()
    let found = try await PhotoLibrary(roots: [tree.at("photos")], catalog: try Catalog(location)).snapshot()
    #expect(found.assets.first?.date?.source == .takeoutPhotoTakenTime)
    // The other hard link has no sidecar.
    try tree.hardLink("photos/0.png", to: "photos/b/1.png")
    _ = try await ratings()
  }

  @Test func `SQL finds the metadata of sidecars`() async throws {
    try photo("photos/a.png")
    try tree.file("photos/a.png.xmp", SidecarFile.xmp(rating: 5))
    try tree.file("photos/a.aae", SidecarFile.edits)
    try tree.file("photos/a.png.json", SidecarFile.takeout(1_401_012_000))
    _ = try await ratings()
    let found = try await Catalog(location).read { dbs in
      try dbs[0].first(
        "SELECT name FROM photo WHERE rating = 5 AND edited AND clock = 2 AND date = 1401012000"
      ) { try $0.text(at: 0) }
    }
    #expect(found == "a.png")
  }
}
