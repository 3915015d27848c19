import Foundation
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
        try Connection(to: place.file, for: .writing)
          .execute("UPDATE OR IGNORE \(table) SET \(column) = \(value)")
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
    try Connection(to: place.file, for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
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
    let database = try Connection(to: place.file, for: .writing)
    for (table, column) in [("photo", "id"), ("record", "photo")] {
      try database.run("UPDATE \(table) SET \(column) = \(column) << 40 WHERE \(column) > 1")
    }
    let found = try await CatalogQuery(roots: roots, options: ScanOptions()).snapshot(of: try Catalog(place))
    #expect(Set(found.assets) == Set(plain.assets))
  }

  @Test func `an impossible date is reported as corruption`() async throws {
    try tree.file("photos/a.jpg", PictureBuilder.jpeg("2014:05:10 10:00:00"))
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    let roots = [tree.at("photos")]
    _ = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    try Connection(to: place.file, for: .writing).execute("UPDATE photo SET date = 'x'")
    let query = CatalogQuery(roots: roots, options: ScanOptions())
    await #expect(throws: CatalogUnavailable.self) {
      try await query.albums(of: try Catalog(place), isComplete: false)
    }
  }

  @Test func `a catalog of a later version is neither used nor changed`() throws {
    let place = CatalogLocation(file: tree.at("catalog.sqlite"), isOwn: true)
    _ = try Catalog(place)
    try change(place, "UPDATE catalog SET version = 99")
    let refusal = #expect(throws: CatalogUnavailable.self) { try Catalog(place) }
    #expect(refusal?.description.contains("newer photopick") == true)
    try change(place, "UPDATE catalog SET version = 1")
    #expect(try Catalog(place).takeNotices() == [])
  }

  /// Executes a statement that changes one row.
  private func change(_ place: CatalogLocation, _ sql: String) throws {
    let database = try Connection(to: place.file, for: .writing)
    try database.run(sql)
    #expect(try database.number("SELECT changes()") == 1)
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

  @Test(arguments: [false, true])
  func `a path that is not UTF-8 is the path of a catalog`(isPublished: Bool) async throws {
    try tree.file("photos/a.gif", TinyGIF.bytes(width: 2))
    let name = isPublished ? PublishedIndex.name(7) : "a.sqlite"
    let folder = FilePath(fileSystemBytes: tree.path.fileSystemBytes + [0x2F, 0xFF, 0x3F])
    #expect(folder.withPlatformString { mkdir($0, 0o700) } == 0)
    let made = CatalogLocation(folder.appending("a.sqlite"))
    let roots = [tree.at("photos")]
    let catalog = try Catalog(made)
    _ = try await PhotoLibrary(roots: roots, catalog: catalog).snapshot()
    try await catalog.close()
    let place = CatalogLocation(folder.appending(name))
    if isPublished {
      #expect(
        made.file.withPlatformString { from in place.file.withPlatformString { rename(from, $0) } } == 0)
    }
    let found = try await CatalogQuery(roots: roots, options: ScanOptions())
      .snapshot(of: try Catalog(reading: [CatalogSource(place)]))
    #expect(found.assets.count == 1)
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
