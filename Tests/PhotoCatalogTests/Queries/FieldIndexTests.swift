import GRDB
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// A catalog knows in which folders the values of a field are.
struct FieldIndexTests {
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

  /// Scans four photos of three cameras in three folders, and others, and returns the catalog.
  private func scanned(others: Int = 0) async throws -> Catalog {
    try photo("photos/a/1.jpg", "Beta")
    try photo("photos/a/2.jpg", "Alpha")
    try photo("photos/b/3.jpg", "Beta")
    try photo("photos/c/4.jpg", "Gamma")
    for number in 0..<others { try photo(FilePath("photos/d/other \(number).jpg"), "Alpha") }
    let catalog = try Catalog(location)
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    return catalog
  }

  /// Returns the finding of a new photo. Scans read files again that changed within the last two seconds.
  private func report(_ name: String, in folder: String, _ camera: String) -> ScanReport {
    let time = FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0)
    let status = FileStatus(
      identity: FileStatus.Identity(device: 1, inode: 7), size: 100, modified: time, changed: time,
      linkCount: 1)
    var metadata = PhotoMetadata(fileType: .jpeg)
    metadata.camera = Camera(make: nil, model: camera)
    let file = KnownFile(
      inode: 7, size: 100, modified: time, changed: time, birth: nil, isSettled: true,
      metadata: KnownMetadata(metadata))
    let (folder, name) = (Folder(tree.at("photos").appending(folder)), FileName(unchecked: Array(name.utf8)))
    let asset = Asset(
      folder: folder, name: name, status: status, isSymbolicLink: false, metadata: metadata,
      clocks: LibraryClocks())
    return .file(ScanReport.FileReport(folder: folder, name: name, file: file, asset: asset))
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
    ("title:any", 0), ("city:any", 4), ("is:portrait", 4), ("word camera:gamma", 0),
    ("date:2014-05-10", 4), ("date:2014-05-11..", 0), ("date:..2014-05-09,2014-06", 0), ("date:none", 4),
    ("gam", 1), ("xyzzy", 0), ("JPG", 4), ("4.jpg", 4), ("album:=A", 2), ("photos", 0), ("b", 3),
  ])
  func `only folders with matching values are read`(condition: String, count: Int) async throws {
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
    let catalog = try await scanned()
    let snapshot = try await question("name:jpg", limit: 1).snapshot(of: catalog)
    #expect(snapshot.assets.map(\.path) == [tree.at("photos/a/2.jpg")])
  }

  @Test func `folders that changed may contain any value`() async throws {
    let catalog = try await scanned(others: 8)
    await catalog.absorb([report("5.jpg", in: "b", "Delta")])
    await catalog.finish()
    for (camera, count, names) in [("delta", 2, ["5.jpg"]), ("gamma", 3, ["4.jpg"])] {
      let question = try question("camera:\(camera)")
      #expect(try await question.explanation(of: catalog) == ["\(count) records are judged"])
      #expect(try await self.names(question, of: catalog) == names)
    }
    let groups = try question("name:jpg", limit: 13)
    #expect(try await names(groups, of: catalog).suffix(2) == ["5.jpg", "4.jpg"])
  }

  @Test func `the index is built again when many photos changed, and forgets deleted folders`() async throws {
    let catalog = try await scanned()
    for number in 0..<3 { try photo(FilePath("photos/e/\(number).jpg"), "Delta") }
    try tree.remove("photos/c/4.jpg")
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    for (camera, count) in [("delta", 3), ("gamma", 0)] {
      let question = try question("camera:\(camera)")
      #expect(try await question.explanation(of: catalog) == ["\(count) records are judged"])
    }
  }

  @Test func `a merged catalog has an index`() async throws {
    try await scanned().close()
    let merged = CatalogLocation(tree.at("merged.sqlite"))
    _ = try await CatalogMerge.write([CatalogSource(location)], as: merged.file)
    #expect(try await question("camera:gamma").explanation(of: Catalog(merged)) == ["1 records are judged"])
  }

  @Test(arguments: ["record = x'00'", "record = 5", "record = x''", "field = field + 300"])
  func `a damaged index is reported or not used`(change: String) async throws {
    let catalog = try await scanned()
    let database = try DatabaseQueue(path: location.file.string)
    try await database.write { try $0.execute(sql: "UPDATE fieldIndex SET \(change)") }
    try database.close()
    do {
      let names = try await names(question("camera:gamma"), of: catalog)
      #expect(names == ["4.jpg"])
    } catch is CatalogUnavailable {}
  }

  @Test func `a field with very many long values is not indexed`() throws {
    var builder = FieldIndexBuilder()
    var metadata = PhotoMetadata(fileType: .jpeg)
    metadata.camera = Camera(make: nil, model: "Beta")
    for number in 0...(1 << 16) {
      metadata.values[.title] = .text("\(number) " + String(repeating: "long ", count: 30))
      metadata.values[.rating] = .integer(Int64(number % 5))
      builder.add(metadata, in: Int64(number / 1000 + 1))
    }
    let queue = try CatalogDatabase.make(tree.at("large.sqlite"))
    try queue.write { db in
      try builder.write(db)
      let index = FieldIndex(db)
      #expect(try index.folders(AssetCondition("title:5")) == nil)
      #expect(try index.folders(AssetCondition("rating:>=7")) == [])
      #expect(try index.folders(AssetCondition("camera:beta"))?.count == 66)
    }
  }
}
