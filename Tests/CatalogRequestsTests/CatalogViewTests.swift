import Foundation
import GRDB
import PhotoCatalog
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// Other programs read the views of a catalog.
struct CatalogViewTests {
  private let tree: TemporaryTree
  private let location: CatalogLocation

  init() throws {
    tree = try TemporaryTree()
    location = CatalogLocation(tree.at("catalog.sqlite"))
  }

  private func rows(_ sql: String) throws -> [[String: DatabaseValue]] {
    var configuration = Configuration()
    configuration.readonly = true
    let other = try DatabaseQueue(path: location.file.string, configuration: configuration)
    return try other.read { try Row.fetchAll($0, sql: sql).map { Dictionary(uniqueKeysWithValues: $0) } }
  }

  private func scan() async throws -> Catalog {
    let catalog = try Catalog(location)
    _ = try await PhotoLibrary(roots: [tree.at("photos")], catalog: catalog).snapshot()
    return catalog
  }

  @Test func `the values of fields are columns, and lists are rows`() async throws {
    try tree.file("photos/a/1.jpg", PictureBuilder.jpeg("2014:05:10 10:00:00") { $0.model = "X100" })
    try tree.file(
      "photos/a/1.jpg.xmp", SidecarFile.xmp(rating: 4))
    try tree.file("photos/b/2.gif", TinyGIF.bytes(width: 3))
    let catalog = try await scan()
    let photos = try rows("SELECT * FROM photos ORDER BY path")
    #expect(photos.count == 2)
    let first = try #require(photos.first)
    #expect(first["path"] == tree.at("photos/a/1.jpg").string.databaseValue)
    #expect(first["folder"] == tree.at("photos/a").string.databaseValue)
    #expect(first["date"] == "2014-05-10T10:00:00".databaseValue)
    #expect(first["month"] == "2014-05".databaseValue && first["camera"] == "X100".databaseValue)
    #expect(first["rating"] == 4.databaseValue && first["lens"]?.isNull == true)
    #expect(photos[1]["pixelWidth"] == 3.databaseValue && photos[1]["mediaType"] == "image".databaseValue)
    let keys = Set(first.keys)
    #expect(MetadataField.allCases.allSatisfy { keys.contains($0.key) })
    #expect(try rows("SELECT path, photos FROM folders WHERE photos > 0").count == 2)
    withExtendedLifetime(catalog) {}
  }

  @Test func `lists have one row for each string in order`() async throws {
    try tree.file("photos/1.jpg", PictureBuilder.jpeg("2014:05:10 10:00:00"))
    try tree.file("photos/1.jpg.xmp", SidecarFile.xmp(keyword: "Temple"))
    try tree.file("photos/2.jpg", PictureBuilder.jpeg("2014:05:11 10:00:00"))
    let catalog = try await scan()
    let found = try rows("SELECT name, keyword FROM photos JOIN keywords ON photo = photos.id")
    #expect(found == [["name": "1.jpg".databaseValue, "keyword": "Temple".databaseValue]])
    let arrays = try rows("SELECT keywords FROM photos ORDER BY name").map { $0["keywords"] }
    #expect(arrays == [#"["Temple"]"#.databaseValue, .null])
    withExtendedLifetime(catalog) {}
  }

  @Test func `a path that is not UTF-8 is a blob, and found`() async throws {
    let name = FileName(unchecked: [0x61, 0xFF, 0x2E, 0x67, 0x69, 0x66])
    let folder = FilePath(fileSystemBytes: tree.at("photos/sub").fileSystemBytes + [0xFE])
    try FileManager.default.createDirectory(
      atPath: tree.at("photos").string, withIntermediateDirectories: true)
    #expect(folder.withPlatformString { mkdir($0, 0o755) } == 0)
    for parent in [tree.at("photos"), folder] {
      let path = Folder(parent).path(of: name)
      let file = try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(TinyGIF.bytes(width: 2)) }
    }
    let catalog = try await scan()
    let types = try rows("SELECT typeof(path) AS type, typeof(folder) AS folder FROM photos ORDER BY 2")
    #expect(types.map { $0["type"] } == ["blob".databaseValue, "blob".databaseValue])
    #expect(types.map { $0["folder"] } == ["blob".databaseValue, "text".databaseValue])
    let query = CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
    #expect(try await query.snapshot(of: catalog).assets.count == 2)
    let below = CatalogQuery(roots: [folder], options: ScanOptions())
    #expect(try await below.snapshot(of: catalog).assets.map(\.name) == [name])
    let file = CatalogQuery(roots: [Folder(folder).path(of: name)], options: ScanOptions())
    #expect(try await file.snapshot(of: catalog).assets.count == 1)
    #expect(folder.withPlatformString { rename($0, tree.at("photos/moved").string) } == 0)
    #expect(try await PhotoLibrary(roots: [tree.at("photos")], catalog: catalog).snapshot().assets.count == 2)
    #expect(try await query.snapshot(of: catalog).assets.count == 2)
  }
}
