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
