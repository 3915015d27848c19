import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// A query on the catalog. It never accesses the folders.
///
/// ```swift
/// var query = AssetQuery()
/// query.limit = 100
/// let catalogQuery = CatalogQuery(roots: ["/photos"], options: ScanOptions(), query: query)
/// let groups = try await query.groups(of: catalogQuery.snapshot(of: catalog))
/// ```
///
/// It decodes the records of all photos under the roots on all processors, and only retains assets of the result.
public struct CatalogQuery: Sendable {
  /// The folders, with all descendants, and files to query.
  public var roots: [FilePath]
  /// The rules for hidden folders and symbolic links, and the clocks.
  public var options: ScanOptions
  /// The conditions, groups and order.
  public var query: AssetQuery

  /// Creates a query on some roots.
  public init(roots: [FilePath], options: ScanOptions, query: AssetQuery = AssetQuery()) {
    self.roots = roots
    self.options = options
    self.query = query
  }

  /// Returns the assets of the query's groups and possibly more: `query.groups(of:)` returns the same groups for them as for the
  /// complete library.
  ///
  /// Reads on threads of the database.
  ///
  /// - Throws: `CatalogUnavailable` if the catalog can't be read or doesn't contain a root; `CancellationError` if the task is
  ///   cancelled.
  public func snapshot(of catalog: Catalog) async throws -> LibrarySnapshot {
    let areDisjoint = catalog.areDisjoint
    let (first, scan): (ShownAssets?, PhotoScan?) = try await reading(catalog) { dbs in
      if let first = try DateSearch(self, areDisjoint: areDisjoint).assets(dbs) { return (first, nil) }
      let scan = try PhotoScan(self, dbs, areDisjoint: areDisjoint)
      return (try DateSearch(self, scan, areDisjoint: areDisjoint).assets(dbs), scan)
    }
    if let first { return LibrarySnapshot(inAnyOrder: first.assets) }
    if let scan, let assets = try await firstGroups(scan, of: catalog) {
      return LibrarySnapshot(inAnyOrder: assets)
    }
    return LibrarySnapshot(inAnyOrder: try await collected(ShownAssets(query), of: catalog, scan).assets)
  }

  /// Returns the assets of the first groups, searching one group after another until there are enough assets. Returns `nil`
  /// unless the catalogs index the field of the groups, and haven't changed.
  private func firstGroups(_ scan: PhotoScan, of catalog: Catalog) async throws -> [Asset]? {
    guard let countOfFirst = query.countOfFirst, let field = query.groupField else { return nil }
    do {
      guard let folders = try await reading(catalog, { try scan.values(of: field, $0) }) else { return nil }
      let groups = query.groups(of: folders.keys)
      var assets: [Asset] = []
      for values in groups where assets.count < countOfFirst {
        let condition = AssetCondition.test(FieldTest(field, in: Set(values)))
        let part = partial(condition, limit: countOfFirst - assets.count)
        let narrowed = scan.narrowed(to: part.query, values.compactMap { folders[$0] })
        assets += try await part.first(narrowed, of: catalog)
      }
      guard assets.count < countOfFirst else { return assets }
      // The group of assets without a value is the last.
      let rest = AssetCondition.not(.test(FieldTest(field, in: Set(groups.joined()))))
      let part = partial(rest, limit: countOfFirst - assets.count)
      return assets + (try await part.first(scan.narrowed(to: part.query), of: catalog))
    } catch is PhotoScan.CatalogChanged {
      return nil
    }
  }

  /// Returns a query for assets that also meet a condition, without groups.
  private func partial(_ condition: AssetCondition, limit: Int) -> CatalogQuery {
    var part = self
    part.query.condition = .all([query.condition, condition].compactMap(\.self))
    (part.query.grouping, part.query.offset, part.query.limit) = (.all, 0, limit)
    return part
  }

  /// Returns the first assets, and possibly more.
  private func first(_ scan: PhotoScan, of catalog: Catalog) async throws -> [Asset] {
    let areDisjoint = catalog.areDisjoint
    let first = try await reading(catalog) { dbs in
      try scan.requireRevisions(dbs)
      return try DateSearch(self, scan, areDisjoint: areDisjoint).assets(dbs)
    }
    if let first { return first.assets }
    return try await Self.reporting(catalog) { try await scan.collected(ShownAssets(query), catalog) }.assets
  }

  /// Returns the assets of the query's groups and possibly more.
  func library(_ db: Database) throws -> LibrarySnapshot {
    if let first = try DateSearch(self, areDisjoint: true).assets([db]) {
      return LibrarySnapshot(inAnyOrder: first.assets)
    }
    let scan = try PhotoScan(self, [db], areDisjoint: true)
    let shown =
      try DateSearch(self, scan, areDisjoint: true).assets([db])
      ?? scan.collected(ShownAssets(query), [db])
    return LibrarySnapshot(inAnyOrder: shown.assets)
  }

  /// Returns the sizes of groups of the query's photos, equal to the result of `AssetQuery.statistics(of:by:)`.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - groupings: One grouping, or two for a table.
  /// - Throws: The errors of `snapshot(of:)`.
  public func statistics(
    of catalog: Catalog, by groupings: [AssetQuery.Grouping]
  ) async throws -> AssetStatistics {
    if query.needsAllAssets || query.isCut {
      return try await query.statistics(of: try await snapshot(of: catalog), by: groupings)
    }
    return try await collected(PhotoTallies(query, groupings), of: catalog).statistics
  }

  /// Returns the albums by path, "All Photos" first. Returns `nil` if the list requires a snapshot, because roots are files or several
  /// paths lead to one file.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - isComplete: Whether to include posters and sizes in bytes.
  /// - Throws: The errors of `snapshot(of:)`.
  public func albums(of catalog: Catalog, isComplete: Bool) async throws -> [AlbumSummary]? {
    guard query.isPlain else { return nil }
    let albums = try await collected(AlbumSummaries(isComplete: isComplete), of: catalog) { scope in
      scope.files.isEmpty && !scope.hasSharedAssets
    }
    return albums?.list
  }

  /// Returns a description of how the catalog evaluates the query, one sentence per element.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - groupings: The groupings of `statistics(of:by:)`; `nil` for `snapshot(of:)`.
  /// - Throws: The errors of `snapshot(of:)`.
  public func explanation(
    of catalog: Catalog, by groupings: [AssetQuery.Grouping]? = nil
  ) async throws -> [String] {
    let scan = try await scan(catalog)
    if let groupings, !query.isCut, PhotoTallies(query, groupings).usesSums {
      return ["the tallies of \(scan.scope.folders.count { $0.count > 0 }) folders are added"]
    }
    let records = "\(scan.count) records are judged"
    if query.needsAllAssets { return ["\(scan.count) records are loaded and judged together"] }
    return [query.countOfFirst.map { "\(records), and the first \($0) of the view are kept" } ?? records]
  }

  // MARK: - Reading

  private func collected<Collector: PhotoCollector>(
    _ empty: Collector, of catalog: Catalog, _ scan: PhotoScan? = nil
  ) async throws -> Collector {
    try await collected(empty, of: catalog, scan) { _ in true } ?? empty
  }

  /// Returns a collector with the matching photos, or `nil` if `isWanted` rejects the folders and files.
  private func collected<Collector: PhotoCollector>(
    _ empty: Collector, of catalog: Catalog, _ known: PhotoScan? = nil,
    if isWanted: @escaping @Sendable (CatalogScope) -> Bool
  ) async throws -> Collector? {
    let scan = if let known { known } else { try await scan(catalog) }
    guard isWanted(scan.scope) else { return nil }
    do {
      return try await Self.reporting(catalog) { try await scan.collected(empty, catalog) }
    } catch is PhotoScan.CatalogChanged {
      let areDisjoint = catalog.areDisjoint
      // A single connection reads a consistent state during writes.
      return try await reading(catalog) { dbs in
        let scan = try PhotoScan(self, dbs, areDisjoint: areDisjoint)
        return isWanted(scan.scope) ? try scan.collected(empty, dbs) : nil
      }
    }
  }

  private func scan(_ catalog: Catalog) async throws -> PhotoScan {
    let areDisjoint = catalog.areDisjoint
    return try await reading(catalog) { try PhotoScan(self, $0, areDisjoint: areDisjoint) }
  }

  private func reading<Value: Sendable>(
    _ catalog: Catalog, _ body: @escaping @Sendable ([Database]) throws -> Value
  ) async throws -> Value {
    try await Self.reporting(catalog) { try await catalog.read(body) }
  }

  private static func reporting<Value: Sendable>(
    _ catalog: Catalog, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch let error as PhotoScan.CatalogChanged {
      throw error
    } catch {
      throw catalog.unreadable(error)
    }
  }
}

/// Creates summaries of albums from photos in order of folder.
private struct AlbumSummaries: PhotoCollector {
  let isComplete: Bool
  private var assets: [Asset] = []
  /// The sums of the current folder's row.
  private var sums: (count: Int, dates: ClosedRange<CivilTime>?) = (0, nil)
  private var folders: [AlbumSummary] = []

  init(isComplete: Bool) { self.isComplete = isComplete }

  var usesSums: Bool { !isComplete }

  mutating func add(_ asset: Asset) { assets.append(asset) }

  mutating func addSums(of folder: CatalogScope.KnownFolder, _ dbs: [Database]) {
    sums = (folder.count - folder.other, folder.dates)
  }

  mutating func endFolder(_ folder: Folder) {
    guard sums.count + assets.count > 0 else { return }
    // The poster of several photos with the same date is the first by path.
    if isComplete { AssetOrder.sortByPath(&assets) }
    let album = AlbumSummary(Album(.folder(folder), assets: assets))
    folders.append(
      isComplete
        ? album
        : AlbumSummary(
          album.kind, count: sums.count + album.count, dates: Self.union([sums.dates, album.dates])))
    (assets, sums) = ([], (0, nil))
  }

  mutating func merge(_ other: AlbumSummaries) { folders += other.folders }

  /// "All Photos" and the folders by path, or an empty array if there are no photos.
  var list: [AlbumSummary] {
    let albums = folders.sorted {
      FileName.naturalOrder($0.folder?.bytes ?? [], $1.folder?.bytes ?? []) < 0
    }
    guard !albums.isEmpty else { return [] }
    let poster = albums.compactMap(\.poster).max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
    let all = AlbumSummary(
      .all, count: albums.reduce(0) { $0 + $1.count }, dates: Self.union(albums.map(\.dates)), poster: poster,
      fileSize: isComplete ? AlbumSummary.total(albums.compactMap(\.fileSize)) : nil)
    return [all] + albums
  }

  private static func union(_ ranges: [ClosedRange<CivilTime>?]) -> ClosedRange<CivilTime>? {
    ranges.reduce(nil) { all, next in
      guard let all, let next else { return all ?? next }
      return min(all.lowerBound, next.lowerBound)...max(all.upperBound, next.upperBound)
    }
  }
}
