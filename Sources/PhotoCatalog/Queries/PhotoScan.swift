import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Synchronization

/// A result that is computed from photos in any order, in several parts that are merged.
protocol PhotoCollector: Sendable {
  mutating func add(_ asset: Asset)
  mutating func merge(_ other: Self)
}

extension ShownAssets: PhotoCollector {}
extension AssetCounter: PhotoCollector {}

/// The photos of a query: SQL finds candidates, whose records are decoded and tested.
///
/// `PhotoLibrary` evaluates conditions, groups and orders on the assets.
struct PhotoScan: Sendable {
  /// The rows of one catalog.
  struct Part: Sendable {
    /// Holds for the photos in the scope, of which each file counts once.
    let scope: String
    let condition: RowCondition
    /// Holds for photos that count, whatever other catalogs contain.
    let isOnly: String
    /// Whether all photos are in the scope and match, apart from hidden ones, so that indexes contain everything.
    let isPlain: Bool
    /// The expression of the local time of a photo, in seconds.
    let localDate: String
    var tests: RowTests

    /// Holds for the candidates.
    var possible: String { RowCondition.and([scope, condition.possible]) }

    /// Holds for photos that match without a look at their records.
    var certain: String { RowCondition.and([scope, condition.certain, isOnly]) }

    /// Holds for the candidates whose records decide.
    func uncertain(_ certain: String) -> String {
      certain == possible ? "0" : RowCondition.and([possible, RowCondition.not(certain)])
    }
  }

  let scope: CatalogScope
  let query: AssetQuery
  let options: ScanOptions
  private(set) var parts: [Part]
  /// All photos, if some roots are files. `parts` are empty then.
  let named: [Asset]?
  /// Whether no path is in several catalogs. `false` if unknown.
  private let areDisjoint: Bool
  /// The revisions of the catalogs that `scope` belongs to.
  private let revisions: [Int64?]

  /// - Parameter dbs: A connection to each catalog.
  /// - Throws: `CatalogUnavailable` if no catalog knows a root; `SQLiteError` if one is corrupt.
  init(_ question: CatalogQuery, _ dbs: [Connection], areDisjoint: Bool) throws {
    (query, options, self.areDisjoint) = (question.query, question.options, areDisjoint)
    var scope = try CatalogScope(roots: question.roots, options: options, dbs)
    revisions = try dbs.map(CatalogSchema.revision)
    named = scope.files.isEmpty ? nil : try Self.namedAssets(scope, options, dbs)
    let duplicates =
      named == nil
      ? try SharedFiles.duplicates(scope, options, areDisjoint: areDisjoint, dbs) : dbs.map { _ in [] }
    if let album = query.album { scope.narrow(to: album) }
    self.scope = scope
    parts = []
    guard named == nil else { return }
    parts = try dbs.enumerated().map { catalog, db in
      try part(of: catalog, without: duplicates[catalog], db)
    }
  }

  private func part(of catalog: Int, without duplicates: [Int64], _ db: Connection) throws -> Part {
    let folders = scope.folders(of: catalog)
    var translator = ConditionTranslator(db, folders.map { ($0.number, $0.folder.folder) }, options.clocks)
    let condition = query.needsAllAssets ? .always : try translator.condition(query)
    var tests = translator.tests
    var parts: [String] = []
    var isPlain = condition == .always && areDisjoint && options.links != .none
    if try Self.hasPhotos(outside: folders.map(\.number), db) {
      parts.append(tests.membership("folder", of: folders.map(\.number)))
      isPlain = false
    }
    if !options.includesHidden { parts.append(Self.isVisible) }
    if options.links == .none { parts.append("link < 2") }
    if !duplicates.isEmpty { parts.append(RowCondition.not(tests.membership("id", of: duplicates))) }
    let isOnly =
      areDisjoint
      ? "1"
      : RowCondition.not(
        tests.membership("folder", of: folders.filter { $0.folder.places.count > 1 }.map(\.number).sorted()))
    return Part(
      scope: RowCondition.and(parts), condition: condition, isOnly: isOnly, isPlain: isPlain,
      localDate: translator.localDate, tests: tests)
  }

  /// The number of folders outside of the scope that are examined. More probably contain photos.
  private static let outsideCount = 64

  /// Returns `true` if a folder outside of the scope may contain photos. Ancestors of the roots usually don't.
  private static func hasPhotos(outside folders: [Int64], _ db: Connection) throws -> Bool {
    let known = NumberSet(folders)
    let rows = try db.rows("SELECT id FROM folder")
    var others: [Int64] = []
    while let row = try rows.next() {
      let number = try row.number(at: 0)
      if !known.contains(number) { others.append(number) }
      if others.count > outsideCount { return true }
    }
    let list = others.map(String.init).joined(separator: ",")
    return try db.number("SELECT 1 FROM photo WHERE folder IN (\(list)) LIMIT 1") != nil
  }

  /// Changes the functions that statements for a catalog call.
  mutating func changeTests<Result>(of catalog: Int, _ body: (inout RowTests) -> Result) -> Result {
    body(&parts[catalog].tests)
  }

  /// Defines the functions that statements call. Each connection needs them before its first statement.
  func register(_ dbs: [Connection]) throws {
    for (part, db) in zip(parts, dbs) { try part.tests.register(in: db) }
  }

  // MARK: - Rows

  /// Photos that one connection decodes without interruption.
  struct Chunk: Sendable {
    let catalog: Int
    let rows: Rows

    enum Rows: Sendable {
      case all(ClosedRange<Int64>)
      case some(ArraySlice<Int64>)
    }
  }

  /// Photos to decode.
  struct Candidates: Sendable {
    fileprivate(set) var chunks: [Chunk] = []
    /// The number of rows, or of possible rows.
    fileprivate(set) var count = 0
  }

  private static let isVisible = "NOT hidden"

  /// The number of rows to read for a row that is needed, up to which reading all of a range takes less time.
  fileprivate static let densest: Int64 = 4

  /// The number of rows in a chunk.
  private static let chunkSize = 2048

  /// Returns the rows that meet a condition, after `register(_:)`.
  func candidates(
    _ dbs: [Connection], where condition: (Int, Part) -> String
  ) throws -> Candidates {
    if named != nil { return Candidates() }
    let found = try dbs.enumerated().map { catalog, db in
      let condition = condition(catalog, parts[catalog])
      var found = Candidates()
      // Few photos are hidden, and decoding them takes less time than selecting the others.
      let isAll = condition == "1" || condition == Self.isVisible
      if try condition == "0" || isAll && addAll(of: catalog, db, to: &found) { return found }
      let rows = try db.rows("SELECT id FROM photo WHERE \(condition) ORDER BY id")
      var ids: [Int64] = []
      while let row = try rows.next() { ids.append(try row.number(at: 0)) }
      add(ids, of: catalog, to: &found)
      return found
    }
    return found.reduce(into: Candidates()) { all, found in
      all.chunks += found.chunks
      all.count += found.count
    }
  }

  /// Returns rows of each catalog.
  func candidates(_ ids: [[Int64]]) -> Candidates {
    var found = Candidates()
    for (catalog, ids) in ids.enumerated() { add(ids.sorted(), of: catalog, to: &found) }
    return found
  }

  private func add(_ ids: [Int64], of catalog: Int, to found: inout Candidates) {
    for start in stride(from: 0, to: ids.count, by: Self.chunkSize) {
      let rows = ids[start..<min(start + Self.chunkSize, ids.count)]
      found.chunks.append(Chunk(catalog: catalog, rows: .some(rows)))
    }
    found.count += ids.count
  }

  /// Adds all rows of a catalog, or returns `false` if their numbers have large gaps.
  private func addAll(of catalog: Int, _ db: Connection, to found: inout Candidates) throws -> Bool {
    let limits = try db.first("SELECT count(*), min(id), max(id) FROM photo") { row in
      try row.numberOrNull(at: 1).map { (try row.count(at: 0), $0, try row.number(at: 2)) }
    }
    guard let (count, first, last) = limits else { return true }
    guard first > 0, last < 1 << 48 else { throw SQLiteError.damage }
    guard last - first < Int64(count) * Self.densest else { return false }
    for start in stride(from: first, through: last, by: Self.chunkSize) {
      let rows = start...min(start + Int64(Self.chunkSize) - 1, last)
      found.chunks.append(Chunk(catalog: catalog, rows: .all(rows)))
    }
    found.count += count
    return true
  }

  private static let inRange = "\(columns) WHERE id BETWEEN ? AND ?"
  static let columns = "SELECT name, record, folder, id FROM \(PhotoRow.withRecords)"

  /// Adds the matching photos of a chunk to a collector.
  private func add(
    _ chunk: Chunk, to collector: inout some PhotoCollector, _ shows: (Asset) -> Bool, _ facts: SharedFacts,
    _ dbs: [Connection]
  ) throws {
    let db = dbs[chunk.catalog]
    func add(_ row: StatementRow) throws {
      let id = try row.number(at: 2)
      guard let folder = scope.folder(id, of: chunk.catalog),
        let asset = try Self.asset(of: row, id, folder.folder, options, facts), shows(asset)
      else { return }
      let place = CatalogScope.Place(catalog: chunk.catalog, folder: id)
      if try areDisjoint || !EntryAge.isSuperseded(row, in: place, of: folder.places, dbs) {
        collector.add(asset)
      }
    }
    switch chunk.rows {
    case .all(let range):
      let rows = try db.rows(Self.inRange, [.integer(range.lowerBound), .integer(range.upperBound)])
      while let row = try rows.next() { try add(row) }
    case .some(let ids) where ids.isDense:
      let rows = try db.rows(Self.inRange, [SQLiteValue(ids.first), SQLiteValue(ids.last)])
      var next = ids.startIndex
      while let row = try rows.next(), next < ids.endIndex {
        guard try row.number(at: 3) == ids[next] else { continue }
        next += 1
        try add(row)
      }
    case .some(let ids):
      let rows = try db.statement("\(Self.columns) WHERE id = ?")
      for id in ids {
        try rows.start([.integer(id)])
        if let row = try rows.next() { try add(row) }
      }
    }
    try Task.checkCancellation()
  }

  /// Returns the asset of a row, or `nil` if it is hidden or a symbolic link that is not followed.
  ///
  /// - Throws: `SQLiteError` for an invalid row.
  static func asset(
    of row: StatementRow, _ id: Int64, _ folder: Folder, _ options: ScanOptions, _ facts: SharedFacts
  ) throws(SQLiteError) -> Asset? {
    let name = try row.name(at: 0)
    guard options.includesHidden || !name.isHidden else { return nil }
    let record = FileRecord(row.bytes(at: 1), folder: id, name: name.bytes, sharing: facts)
    guard let asset = record?.asset(name, in: folder, options.clocks) else { throw .damage }
    return asset.isSymbolicLink && options.links == .none ? nil : asset
  }

  // MARK: - Collecting

  /// The smallest number of photos for which several connections are faster.
  static let countForSeveral = 4096

  /// Returns a collector with the matching photos, using one connection to each catalog.
  func collected<Collector: PhotoCollector>(
    _ empty: Collector, _ candidates: Candidates, _ dbs: [Connection]
  ) throws -> Collector {
    var collector = empty
    let (shows, facts) = (query.test, SharedFacts())
    for chunk in candidates.chunks { try add(chunk, to: &collector, shows, facts, dbs) }
    addNamed(to: &collector)
    return collector
  }

  /// Returns a collector with the matching photos, using several connections to each catalog.
  ///
  /// - Throws: `CatalogChanged` if a catalog has another revision.
  func collected<Collector: PhotoCollector>(
    _ empty: Collector, _ candidates: Candidates, _ catalog: Catalog
  ) async throws -> Collector {
    let count = min(WorkerPool.processorCount, catalog.readerCount)
    let turn = Turn()
    return try await withThrowingTaskGroup(of: Collector.self) { group in
      for _ in 0..<max(count, 1) {
        group.addTask {
          try await catalog.read { dbs in
            try requireRevisions(dbs)
            var collector = empty
            let (shows, facts) = (query.test, SharedFacts())
            while case let index = turn.next(), index < candidates.chunks.count {
              try add(candidates.chunks[index], to: &collector, shows, facts, dbs)
            }
            return collector
          }
        }
      }
      var whole = empty
      for try await part in group { whole.merge(part) }
      addNamed(to: &whole)
      return whole
    }
  }

  /// - Throws: `CatalogChanged` if a catalog has another revision.
  func requireRevisions(_ dbs: [Connection]) throws {
    guard try dbs.map(CatalogSchema.revision) == revisions else { throw CatalogChanged() }
  }

  /// The catalog was modified between two reads.
  struct CatalogChanged: Error {}

  /// Distributes chunks among collectors.
  private final class Turn: Sendable {
    private let count = Mutex(0)

    /// Returns the index of the next chunk.
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  /// Adds the matching photos if some roots are files.
  private func addNamed(to collector: inout some PhotoCollector) {
    let shows = query.test
    for asset in named ?? [] where shows(asset) { collector.add(asset) }
  }
}

extension ArraySlice<Int64> {
  /// Whether reading all rows from the first to the last takes less time than finding each of these ascending numbers.
  fileprivate var isDense: Bool {
    guard let first, let last, first <= last else { return false }
    return last &- first < Int64(count) * PhotoScan.densest
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
