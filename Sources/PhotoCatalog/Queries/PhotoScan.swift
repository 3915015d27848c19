import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A result that is computed from photos in any order, in several parts that are merged.
protocol PhotoCollector: Sendable {
  mutating func add(_ asset: Asset)
  /// Adds the photos that the row of a folder sums up, so that only its `other` photos follow. Returns `false` if the
  /// records of all photos are needed.
  mutating func add(_ folder: CatalogScope.KnownFolder) -> Bool
  /// Ends the photos of a folder, which all go to one collector.
  mutating func endFolder(_ folder: Folder)
  mutating func merge(_ other: Self)
}

extension PhotoCollector {
  mutating func add(_ folder: CatalogScope.KnownFolder) -> Bool { false }
  mutating func endFolder(_ folder: Folder) {}
}

extension ShownAssets: PhotoCollector {}
extension AssetCounter: PhotoCollector {}

/// Decodes the records of all photos in a query's scope, and passes matching photos to collectors.
///
/// `PhotoLibrary` evaluates conditions, groups and orders on the assets.
struct PhotoScan: Sendable {
  let scope: CatalogScope
  private let query: AssetQuery
  private let options: ScanOptions
  /// The folders in the order in which the table contains their photos.
  private let folders: [CatalogScope.KnownFolder]
  /// Photos to which several paths lead, each once. `fill` skips them.
  private let shared: [Asset]
  /// The revision of the catalog that `scope` belongs to.
  private let revision: Int64?

  /// The selection of the columns that make an asset.
  private static let columns = "SELECT name, record, folder FROM main.photo"

  /// - Throws: `CatalogUnavailable` if the catalog does not know a root; `DatabaseError` if it is damaged.
  init(_ question: CatalogQuery, _ db: Database) throws {
    (query, options) = (question.query, question.options)
    var scope = try CatalogScope(roots: question.roots, options: options, db)
    if let album = query.album { scope.narrow(to: album) }
    self.scope = scope
    revision = try CatalogSchema.revision(db)
    let isNamed = !scope.files.isEmpty
    folders = isNamed ? [] : scope.folders.values.filter { $0.count > 0 }.sorted { $0.id < $1.id }
    shared =
      try isNamed || scope.hasSharedAssets ? Self.withoutDuplicates(scope, options, all: isNamed, db) : []
  }

  /// Returns the photos to which several paths lead, each once; or all photos.
  private static func withoutDuplicates(
    _ scope: CatalogScope, _ options: ScanOptions, all: Bool, _ db: Database
  ) throws -> [Asset] {
    let facts = SharedFacts()
    var assets: [Asset] = []
    func load(_ condition: String, _ arguments: StatementArguments, _ folder: Folder? = nil) throws {
      let statement = try db.cachedStatement(sql: "\(columns) WHERE \(condition)")
      let rows = try StatementRow.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() {
        let id = try row.number(at: 2)
        guard let known = folder ?? scope.folders[id]?.folder else { continue }
        // A root is scanned even if it is hidden.
        let options = folder == nil ? options : ScanOptions(includesHidden: true, clocks: options.clocks)
        if let asset = try asset(of: row, id, known, options, facts) { assets.append(asset) }
      }
    }
    for folder in scope.folders.values where all || folder.shared > 0 {
      try load(all ? "folder = ?" : "folder = ? AND isShared", [folder.id])
    }
    for file in scope.files {
      let path = Data(file.folder.bytes)
      try load(
        "folder = (SELECT id FROM folder WHERE path = ?) AND name = ?", [path, Data(file.name.bytes)],
        file.folder)
    }
    if !all {
      for inode in Set(assets.filter(\.isSymbolicLink).map(\.identity.inode)) {
        try load("inode = ? AND NOT isShared", [Int64(bitPattern: inode)])
      }
    }
    SameFiles.removeDuplicates(from: &assets, areNamed: !scope.files.isEmpty)
    // `fill` finds the targets of symbolic links in their folders.
    return all ? assets : assets.filter { $0.isSymbolicLink || $0.hasOtherNames }
  }

  /// Returns the asset of a row, or `nil` if it is hidden or a symbolic link that is not followed.
  ///
  /// - Throws: `DatabaseError` for an invalid row.
  private static func asset(
    of row: StatementRow, _ id: Int64, _ folder: Folder, _ options: ScanOptions, _ facts: SharedFacts
  ) throws(DatabaseError) -> Asset? {
    let name = try row.name(at: 0)
    guard options.includesHidden || !name.isHidden else { return nil }
    let record = FileRecord(row.bytes(at: 1), folder: id, name: name.bytes, sharing: facts)
    guard let asset = record?.asset(name, in: folder, options.clocks) else { throw .damage }
    return asset.isSymbolicLink && options.links == .none ? nil : asset
  }

  // MARK: - Collecting

  /// The smallest number of photos for which several connections are faster.
  private static let countForSeveral = 4096

  /// Returns a collector with the matching photos, using one connection.
  func collected<Collector: PhotoCollector>(_ empty: Collector, _ db: Database) throws -> Collector {
    var collector = empty
    try fill(&collector, Turn(), db)
    addShared(to: &collector)
    return collector
  }

  /// The largest offset of a time zone from UTC, in seconds (RFC 9636, 3.2).
  private static let mostOffset: Int64 = 26 * 3600

  /// The number of rows of the index to read before falling back to folders: a minimum plus a part of all photos.
  private static let rowsOfIndex = (least: 1000, part: 32)

  /// Returns the first assets in the order of date by walking the index. Returns `nil` if the query has another order,
  /// or if so few photos match that decoding all records is faster.
  func firstByDate(_ db: Database) throws -> ShownAssets? {
    let limit = Self.rowsOfIndex.least + scope.count / Self.rowsOfIndex.part
    guard let direction = query.directionOfDates, query.countOfFirst ?? .max < limit / 2, !folders.isEmpty,
      try CatalogSchema.hasIndexes(db)
    else { return nil }
    let (shows, facts) = (query.test, SharedFacts())
    var shown = ShownAssets(query)
    addShared(to: &shown)
    let order = direction == .descending ? "DESC" : "ASC"
    let rows = try StatementRow.fetchCursor(
      db,
      sql: """
        SELECT name, record, folder, date FROM main.photo INDEXED BY photo_date
        WHERE date IS NOT NULL AND NOT isShared ORDER BY date \(order)
        """)
    for _ in 0..<limit {
      guard let row = try rows.next() else { return nil }
      let date = try row.number(at: 3)
      if let last = shown.lastSecond,
        direction == .descending ? date < last &- Self.mostOffset : date > last &+ Self.mostOffset
      {
        return shown
      }
      let id = try row.number(at: 2)
      guard let folder = scope.folders[id]?.folder else { continue }
      if let asset = try Self.asset(of: row, id, folder, options, facts), shows(asset) { shown.add(asset) }
    }
    return nil
  }

  /// Returns a collector with the matching photos, using several connections.
  ///
  /// - Throws: `CatalogChanged` if the catalog has another revision.
  func collected<Collector: PhotoCollector>(
    _ empty: Collector, _ pool: DatabasePool
  ) async throws -> Collector {
    let isLarge = scope.count >= Self.countForSeveral
    let count = isLarge ? min(WorkerPool.processorCount, pool.configuration.maximumReaderCount) : 1
    let turn = Turn()
    return try await withThrowingTaskGroup(of: Collector.self) { group in
      for _ in 0..<max(count, 1) {
        group.addTask {
          try await pool.read { db in
            guard try CatalogSchema.revision(db) == revision else { throw CatalogChanged() }
            var collector = empty
            try fill(&collector, turn, db)
            return collector
          }
        }
      }
      var whole = empty
      for try await part in group { whole.merge(part) }
      addShared(to: &whole)
      return whole
    }
  }

  /// The catalog was modified between two reads.
  struct CatalogChanged: Error {}

  /// Distributes folders among collectors.
  private final class Turn: Sendable {
    private let count = Mutex(0)

    /// Returns the index of the next folder.
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  /// Adds matching photos to a collector until all folders are taken.
  private func fill(_ collector: inout some PhotoCollector, _ turn: Turn, _ db: Database) throws {
    let shows = query.test
    let facts = SharedFacts()
    let all = "\(Self.columns) WHERE folder = ? AND NOT isShared"
    let (selectAll, selectOther) = (
      try db.cachedStatement(sql: all), try db.cachedStatement(sql: "\(all) AND \(CatalogSchema.isOther)")
    )
    while case let index = turn.next(), index < folders.count {
      let folder = folders[index]
      let select = collector.add(folder) ? selectOther : selectAll
      let rows = try StatementRow.fetchCursor(select, arguments: [folder.id])
      while let row = try rows.next() {
        let asset = try Self.asset(of: row, folder.id, folder.folder, options, facts)
        if let asset, shows(asset) { collector.add(asset) }
      }
      collector.endFolder(folder.folder)
    }
  }

  private func addShared(to collector: inout some PhotoCollector) {
    let shows = query.test
    for asset in shared where shows(asset) { collector.add(asset) }
  }
}

extension AssetQuery {
  /// The predicate for the assets of the result.
  fileprivate var test: (Asset) -> Bool {
    if needsAllAssets { return { _ in true } }
    let (dates, filter) = (self.dates, self.filter)
    return { dates.includes($0) && filter?.includes($0) ?? true }
  }
}
