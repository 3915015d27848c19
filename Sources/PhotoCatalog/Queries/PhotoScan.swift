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
  /// Whether sums of folders suffice for most photos.
  var usesSums: Bool { get }
  /// Adds the photos that the catalogs sum up for a folder, so that only its `other` photos follow.
  ///
  /// - Parameter dbs: A connection to each catalog.
  mutating func addSums(of folder: CatalogScope.KnownFolder, _ dbs: [Database]) throws
  /// Ends the photos of a folder, which all go to one collector.
  mutating func endFolder(_ folder: Folder)
  mutating func merge(_ other: Self)
}

extension PhotoCollector {
  var usesSums: Bool { false }
  mutating func addSums(of folder: CatalogScope.KnownFolder, _ dbs: [Database]) throws {}
  mutating func endFolder(_ folder: Folder) {}
}

extension ShownAssets: PhotoCollector {}

/// Decodes the records of all photos in a query's scope, and passes matching photos to collectors.
///
/// `PhotoLibrary` evaluates conditions, groups and orders on the assets.
struct PhotoScan: Sendable {
  let scope: CatalogScope
  private var query: AssetQuery
  private let options: ScanOptions
  /// The folders in the order in which the table contains their photos.
  private var folders: [CatalogScope.KnownFolder]
  /// The number of photos in `folders`, including hidden photos.
  private(set) var count: Int
  /// Photos to which several paths lead, each once. `fill` skips them.
  private let shared: [Asset]
  /// Whether no path is in several catalogs. `false` if unknown.
  private let areDisjoint: Bool
  /// The revisions of the catalogs that `scope` belongs to.
  private let revisions: [Int64?]

  /// The selection of the columns that make an asset.
  private static let columns = "SELECT name, record, folder FROM main.photo"

  /// - Parameter dbs: A connection to each catalog.
  /// - Throws: `CatalogUnavailable` if no catalog knows a root; `DatabaseError` if one is corrupt.
  init(_ question: CatalogQuery, _ dbs: [Database], areDisjoint: Bool) throws {
    (query, options, self.areDisjoint) = (question.query, question.options, areDisjoint)
    var scope = try CatalogScope(roots: question.roots, options: options, dbs)
    if let album = query.album { scope.narrow(to: album) }
    self.scope = scope
    revisions = try dbs.map(CatalogSchema.revision)
    let isNamed = !scope.files.isEmpty
    let possible = try Self.possibleFolders(query, dbs)
    folders =
      isNamed
      ? []
      : scope.folders.filter { folder in
        folder.count > 0 && folder.places.contains { possible[$0.catalog]?.contains($0.folder) ?? true }
      }
      .sorted { $0.places[0].folder < $1.places[0].folder }
    count = isNamed ? scope.count : folders.reduce(0) { $0 + $1.count }
    shared =
      try isNamed || scope.hasSharedAssets ? Self.withoutDuplicates(scope, options, all: isNamed, dbs) : []
  }

  /// Returns the folders that may contain matching photos for each catalog; `nil` if every folder may.
  private static func possibleFolders(_ query: AssetQuery, _ dbs: [Database]) throws -> [Set<Int64>?] {
    guard let condition = query.necessaryCondition else { return dbs.map { _ in nil } }
    return try dbs.map { try FieldIndex($0).folders(condition) }
  }

  /// Returns the values of a field, each with its folders in each catalog; `nil` if a catalog doesn't index the field.
  ///
  /// - Throws: `CatalogChanged` if a catalog has another revision.
  func values(of field: AssetField, _ dbs: [Database]) throws -> [FieldValue: [[Int64]]]? {
    try requireRevisions(dbs)
    var values: [FieldValue: [[Int64]]] = [:]
    let none = dbs.map { _ in [Int64]() }
    for (catalog, db) in dbs.enumerated() {
      guard let folders = try FieldIndex(db).values(of: field) else { return nil }
      for (value, list) in folders { values[value, default: none][catalog] = list }
    }
    return values
  }

  /// Returns the scan of another query with a narrower condition.
  ///
  /// - Parameter lists: Lists of folders for each catalog, which contain all matching photos; `nil` if every folder may.
  func narrowed(to query: AssetQuery, _ lists: [[[Int64]]]? = nil) -> PhotoScan {
    var scan = self
    scan.query = query
    guard let lists else { return scan }
    let possible = revisions.indices.map { catalog in Set(lists.lazy.flatMap { $0[catalog] }) }
    scan.folders.removeAll { folder in
      !folder.places.contains { possible[$0.catalog].contains($0.folder) }
    }
    scan.count = scan.folders.reduce(0) { $0 + $1.count }
    return scan
  }

  /// Returns the photos to which several paths lead, each once; or all photos.
  private static func withoutDuplicates(
    _ scope: CatalogScope, _ options: ScanOptions, all: Bool, _ dbs: [Database]
  ) throws -> [Asset] {
    let facts = SharedFacts()
    var assets: [Asset] = []
    func load(_ place: Int, _ condition: String, _ arguments: StatementArguments) throws {
      let statement = try dbs[place].cachedStatement(sql: "\(columns) WHERE \(condition)")
      let rows = try StatementRow.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() {
        let id = try row.number(at: 2)
        guard let folder = scope.folder(id, of: place) else { continue }
        let asset = try asset(of: row, id, folder.folder, options, facts)
        let own = CatalogScope.Place(catalog: place, folder: id)
        if let asset, try !EntryAge.isSuperseded(row, in: own, of: folder.places, dbs) {
          assets.append(asset)
        }
      }
    }
    for folder in scope.folders where all || folder.shared > 0 {
      for place in folder.places {
        try load(place.catalog, all ? "folder = ?" : "folder = ? AND isShared", [place.folder])
      }
    }
    for file in scope.files {
      if let asset = try asset(of: file, options, facts, dbs) { assets.append(asset) }
    }
    if !all {
      for inode in Set(assets.filter(\.isSymbolicLink).map(\.identity.inode)) {
        for place in dbs.indices {
          try load(place, "inode = ? AND NOT isShared", [Int64(bitPattern: inode)])
        }
      }
    }
    SameFiles.removeDuplicates(from: &assets, areNamed: !scope.files.isEmpty)
    // `fill` finds the targets of symbolic links in their folders.
    return all ? assets : assets.filter { $0.isSymbolicLink || $0.hasOtherNames }
  }

  /// Returns the asset of a root, which is returned even if it is hidden.
  private static func asset(
    of file: CatalogScope.NamedFile, _ options: ScanOptions, _ facts: SharedFacts, _ dbs: [Database]
  ) throws -> Asset? {
    let options = ScanOptions(includesHidden: true, clocks: options.clocks)
    var best: (age: EntryAge, asset: Asset?)?
    for (catalog, db) in dbs.enumerated() {
      for table in ["main.photo", "otherFile"] where table == "main.photo" || dbs.count > 1 {
        let find = try db.cachedStatement(
          sql: """
            SELECT name, record, folder FROM \(table)
            WHERE folder = (SELECT id FROM folder WHERE path = ?) AND name = ?
            """)
        let place = [Data(file.folder.bytes), Data(file.name.bytes)]
        try StatementRow.first(of: find, arguments: StatementArguments(place)) { row in
          let id = try row.number(at: 2)
          let age = EntryAge(row.bytes(at: 1), in: CatalogScope.Place(catalog: catalog, folder: id))
          if let best, age < best.age { return }
          let asset = table == "main.photo" ? try asset(of: row, id, file.folder, options, facts) : nil
          best = (age, asset)
        }
      }
    }
    return best?.asset
  }

  /// Returns the asset of a row, or `nil` if it is hidden or a symbolic link that is not followed.
  ///
  /// - Throws: `DatabaseError` for an invalid row.
  static func asset(
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

  /// Returns a collector with the matching photos, using one connection to each catalog.
  func collected<Collector: PhotoCollector>(_ empty: Collector, _ dbs: [Database]) throws -> Collector {
    var collector = empty
    try fill(&collector, Turn(), dbs)
    addShared(to: &collector)
    return collector
  }

  /// Returns a collector with the matching photos, using several connections to each catalog.
  ///
  /// - Throws: `CatalogChanged` if a catalog has another revision.
  func collected<Collector: PhotoCollector>(
    _ empty: Collector, _ catalog: Catalog
  ) async throws -> Collector {
    let isLarge = count >= Self.countForSeveral
    let count = isLarge ? min(WorkerPool.processorCount, catalog.readerCount) : 1
    let turn = Turn()
    return try await withThrowingTaskGroup(of: Collector.self) { group in
      for _ in 0..<max(count, 1) {
        group.addTask {
          try await catalog.read { dbs in
            try requireRevisions(dbs)
            var collector = empty
            try fill(&collector, turn, dbs)
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

  /// - Throws: `CatalogChanged` if a catalog has another revision.
  func requireRevisions(_ dbs: [Database]) throws {
    guard try dbs.map(CatalogSchema.revision) == revisions else { throw CatalogChanged() }
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
  private func fill(_ collector: inout some PhotoCollector, _ turn: Turn, _ dbs: [Database]) throws {
    let shows = query.test
    let facts = SharedFacts()
    let all = "\(Self.columns) WHERE folder = ? AND NOT isShared"
    while case let index = turn.next(), index < folders.count {
      let folder = folders[index]
      let isUnique =
        try areDisjoint || folder.places.count == 1
        || collector.usesSums && !MergedRows.hasDuplicates(folder, dbs)
      let isSummed = isUnique && collector.usesSums
      if isSummed { try collector.addSums(of: folder, dbs) }
      if isUnique {
        // Sums without other photos are complete.
        for place in isSummed && folder.other == 0 ? [] : folder.places {
          let select = try dbs[place.catalog].cachedStatement(
            sql: isSummed ? "\(all) AND \(CatalogSchema.isOther)" : all)
          let rows = try StatementRow.fetchCursor(select, arguments: [place.folder])
          while let row = try rows.next() {
            let asset = try Self.asset(of: row, place.folder, folder.folder, options, facts)
            if let asset, shows(asset) { collector.add(asset) }
          }
        }
      } else {
        var rows = try MergedRows(folder.places, dbs)
        while let entry = try rows.next() {
          guard entry.isPhoto, try entry.row.number(at: 2) == 0 else { continue }
          let asset = try Self.asset(of: entry.row, entry.place.folder, folder.folder, options, facts)
          if let asset, shows(asset) { collector.add(asset) }
        }
      }
      collector.endFolder(folder.folder)
    }
  }

  /// Adds matching photos to which several paths lead.
  func addShared(to collector: inout some PhotoCollector) {
    let shows = query.test
    for asset in shared where shows(asset) { collector.add(asset) }
  }
}

extension AssetQuery {
  /// The predicate for the assets of the result.
  var test: (Asset) -> Bool {
    if needsAllAssets { return { _ in true } }
    let (dates, filter) = (self.dates, self.filter)
    return { dates.includes($0) && filter?.includes($0) ?? true }
  }
}
