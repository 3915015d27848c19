import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// The catalog returns the same photos as a scan of the folders.
struct CatalogQueryTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  @Test(arguments: UInt64(1)...8)
  func `random queries return the same photos from a catalog as in memory`(seed: UInt64) async throws {
    var library = RandomLibrary(seed: seed, count: seed.isMultiple(of: 2) ? 150 : 30)
    let catalog = try await library.catalog(in: tree)
    for number in 0..<20 {
      await Task.yield()
      let (query, options) = (library.query(), library.options())
      let catalogQuery = CatalogQuery(roots: ["/photos"], options: options, query: query)
      let known = await groups { try await query.groups(of: try await catalogQuery.snapshot(of: catalog)) }
      let plain = await groups { try await query.groups(of: library.snapshot(options)) }
      #expect(known == plain, "seed \(seed), query \(number): \(query)")
    }
  }

  @Test(arguments: UInt64(10)...13)
  func `conditions of all kinds return the same photos from a catalog as in memory`(seed: UInt64) async throws
  {
    var library = RandomLibrary(seed: seed, count: 120)
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(includesHidden: true, clocks: RandomLibrary.clocks)
    var found = 0
    for number in 0..<60 {
      await Task.yield()
      var query = AssetQuery()
      query.condition = library.condition()
      if library.chance(50) { query.limit = 10 }
      let (asked, question) = (query, CatalogQuery(roots: ["/photos"], options: options, query: query))
      let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
      let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
      #expect(known == plain, "seed \(seed), condition \(number): \(String(describing: asked.condition))")
      found += plain.isEmpty ? 0 : 1
    }
    // Conditions that match no photo or all photos prove little.
    #expect((10...58).contains(found))
  }

  @Test(arguments: [
    "photos", "/", "trip 10/", "trip 10/day/img", "0/img_2", "/img_10 ", "10 1", "day/", "//", "/photos/x/é",
    "Tríp 2/",
  ])
  func `strings are found in paths of folders, in names and across both`(text: String) async throws {
    let library = RandomLibrary(seed: 6, count: 150)
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(includesHidden: true, clocks: RandomLibrary.clocks)
    let path = "path:\"\(text)\""
    for condition in [path, "path:scr,\"\(text)\"", "-\(path)", "\(path) path:~'^.*[02]/'"] {
      var query = AssetQuery()
      (query.condition, query.limit) = (try AssetCondition(condition), 200)
      let (asked, question) = (query, CatalogQuery(roots: ["/photos"], options: options, query: query))
      let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
      let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
      #expect(known == plain, "\(condition)")
    }
  }

  @Test(
    arguments: ["date:1900..2100", "date:..2100", "date:2014..", "date:2015-03..2016", "date:any"], [3, 1000])
  func `conditions on dates match few photos or nearly all`(text: String, limit: Int)
    async throws
  {
    let library = RandomLibrary(seed: 9, count: 150)
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(includesHidden: true, clocks: RandomLibrary.clocks)
    for direction in [SortDirection.ascending, .descending] {
      for grouping in [AssetQuery.Grouping.all, .month, .camera] {
        var query = AssetQuery()
        (query.condition, query.limit) = (try AssetCondition(text), limit)
        (query.direction, query.grouping) = (direction, grouping)
        let (asked, question) = (query, CatalogQuery(roots: ["/photos"], options: options, query: query))
        let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
        let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
        #expect(known == plain, "\(direction), by \(grouping)")
      }
    }
  }

  @Test(arguments: [SortDirection.ascending, .descending])
  func `local time decides the order when clocks are set back`(
    direction: SortDirection
  ) async throws {
    // From 01:45 to 03:45 in Berlin, where 02:00 to 02:45 occurs twice, the second time from 2014-10-26T01:00:00Z.
    let change: Int64 = 1_414_285_200
    let library = RandomLibrary(modified: stride(from: -4500, through: 6300, by: 900).map { change + $0 })
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(clocks: RandomLibrary.clocks)
    for (sorting, grouping) in [(AssetQuery.Sorting.date, AssetQuery.Grouping.all), (.name, .hour)] {
      for limit in 1...8 {
        var query = AssetQuery()
        (query.sorting, query.direction) = (sorting, direction)
        (query.grouping, query.limit) = (grouping, limit)
        let (asked, question) = (query, CatalogQuery(roots: ["/photos"], options: options, query: query))
        let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
        let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
        #expect(known == plain, "the first \(limit) of \(grouping)")
      }
    }
  }

  /// Returns key, title and paths of each group, or the error.
  private func groups(_ body: () async throws -> [AssetGroup]) async -> [String] {
    do {
      return try await body().map { group in
        ([group.key, group.title] + group.assets.map(\.path.string)).joined(separator: "\n")
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `several connections return the same photos as one`() async throws {
    var library = RandomLibrary(seed: 7, count: 5000)
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(includesHidden: true, clocks: RandomLibrary.clocks)
    for _ in 0..<6 {
      await Task.yield()
      var query = library.query()
      query.limit = 40
      let (asked, question) = (query, CatalogQuery(roots: ["/photos"], options: options, query: query))
      let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
      let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
      #expect(known == plain, "\(asked)")
      (query.limit, query.offset) = (nil, 0)
      let groupings = ["keywords", "month"].compactMap(AssetQuery.Grouping.init(rawValue:))
      let counting = CatalogQuery(roots: ["/photos"], options: options, query: query)
      let counted = try? await counting.statistics(of: catalog, by: groupings)
      let total = try? await query.statistics(of: library.snapshot(options), by: groupings)
      #expect(counted == total, "\(query)")
    }
    let summaries = try await CatalogQuery(roots: ["/photos/Trip 10/day"], options: options)
      .albums(of: catalog, isComplete: true)
    let snapshot = library.snapshot(options, under: "/photos/Trip 10/day")
    let plain = try await AssetQuery().albums(of: snapshot).map(AlbumSummary.init)
    #expect(summaries == plain && plain.count == 2)
  }

  @Test func `connections with different revisions are not combined`() async throws {
    let catalog = try await RandomLibrary(seed: 3, count: 20).catalog(in: tree)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions())
    let (scan, candidates) = try await catalog.read { dbs in
      let scan = try PhotoScan(query, dbs, areDisjoint: true)
      return (scan, try scan.candidates(dbs) { _, _ in "1" })
    }
    _ = try await scan.collected(ShownAssets(query.query), candidates, catalog)
    await catalog.absorb([.unreadableFile(Folder("/photos"), FileName("b.jpg"))])
    await catalog.stop()
    await #expect(throws: PhotoScan.CatalogChanged.self) {
      try await scan.collected(ShownAssets(query.query), candidates, catalog)
    }
  }

  @Test func `a limit bounds the number of retained photos to twice its value`() {
    let library = RandomLibrary(seed: 7, count: 2000)
    // Duplicates are found among all photos.
    for grouping in AssetQuery.Grouping.allCases where grouping != .duplicate {
      var query = AssetQuery()
      (query.grouping, query.limit, query.offset) = (grouping, 200, 20)
      var shown = ShownAssets(query)
      for asset in library.assets { shown.add(asset) }
      #expect((220..<440).contains(shown.assets.count), "\(grouping)")
    }
  }

  @Test func `a folder without photos has none, no albums and no counts`() async throws {
    try tree.file("photos/notes.txt", [1])
    let catalog = try Catalog(CatalogLocation(tree.at("catalog.sqlite")))
    _ = try await PhotoLibrary(roots: [tree.at("photos")], catalog: catalog).snapshot()
    var query = CatalogQuery(roots: [tree.at("photos")], options: ScanOptions(includesHidden: true))
    #expect(try await query.albums(of: catalog, isComplete: true) == [])
    #expect(try await query.statistics(of: catalog, by: [.camera, .month]).total.count == 0)
    for limit in [nil, 5] {
      query.query.limit = limit
      #expect(try await query.snapshot(of: catalog).assets.isEmpty)
    }
  }

  @Test func `a cancelled query stops reading`() async throws {
    let catalog = try await RandomLibrary(seed: 3, count: 20).catalog(in: tree)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions())
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await query.snapshot(of: catalog).assets.count
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
    let albums = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await query.albums(of: catalog, isComplete: true)?.count
    }
    await #expect(throws: CancellationError.self) { try await albums.value }
  }

  @Test func `a catalog with an earlier schema is replaced silently`() async throws {
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    _ = try Catalog(place)
    try Connection(to: place.file, for: .writing).execute(
      """
      DROP TABLE photo; DROP TABLE otherFile; DROP TABLE camera; DROP TABLE folder;
      PRAGMA user_version = 0;
      CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
      CREATE TABLE file (folder INTEGER NOT NULL, name BLOB NOT NULL, PRIMARY KEY (folder, name)) WITHOUT ROWID;
      """)
    let catalog = try Catalog(place)
    #expect(catalog.takeNotices() == [])
    #expect(try catalog.status().assets == 0)
  }
}
