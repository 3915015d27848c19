import Foundation
import GRDB
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// A catalog with values that photopick doesn't write.
struct CatalogDamageTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private static let columns = [
    "folder": ["path", "parent", "device", "inode", "target"],
    "photo": [
      "folder", "name", "hidden", "link", "inode", "format", "clock", "date", "camera", "size",
      "fileType", "lens", "rating", "damaged",
    ],
    "record": ["record"],
    "string": ["text"],
    "list": ["photo", "string"],
    "catalog": ["version", "revision"],
    "otherFile": ["record"],
    "camera": ["id", "name"],
    "grdb_migrations": ["identifier"],
  ]

  private static let values = [
    "9223372036854775807", "'x'", "x'00FF'", "1.5", "1e300", "NULL", "-9223372036854775807",
  ]

  @Test(arguments: columns.keys.sorted())
  func `columns with unexpected values neither abort a scan nor change its result`(table: String) async throws
  {
    for number in 0..<12 {
      let place = FilePath("photos/\(number % 2)/\(number).jpg")
      try tree.file(place, PictureBuilder.jpeg("2014:05:\(10 + number) 10:00:00"))
    }
    try tree.file("photos/0/20.gif", TinyGIF.bytes(width: 5))
    let roots = [tree.at("photos"), tree.at("photos/1/1.jpg")]
    let plain = try await PhotoLibrary(roots: roots).snapshot()
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    _ = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    let whole = try bytes(of: place)
    for column in try #require(Self.columns[table]) {
      for value in Self.values.prefix(table == "folder" ? 7 : 5) {
        try place.remove()
        try tree.file("catalog.sqlite", whole)
        let database = try DatabaseQueue(path: place.file.string)
        try await database.write { db in
          try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
        }
        try database.close()
        // Newer catalogs and catalogs with existing tables are rejected.
        guard let catalog = try? Catalog(place) else { continue }
        _ = try? await CatalogQuery(roots: roots, options: ScanOptions()).snapshot(of: catalog)
        for grouping in [AssetQuery.Grouping.month, .album, .camera] {
          var query = AssetQuery()
          (query.grouping, query.limit) = (grouping, 2)
          query.condition = .any([.words(WordTest(FoldedText("maker"))), .trait(.rated), .trait(.portrait)])
          for condition in [query.condition, nil] {
            query.condition = condition
            _ = try? await CatalogQuery(roots: [tree.at("photos")], options: ScanOptions(), query: query)
              .snapshot(of: catalog)
          }
          query.sorting = .field(AssetField(.rating))
          _ = try? await CatalogQuery(roots: [tree.at("photos")], options: ScanOptions(), query: query)
            .snapshot(of: catalog)
        }
        _ = try? await catalog.pool.read {
          try CatalogPhoto.including(required: CatalogPhoto.album).fetchAll($0)
        }
        _ = try? await catalog.pool.read { try CatalogPhoto.filter { $0.width > 1 }.fetchAll($0) }
        _ = try? await catalog.pool.read { try CatalogAlbum.fetchAll($0) }
        _ = try? await CatalogQuery(roots: [tree.path], options: ScanOptions()).albums(
          of: catalog, isComplete: true)
        _ = try? await CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
          .albums(of: catalog, isComplete: true)
        _ = try? await CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
          .statistics(of: catalog, by: [.month, .camera])
        _ = try? catalog.status()
        let library = PhotoLibrary(roots: roots, catalog: catalog)
        let found = try await library.snapshot()
        #expect(found.assets == plain.assets, "\(column) = \(value)")
        #expect(found.problems == plain.problems, "\(column) = \(value)")
      }
    }
  }

  /// Returns the bytes of a catalog, with its log merged.
  private func bytes(of place: CatalogLocation) throws -> [UInt8] {
    let database = try DatabaseQueue(path: place.file.string)
    try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try database.close()
    return try #require(tree.bytes("catalog.sqlite"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `photos are found whatever the gaps between the numbers of their rows`() async throws {
    for number in 0..<3 {
      try tree.file(FilePath("photos/\(number).jpg"), PictureBuilder.jpeg("2014:05:1\(number) 10:00:00"))
    }
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    let roots = [tree.at("photos")]
    let plain = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    let database = try DatabaseQueue(path: place.file.string)
    try await database.write { db in
      for (table, column) in [("photo", "id"), ("record", "photo")] {
        try db.execute(sql: "UPDATE \(table) SET \(column) = \(column) << 40 WHERE \(column) > 1")
      }
    }
    try database.close()
    let found = try await CatalogQuery(roots: roots, options: ScanOptions()).snapshot(of: try Catalog(place))
    #expect(Set(found.assets) == Set(plain.assets))
  }

  @Test func `an impossible date is reported as corruption`() async throws {
    try tree.file("photos/a.jpg", PictureBuilder.jpeg("2014:05:10 10:00:00"))
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    let roots = [tree.at("photos")]
    _ = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    let database = try DatabaseQueue(path: place.file.string)
    try await database.write { try $0.execute(sql: "UPDATE photo SET date = 'x'") }
    try database.close()
    let query = CatalogQuery(roots: roots, options: ScanOptions())
    await #expect(throws: CatalogUnavailable.self) {
      try await query.albums(of: try Catalog(place), isComplete: false)
    }
  }

  @Test func `a catalog of a later version is neither used nor changed`() throws {
    let place = CatalogLocation(file: tree.at("catalog.sqlite"), isOwn: true)
    _ = try Catalog(place)
    try change(place, "INSERT INTO grdb_migrations VALUES ('99 later')")
    let refusal = #expect(throws: CatalogUnavailable.self) { try Catalog(place) }
    #expect(refusal?.description.contains("newer photopick") == true)
    try change(place, "DELETE FROM grdb_migrations WHERE identifier = '99 later'")
    #expect(try Catalog(place).takeNotices() == [])
  }

  @Test(arguments: ["1 folders and files", "12 columns of photos"])
  func `a catalog whose version is damaged is made anew`(name: String) throws {
    let place = CatalogLocation(file: tree.at("catalog.sqlite"), isOwn: true)
    _ = try Catalog(place)
    try change(place, "UPDATE grdb_migrations SET identifier = 'x' WHERE identifier = '\(name)'")
    #expect(try Catalog(place).takeNotices().map { $0.contains("was damaged and is made anew") } == [true])
    #expect(try Catalog(place).takeNotices() == [])
  }

  /// Executes a statement that changes one row.
  private func change(_ place: CatalogLocation, _ sql: String) throws {
    let database = try DatabaseQueue(path: place.file.string)
    try database.write { db in
      try db.execute(sql: sql)
      #expect(db.changesCount == 1)
    }
    try database.close()
  }

  @Test func `long strings are stored completely`() async throws {
    let model = String(repeating: "ä", count: 40_000)
    let time = FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0)
    let status = FileStatus(
      identity: FileStatus.Identity(device: 1, inode: 7), size: 100, modified: time, changed: time,
      linkCount: 1)
    var metadata = PhotoMetadata(fileType: .jpeg)
    metadata.camera = Camera(make: "Maker", model: model)
    let file = KnownFile(
      inode: 7, size: 100, modified: time, changed: time, birth: nil, isSettled: true,
      metadata: KnownMetadata(metadata))
    let folder = Folder("/photos")
    let name = FileName("a.jpg")
    let asset = Asset(
      folder: folder, name: name, status: status, isSymbolicLink: false, metadata: metadata,
      clocks: LibraryClocks())
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    let catalog = try Catalog(place)
    await catalog.absorb([
      .file(ScanReport.FileReport(folder: folder, name: name, file: file, asset: asset))
    ])
    await catalog.finish()
    #expect(
      try Catalog(place).known(folder, sharing: SharedFacts()).files[name]?.metadata?.complete == metadata)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a pipe next to a catalog is rejected without blocking`(name: String) throws {
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    #expect(mkfifo(place.file.string + name, 0o600) == 0)
    let refusal = #expect(throws: CatalogUnavailable.self) { try Catalog(place) }
    #expect(refusal?.description.contains("catalog.sqlite\(name): it is not a regular file") == true)
  }

  @Test func `a path that is not UTF-8 is rejected before any file is created`() throws {
    let place = FilePath(fileSystemBytes: tree.path.fileSystemBytes + [0x2F, 0xFF, 0x61])
    #expect(throws: CatalogUnavailable.self) { try Catalog(CatalogLocation(place)) }
    #expect(tree.names() == [])
  }

  @Test func `removing follows a link to a catalog, and never removes a folder`() throws {
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    _ = try Catalog(place)
    try tree.symbolicLink("link.sqlite", to: place.file)
    try CatalogLocation(tree.at("link.sqlite")).remove()
    #expect(tree.names() == ["link.sqlite"])
    try tree.file("folder.sqlite/dear.txt", [1])
    #expect(throws: CatalogUnavailable.self) { try CatalogLocation(tree.at("folder.sqlite")).remove() }
    #expect(tree.bytes("folder.sqlite/dear.txt") == [1])
  }
}
