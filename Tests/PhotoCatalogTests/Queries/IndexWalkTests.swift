import GRDB
import PhotoFormats
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// A walk along an index meets each photo once, in order, and passes over what is not asked for.
struct IndexWalkTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// Passes some of the rows and counts how often it is asked.
  private final class Counter: RowFunction {
    private(set) var count = 0
    private let share: Int

    init(oneIn share: Int) { self.share = share }

    override var call: String { PhotoRow.call([.name]) }

    override func passes(_ values: RowValues) -> Bool {
      count += 1
      return count % share == 0
    }
  }

  private struct Found: Hashable {
    let folder: Int64
    let name: [UInt8]

    init(_ key: IndexKey) { (folder, name) = (key.folder, key.name.bytes) }
  }

  private func found(
    _ ranges: [IndexRange], _ direction: SortDirection, oneIn share: Int = 1, _ db: Database
  ) throws -> [IndexKey] {
    var walk = IndexWalk(ranges, direction, Counter(oneIn: share), db)
    var keys: [IndexKey] = []
    while let key = try walk.next() { keys.append(key) }
    return keys
  }

  @Test(arguments: [SortDirection.ascending, .descending])
  func `a walk along all meets the photos of all parts`(direction: SortDirection) async throws {
    let catalog = try await RandomLibrary(seed: 8, count: 300).catalog(in: tree)
    try await catalog.pool.read { db in
      let all = try found([.all], direction, db)
      let parts = PhotoFormat.allCases.map { IndexPart($0) }
      let dated = try found(
        parts.flatMap { part in DateClock.allCases.map { .dates(part, $0, .min ... .max) } }, direction, db)
      let undated = try found(parts.map { .undated($0) }, direction, db)
      #expect(Set(all.map(Found.init)) == Set((dated + undated).map(Found.init)))
      #expect(all.count == dated.count + undated.count && !undated.isEmpty)
      let dates = all.filter { $0.format == .jpeg && $0.clock == .wall }.compactMap(\.date)
      #expect(dates == dates.sorted { direction == .ascending ? $0 < $1 : $0 > $1 } && dates.count > 10)
    }
  }

  @Test(arguments: [SortDirection.ascending, .descending], [1, 2, 7])
  func `what is left of a part is passed over without a look`(direction: SortDirection, left: Int)
    async throws
  {
    let catalog = try await RandomLibrary(seed: 8, count: 300).catalog(in: tree)
    try await catalog.pool.read { db in
      let all = try found([.all], direction, db)
      let function = Counter(oneIn: 1)
      var walk = IndexWalk([.all], direction, function, db)
      var (taken, parts, count) = ([IndexKey](), 0, 0)
      while let key = try walk.next() {
        if walk.isAtBeginning { (parts, count) = (parts + 1, 0) }
        taken.append(key)
        count += 1
        if count == left { walk.skipRest() }
      }
      var counts: [String: Int] = [:]
      let expected = all.filter { key in
        counts["\(key.format) \(key.clock)", default: 0] += 1
        return counts["\(key.format) \(key.clock)", default: 0] <= left
      }
      #expect(taken.map(Found.init) == expected.map(Found.init))
      #expect(parts == counts.count && parts > 3)
      // Of each part that is left, a photo without a date may be looked at once more.
      #expect(function.count <= taken.count + all.count { $0.date == nil })
    }
  }

  @Test func `a format that no photo can have is told as damage`() async throws {
    let catalog = try await RandomLibrary(seed: 3, count: 20).catalog(in: tree)
    try await catalog.pool.write { try $0.execute(sql: "UPDATE photo SET format = 'xyzzy'") }
    await #expect(throws: (any Error).self) {
      _ = try await catalog.pool.read { try found([.all], .descending, $0) }
    }
    var query = AssetQuery()
    query.limit = 1
    let question = CatalogQuery(roots: ["/photos"], options: ScanOptions(), query: query)
    await #expect(throws: CatalogUnavailable.self) { try await question.snapshot(of: catalog) }
  }
}
