import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Answers a query from the catalog alone, without a look at the folders.
///
/// ```swift
/// var query = AssetQuery()
/// query.limit = 100
/// let catalogQuery = CatalogQuery(roots: ["/photos"], options: ScanOptions(), query: query)
/// let groups = try await query.groups(of: catalogQuery.snapshot(of: catalog))
/// ```
///
/// The records of all photos under the roots are decoded, on all processors, and judged one after the other; only what
/// is shown is kept.
public struct CatalogQuery: Sendable {
  /// What is asked about: folders with all below them, and files.
  public var roots: [FilePath]
  /// Which folders count, and the clocks.
  public var options: ScanOptions
  /// Which assets are asked for.
  public var query: AssetQuery

  /// A query about everything under some roots, or part of it.
  public init(roots: [FilePath], options: ScanOptions, query: AssetQuery = AssetQuery()) {
    self.roots = roots
    self.options = options
    self.query = query
  }

  /// The assets that make up the query's groups, and perhaps more: `query.groups(of:)` gives the same groups of
  /// them as of the whole library.
  ///
  /// The database reads on threads of its own.
  /// - Throws: `CatalogUnavailable` if the catalog cannot be read or does not know a root; `CancellationError`, after
  ///   which no more rows are read.
  public func snapshot(of catalog: Catalog) async throws -> LibrarySnapshot {
    let first = try await reading(catalog) { pool in
      try await pool.read { try PhotoScan(self, $0).firstByDate($0) }
    }
    if let first { return LibrarySnapshot(inAnyOrder: first.assets) }
    return LibrarySnapshot(inAnyOrder: try await collected(ShownAssets(query), of: catalog).assets)
  }

  /// The assets that make up the query's groups, and perhaps more, in order of folder and name.
  func library(_ db: Database) throws -> LibrarySnapshot {
    let scan = try PhotoScan(self, db)
    let shown = try scan.firstByDate(db) ?? scan.collected(ShownAssets(query), db)
    return LibrarySnapshot(inAnyOrder: shown.assets)
  }

  /// How the photos that the query shows fall into groups, equal to what `AssetQuery.statistics(of:by:)` says of them.
  ///
  /// - Parameters:
  ///   - catalog: the catalog that is asked.
  ///   - groupings: one, or two for a table.
  /// - Throws: as `snapshot(of:)`.
  public func statistics(
    of catalog: Catalog, by groupings: [AssetQuery.Grouping]
  ) async throws -> AssetStatistics {
    if query.needsAllAssets || query.isCut {
      return try await query.statistics(of: try await snapshot(of: catalog), by: groupings)
    }
    return try await collected(AssetCounter(groupings), of: catalog).statistics
  }

  /// What a list of albums shows of one, by path, "All Photos" first; `nil` if only a snapshot can tell: files are
  /// named, or several paths lead to one file.
  ///
  /// - Parameters:
  ///   - catalog: the catalog that is asked.
  ///   - isComplete: false leaves out posters and bytes.
  /// - Throws: as `snapshot(of:)`.
  public func albums(of catalog: Catalog, isComplete: Bool) async throws -> [AlbumSummary]? {
    guard query.isPlain else { return nil }
    let albums = try await collected(AlbumSummaries(isComplete: isComplete), of: catalog) { scope in
      scope.files.isEmpty && !scope.hasSharedAssets
    }
    return albums?.list
  }

  /// What the catalog does to answer the query, in sentences for a person.
  ///
  /// - Throws: as `snapshot(of:)`.
  public func explanation(of catalog: Catalog) async throws -> [String] {
    let scope = try await reading(catalog) { pool in try await pool.read { try PhotoScan(self, $0).scope } }
    let records = "\(scope.count) records are judged"
    if query.needsAllAssets { return ["\(scope.count) records are loaded and judged together"] }
    return [query.countOfFirst.map { "\(records), and the first \($0) of the view are kept" } ?? records]
  }

  // MARK: - Reading

  private func collected<Collector: PhotoCollector>(
    _ empty: Collector, of catalog: Catalog
  ) async throws -> Collector {
    try await collected(empty, of: catalog) { _ in true } ?? empty
  }

  /// A collector filled with the photos that pass; `nil` if their folders and files are not wanted.
  private func collected<Collector: PhotoCollector>(
    _ empty: Collector, of catalog: Catalog, if isWanted: @escaping @Sendable (CatalogScope) -> Bool
  ) async throws -> Collector? {
    try await reading(catalog) { pool -> Collector? in
      let scan = try await pool.read { try PhotoScan(self, $0) }
      guard isWanted(scan.scope) else { return nil }
      do {
        return try await scan.collected(empty, pool)
      } catch is PhotoScan.CatalogChanged {
        // One connection reads one state, whatever is written meanwhile.
        return try await pool.read { db in
          let scan = try PhotoScan(self, db)
          return isWanted(scan.scope) ? try scan.collected(empty, db) : nil
        }
      }
    }
  }

  private func reading<Value: Sendable>(
    _ catalog: Catalog, _ body: (DatabasePool) async throws -> Value
  ) async throws -> Value {
    do {
      return try await body(catalog.pool)
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw CatalogUnavailable(
        "the catalog \(catalog.location.file.string) cannot be read: \(CatalogDatabase.reason(error))",
        .reading)
    }
  }
}

/// The summaries of albums, of photos that come folder by folder.
private struct AlbumSummaries: PhotoCollector {
  let isComplete: Bool
  private var assets: [Asset] = []
  private var folders: [AlbumSummary] = []

  init(isComplete: Bool) { self.isComplete = isComplete }

  mutating func add(_ asset: Asset) { assets.append(asset) }

  mutating func add(_ folder: CatalogScope.KnownFolder) -> Bool {
    guard !isComplete, folder.other == 0 else { return false }
    folders.append(AlbumSummary(.folder(folder.folder), count: folder.count, dates: folder.dates))
    return true
  }

  mutating func endFolder(_ folder: Folder) {
    guard !assets.isEmpty else { return }
    // Of two photos of one second, the first by path is the poster.
    if isComplete { AssetOrder.sortByPath(&assets) }
    let album = AlbumSummary(Album(.folder(folder), assets: assets))
    folders.append(
      isComplete ? album : AlbumSummary(album.kind, count: album.count, dates: album.dates))
    assets = []
  }

  mutating func merge(_ other: AlbumSummaries) { folders += other.folders }

  /// "All Photos", then the folders by path; nothing without photos.
  var list: [AlbumSummary] {
    let albums = folders.sorted {
      FileName.naturalOrder($0.folder?.bytes ?? [], $1.folder?.bytes ?? []) < 0
    }
    guard !albums.isEmpty else { return [] }
    let dates = albums.compactMap(\.dates).reduce(nil as ClosedRange<CivilTime>?) { all, next in
      all.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
    }
    let poster = albums.compactMap(\.poster).max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
    let all = AlbumSummary(
      .all, count: albums.reduce(0) { $0 + $1.count }, dates: dates, poster: poster,
      fileSize: isComplete ? AlbumSummary.total(albums.compactMap(\.fileSize)) : nil)
    return [all] + albums
  }
}
