import GRDB
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// Merged catalogs know in which folders the values of a field are.
struct FieldIndexTests {
  private let tree: TemporaryTree
  private let roots: [FilePath]
  private let location: CatalogLocation

  init() throws {
    tree = try TemporaryTree()
    roots = [tree.at("photos")]
    location = CatalogLocation(tree.at("merged.sqlite"))
  }

  private func photo(_ place: FilePath, _ camera: String) throws {
    try tree.file(place, PictureBuilder.jpeg("2014:05:10 10:00:00") { $0.model = camera })
  }

  /// Scans four photos of three cameras in three folders, and returns a merged catalog.
  private func merged() async throws -> Catalog {
    try photo("photos/a/1.jpg", "Beta")
    try photo("photos/a/2.jpg", "Alpha")
    try photo("photos/b/3.jpg", "Beta")
    try photo("photos/c/4.jpg", "Gamma")
    let part = CatalogLocation(tree.at("part.sqlite"))
    let catalog = try Catalog(part)
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    try await catalog.close()
    _ = try await CatalogMerge.write([CatalogSource(part)], as: location.file)
    return try Catalog(location)
  }

  private func question(_ condition: String, limit: Int? = nil) throws -> CatalogQuery {
    var query = AssetQuery()
    query.condition = try AssetCondition(condition)
    (query.grouping, query.limit) = (.camera, limit)
    return CatalogQuery(roots: roots, options: ScanOptions(), query: query)
  }

  private func names(_ groups: [AssetGroup]) -> [String] {
    groups.flatMap { $0.assets.map { $0.path.lastComponent?.string ?? "" } }
  }

  private func names(_ question: CatalogQuery, of catalog: Catalog) async throws -> [String] {
    names(try await question.query.groups(of: question.snapshot(of: catalog)))
  }

  @Test(arguments: [
    ("camera:beta", 3), ("camera:beta camera:alpha", 2), ("camera:alpha or camera:gamma", 3),
    ("camera:delta", 0),
    ("camera:none", 4), ("-camera:beta", 4), ("camera:gamma or name:1", 4), ("camera:gamma name:1", 1),
    ("title:any", 0), ("city:any", 4), ("is:portrait", 4), ("word camera:gamma", 1),
  ])
  func `only folders with matching values are read`(condition: String, count: Int) async throws {
    let catalog = try await merged()
    let question = try question(condition)
    #expect(try await question.explanation(of: catalog) == ["\(count) records are judged"])
    let library = try await PhotoLibrary(roots: roots).snapshot()
    let plain = names(try await question.query.groups(of: library))
    #expect(try await names(question, of: catalog) == plain)
  }

  @Test(arguments: 1...5, ["camera", "iso", "rating"])
  func `the first groups are the same as in memory`(limit: Int, field: String) async throws {
    let catalog = try await merged()
    var question = try question("name:jpg", limit: limit)
    question.query.grouping = try #require(AssetQuery.Grouping(rawValue: field))
    let library = try await PhotoLibrary(roots: roots).snapshot()
    let plain = names(try await question.query.groups(of: library))
    #expect(try await names(question, of: catalog) == plain)
    #expect(plain.count == min(limit, 4))
  }

  @Test func `groups after the last one in view are not read`() async throws {
    let catalog = try await merged()
    let snapshot = try await question("name:jpg", limit: 1).snapshot(of: catalog)
    #expect(snapshot.assets.map(\.path) == [tree.at("photos/a/2.jpg")])
  }

  @Test func `photos that were added after the index was written are found`() async throws {
    let catalog = try await merged()
    try photo("photos/b/5.jpg", "Delta")
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    #expect(try await names(question("camera:delta"), of: catalog) == ["5.jpg"])
  }

  @Test(arguments: ["record = x'00'", "record = 5", "record = x''", "field = field + 300"])
  func `a damaged index is reported or not used`(change: String) async throws {
    let catalog = try await merged()
    let database = try DatabaseQueue(path: location.file.string)
    try await database.write { try $0.execute(sql: "UPDATE fieldIndex SET \(change)") }
    try database.close()
    do {
      let names = try await names(question("camera:gamma"), of: catalog)
      #expect(names == ["4.jpg"])
    } catch is CatalogUnavailable {}
  }

  @Test func `a field with very many values is not indexed`() throws {
    var builder = FieldIndex.Builder()
    var metadata = PhotoMetadata(fileType: .jpeg)
    metadata.camera = Camera(make: nil, model: "Beta")
    for number in 0...(1 << 16) {
      metadata.values[.title] = .text("Title \(number)")
      metadata.values[.rating] = .integer(Int64(number % 5))
      builder.add(metadata, in: Int64(number / 1000 + 1))
    }
    let queue = try CatalogDatabase.make(tree.at("large.sqlite"))
    try queue.write { db in
      try builder.write(db)
      let index = try #require(try FieldIndex(db))
      #expect(try index.folders(AssetCondition("title:5")) == nil)
      #expect(try index.folders(AssetCondition("rating:>=7")) == [])
      #expect(try index.folders(AssetCondition("camera:beta"))?.count == 66)
    }
  }
}
