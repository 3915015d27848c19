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

/// Something that is made of photos: several are filled at the same time and then merged.
protocol PhotoCollector: Sendable {
  mutating func add(_ asset: Asset)
  /// Adds all photos of a folder by its row alone; returns `false` if their records have to be decoded.
  mutating func add(_ folder: CatalogScope.KnownFolder) -> Bool
  /// Ends the photos of a folder, which one collector gets one after the other.
  mutating func endFolder(_ folder: Folder)
  mutating func merge(_ other: Self)
}

extension PhotoCollector {
  mutating func add(_ folder: CatalogScope.KnownFolder) -> Bool { false }
  mutating func endFolder(_ folder: Folder) {}
}

extension ShownAssets: PhotoCollector {}
extension AssetCounter: PhotoCollector {}

/// Decodes the records of all photos that a query is about, and shows those that pass to collectors.
///
/// The conditions, groups and orders are those of `PhotoLibrary`, asked of the assets themselves.
struct PhotoScan: Sendable {
  let scope: CatalogScope
  private let query: AssetQuery
  private let options: ScanOptions
  /// The folders by their rows, in which their photos stand one after the other.
  private let folders: [CatalogScope.KnownFolder]
  /// Photos to which several paths may lead, each once; `folders` leave them out.
  private let shared: [Asset]
  /// The state of the catalog that the scope is part of.
  private let revision: Int64?

  /// The columns of a photo from which an asset is made.
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

  /// The photos to which several paths may lead, each once; or all photos.
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
        // A file that was named is shown in any case.
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
    // Others that links lead to are found in their folders.
    return all ? assets : assets.filter { $0.isSymbolicLink || $0.hasOtherNames }
  }

  /// The asset of a row; `nil` if its name is hidden, or if it is a link that is not followed.
  ///
  /// - Throws: `DatabaseError` if the row is damaged.
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

  /// The least number of photos for which several connections are worth their while.
  private static let countForSeveral = 4096

  /// Fills a collector on one connection.
  func collected<Collector: PhotoCollector>(_ empty: Collector, _ db: Database) throws -> Collector {
    var collector = empty
    try fill(&collector, Turn(), db)
    addShared(to: &collector)
    return collector
  }

  /// The farthest that any zone's clock is from universal time (RFC 9636, 3.2), in seconds.
  private static let mostOffset: Int64 = 26 * 3600

  /// The number of rows of the index of dates that are read, beside a part of the photos, before the folders are.
  private static let rowsOfIndex = (least: 1000, part: 32)

  /// Returns the assets that the query shows first, found in the order of dates; `nil` if dates don't lead to them, or if
  /// so few photos pass that all records are decoded sooner.
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

  /// Fills copies of a collector on several connections and merges them.
  ///
  /// - Throws: `CatalogChanged` if the catalog is another by now.
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

  /// The catalog was written to between two reads.
  struct CatalogChanged: Error {}

  /// The folders that nobody has taken yet, for all who fill collectors.
  private final class Turn: Sendable {
    private let count = Mutex(0)

    /// The index of the next folder.
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  /// Adds photos to a collector as long as there is a folder that nobody else takes.
  private func fill(_ collector: inout some PhotoCollector, _ turn: Turn, _ db: Database) throws {
    let shows = query.test
    let facts = SharedFacts()
    let select = try db.cachedStatement(sql: "\(Self.columns) WHERE folder = ? AND NOT isShared")
    while case let index = turn.next(), index < folders.count {
      let folder = folders[index]
      if collector.add(folder) { continue }
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
  /// Tells whether the query needs an asset.
  fileprivate var test: (Asset) -> Bool {
    if needsAllAssets { return { _ in true } }
    let (dates, filter) = (self.dates, self.filter)
    return { dates.includes($0) && filter?.includes($0) ?? true }
  }
}
