import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// SQL finds the photos that a query needs.
struct CandidateTests {
  private let tree: TemporaryTree
  private let roots: [FilePath]
  private let location: CatalogLocation

  init() throws {
    tree = try TemporaryTree()
    roots = [tree.at("photos")]
    location = CatalogLocation(tree.at("catalog.sqlite"))
  }

  private func photo(_ place: FilePath, _ camera: String) throws {
    try tree.file(place, PictureBuilder.jpeg("2014:05:10 10:00:00") { $0.model = camera })
  }

  /// Scans four photos of three cameras in three folders, and returns the catalog.
  private func scanned() async throws -> Catalog {
    try photo("photos/a/1.jpg", "Beta")
    try photo("photos/a/2.jpg", "Alpha")
    try photo("photos/b/3.jpg", "Beta")
    try photo("photos/c/4.jpg", "Gamma")
    let catalog = try Catalog(location)
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    return catalog
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
    ("camera:beta", 2), ("camera:beta camera:alpha", 0), ("camera:alpha or camera:gamma", 2),
    ("camera:delta", 0), ("camera:none", 0), ("-camera:beta", 2), ("camera:gamma or name:1", 2),
    ("camera:gamma name:1", 0), ("title:any", 0), ("city:any", 0), ("is:portrait", 0),
    ("word camera:gamma", 0), ("path:*b/3.jpg", 1), ("-(path:*b/3.jpg or camera:alpha)", 2),
    ("date:2014-05-10", 4), ("date:2014-05-11..", 0), ("date:..2014-05-09,2014-06", 0), ("date:none", 0),
    ("gam", 1), ("xyzzy", 0), ("JPG", 4), ("4.jpg", 1), ("album:=A", 2), ("photos", 0), ("b", 2),
  ])
  func `only matching photos are judged`(condition: String, count: Int) async throws {
    let catalog = try await scanned()
    let question = try question(condition)
    #expect(try await question.explanation(of: catalog) == ["\(count) records are judged"])
    let library = try await PhotoLibrary(roots: roots).snapshot()
    let plain = names(try await question.query.groups(of: library))
    #expect(try await names(question, of: catalog) == plain)
  }

  @Test(arguments: 1...5, ["camera", "iso", "rating"])
  func `the first groups are the same as in memory`(limit: Int, field: String) async throws {
    let catalog = try await scanned()
    var question = try question("name:jpg", limit: limit)
    question.query.grouping = try #require(AssetQuery.Grouping(rawValue: field))
    let library = try await PhotoLibrary(roots: roots).snapshot()
    let plain = names(try await question.query.groups(of: library))
    #expect(try await names(question, of: catalog) == plain)
    #expect(plain.count == min(limit, 4))
  }

  @Test func `groups after the last one in view are not read`() async throws {
    for number in 0..<8 { try photo(FilePath("photos/d/other \(number).jpg"), "Gamma") }
    let catalog = try await scanned()
    let snapshot = try await question("name:jpg", limit: 1).snapshot(of: catalog)
    #expect(snapshot.assets.map(\.path) == [tree.at("photos/a/2.jpg")])
  }

  @Test func `a merged catalog has columns`() async throws {
    try await scanned().close()
    let merged = CatalogLocation(tree.at("merged.sqlite"))
    _ = try await CatalogMerge.write([CatalogSource(location)], as: merged.file)
    #expect(try await question("camera:gamma").explanation(of: Catalog(merged)) == ["1 records are judged"])
  }
}
