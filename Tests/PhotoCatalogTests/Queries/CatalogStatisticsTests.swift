import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// The catalog counts the same photos as a scan of the folders.
struct CatalogStatisticsTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private static let groupings =
    AssetQuery.Grouping.allCases + AssetField.asked.compactMap { AssetQuery.Grouping(rawValue: $0.name) }

  private func statistics(_ body: () async throws -> AssetStatistics) async -> Result<
    AssetStatistics, CountError
  > {
    do { return .success(try await body()) } catch { return .failure(CountError(text: "\(error)")) }
  }

  private struct CountError: Error, Equatable { let text: String }

  @Test(arguments: UInt64(1)...8)
  func `random queries count alike in a catalog and in memory`(seed: UInt64) async throws {
    var library = RandomLibrary(seed: seed + 20, count: seed.isMultiple(of: 2) ? 150 : 40)
    let catalog = try await library.catalog(in: tree)
    var found = 0
    for number in 0..<40 {
      await Task.yield()
      var query = library.query()
      // Most queries have no limit.
      if library.chance(80) { (query.limit, query.offset) = (nil, 0) }
      let groupings = (0..<(library.chance(50) ? 1 : 2)).compactMap { _ in
        Self.groupings.randomElement(using: &library.generator)
      }
      let (asked, options) = (query, library.options())
      let root: FilePath = library.chance(20) ? "/photos/Trip 10" : "/photos"
      let question = CatalogQuery(roots: [root], options: options, query: asked)
      let counted = await statistics { try await question.statistics(of: catalog, by: groupings) }
      let plain = await statistics {
        try await asked.statistics(of: library.snapshot(options, under: root), by: groupings)
      }
      #expect(counted == plain, "seed \(seed), query \(number): \(groupings) \(asked)")
      if case .success(let statistics) = plain, statistics.total.count > 0 { found += 1 }
    }
    #expect(found > 5)
  }

  @Test(arguments: groupings)
  func `every grouping has the same counts in a catalog as in memory`(grouping: AssetQuery.Grouping)
    async throws
  {
    let library = RandomLibrary(seed: 5, count: 80)
    let catalog = try await library.catalog(in: tree)
    let options = ScanOptions(includesHidden: true, clocks: RandomLibrary.clocks)
    let query = CatalogQuery(roots: ["/photos"], options: options)
    let counted = try await query.statistics(of: catalog, by: [grouping])
    let plain = try await query.query.statistics(of: library.snapshot(options), by: [grouping])
    #expect(counted == plain)
    #expect(plain.total.count > 50)
  }

  @Test func `counts follow changes of the folders`() async throws {
    for number in 0..<6 {
      try tree.file(
        FilePath("photos/\(number % 2)/\(number).jpg"), PictureBuilder.jpeg("2014:05:1\(number) 23:59:59"))
    }
    try tree.file("photos/0/7.gif", TinyGIF.bytes(width: 5))
    try tree.file("photos/2/8.gif", TinyGIF.bytes(width: 5))
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    let query = CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
    func check(_ count: Int) async throws {
      let catalog = try Catalog(place)
      let library = try await PhotoLibrary(roots: query.roots, catalog: catalog).snapshot()
      for groupings in [[AssetQuery.Grouping.day, .format], [.album, .month], [.week, .year], [.camera]] {
        let counted = try await query.statistics(of: catalog, by: groupings)
        #expect(try await counted == query.query.statistics(of: library, by: groupings))
        #expect(counted.total.count == count)
      }
    }
    try await check(8)
    try tree.file("photos/0/2.jpg", PictureBuilder.jpeg("1969:12:31 23:59:59"))
    try tree.remove("photos/0/4.jpg")
    try await check(7)
    for number in [1, 3, 5] { try tree.remove(FilePath("photos/1/\(number).jpg")) }
    try await check(4)
  }

  @Test(arguments: [AssetQuery.Grouping.year, .month, .week, .day, .weekday])
  func `days at the ends of periods are counted in the right one`(grouping: AssetQuery.Grouping) async throws
  {
    let days = [
      "2012:02:27", "2012:02:28", "2012:02:29", "2012:03:01", "2012:12:30", "2012:12:31", "2013:01:01",
      "2013:01:06",
      "2013:01:07", "2013:01:31", "2013:02:01", "2013:02:28", "2013:03:01", "2013:12:31", "2014:01:01",
    ]
    for day in days {
      try tree.file(FilePath("photos/\(day).jpg"), PictureBuilder.jpeg("\(day) 00:00:00"))
      try tree.file(FilePath("photos/\(day)b.jpg"), PictureBuilder.jpeg("\(day) 23:59:59"))
    }
    let catalog = try Catalog(CatalogLocation(tree.at("catalog.sqlite")))
    let query = CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
    let library = try await PhotoLibrary(roots: query.roots, catalog: catalog).snapshot()
    let counted = try await query.statistics(of: catalog, by: [grouping])
    #expect(try await counted == query.query.statistics(of: library, by: [grouping]))
    #expect(counted.total.count == 2 * days.count)
  }

  @Test func `statistics of columns don't need the records of photos`() async throws {
    let library = RandomLibrary(seed: 11, count: 80)
    let catalog = try await library.catalog(in: tree)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions(clocks: RandomLibrary.clocks))
    let groupings: [[AssetQuery.Grouping]] = try [["month", "camera"], ["keywords"], ["hour", "lens"]].map {
      try $0.map { try #require(AssetQuery.Grouping(rawValue: $0)) }
    }
    var whole: [AssetStatistics] = []
    for by in groupings { whole.append(try await query.statistics(of: catalog, by: by)) }
    try catalog.pool.write {
      try $0.run("UPDATE record SET record = x'00' WHERE photo IN (SELECT id FROM photo WHERE clock = 0)")
    }
    for (by, statistics) in zip(groupings, whole) {
      #expect(try await query.statistics(of: catalog, by: by) == statistics)
    }
    let byName = try #require(AssetQuery.Grouping(rawValue: "name"))
    await #expect(throws: CatalogUnavailable.self) { try await query.statistics(of: catalog, by: [byName]) }
  }

  @Test func `a cancelled count stops reading`() async throws {
    let catalog = try await RandomLibrary(seed: 3, count: 20).catalog(in: tree)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions())
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await query.statistics(of: catalog, by: [.year]).total
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
  }
}
