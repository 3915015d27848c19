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
/// SQL finds the photos that may match; their records are decoded on all processors, and only assets of the result are retained.
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
    let assets = try await collected(ShownAssets(query), of: catalog) { ((), try Self.candidates($0, $1)) }
    return LibrarySnapshot(inAnyOrder: assets.collected.assets)
  }

  /// Returns the candidates for the first photos of a limited view, or for all photos.
  private static func candidates(_ scan: PhotoScan, _ dbs: [Connection]) throws -> PhotoScan.Candidates {
    var first = try FirstPhotos(scan, dbs)
    if let found = try first?.candidates() { return found }
    try scan.register(dbs)
    return try scan.candidates(dbs) { $1.possible }
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
    let counts = try await collected(AssetCounter(groupings), of: catalog) { scan, dbs in
      guard scan.named == nil, let counts = PhotoCounts(groupings) else {
        return (AssetCounter(groupings), try Self.candidates(scan, dbs))
      }
      try scan.register(dbs)
      let counters = try dbs.enumerated().map { try counts.counter(scan, of: $0, $1) }
      return (counters.reduce(into: AssetCounter(groupings)) { $0.merge($1) }, try counts.rest(scan, dbs))
    }
    var counter = counts.found
    counter.merge(counts.collected)
    return counter.statistics
  }

  /// Returns the albums by path, "All Photos" first. Returns `nil` if the list requires a snapshot, because roots are files.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - isComplete: Whether to include posters and sizes in bytes.
  /// - Throws: The errors of `snapshot(of:)`.
  public func albums(of catalog: Catalog, isComplete: Bool) async throws -> [AlbumSummary]? {
    guard query.isPlain else { return nil }
    let (counted, rest) = try await collected(AlbumCounts(isComplete: isComplete), of: catalog) { scan, dbs in
      guard scan.named == nil else { return (AlbumCounts?.none, PhotoScan.Candidates()) }
      try scan.register(dbs)
      var albums = AlbumCounts(isComplete: isComplete)
      try albums.count(scan, dbs)
      if isComplete {
        let empty = AlbumCounts(isComplete: true)
        albums.offerPosters(of: try scan.collected(empty, AlbumCounts.posters(scan, dbs), dbs))
      }
      return (albums, try AlbumCounts.rest(scan, dbs))
    }
    guard var albums = counted else { return nil }
    albums.merge(rest)
    return albums.list
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
    let areDisjoint = catalog.areDisjoint
    return try await reading(catalog) { dbs in
      let scan = try PhotoScan(self, dbs, areDisjoint: areDisjoint)
      if !query.needsAllAssets, !query.isCut, scan.named == nil,
        let counts = groupings.flatMap({ PhotoCounts($0) })
      {
        try scan.register(dbs)
        let rest = try counts.rest(scan, dbs).count
        return ["photos are counted by their columns, and \(rest) records are judged"]
      }
      let count = try scan.named?.count ?? Self.candidates(scan, dbs).count
      if query.needsAllAssets { return ["\(count) records are loaded and judged together"] }
      let records = "\(count) records are judged"
      return [query.countOfFirst.map { "\(records), and the first \($0) of the view are kept" } ?? records]
    }
  }

  // MARK: - Reading

  /// Returns what SQL finds, and a collector with the matching photos among the other candidates.
  ///
  /// - Parameter find: Finds both with one connection to each catalog.
  private func collected<Found: Sendable, Collector: PhotoCollector>(
    _ empty: Collector, of catalog: Catalog,
    _ find: @escaping @Sendable (PhotoScan, [Connection]) throws -> (Found, PhotoScan.Candidates)
  ) async throws -> (found: Found, collected: Collector) {
    let areDisjoint = catalog.areDisjoint
    let first: (PhotoScan, Found, PhotoScan.Candidates, Collector?) = try await reading(catalog) { dbs in
      let scan = try PhotoScan(self, dbs, areDisjoint: areDisjoint)
      let (found, candidates) = try find(scan, dbs)
      let isSmall = candidates.count < PhotoScan.countForSeveral
      return (scan, found, candidates, isSmall ? try scan.collected(empty, candidates, dbs) : nil)
    }
    let (scan, found, candidates, known) = first
    if let known { return (found, known) }
    do {
      return (
        found, try await Self.reporting(catalog) { try await scan.collected(empty, candidates, catalog) }
      )
    } catch is PhotoScan.CatalogChanged {
      // A single connection reads a consistent state during writes.
      return try await reading(catalog) { dbs in
        let scan = try PhotoScan(self, dbs, areDisjoint: areDisjoint)
        let (found, candidates) = try find(scan, dbs)
        return (found, try scan.collected(empty, candidates, dbs))
      }
    }
  }

  private func reading<Value: Sendable>(
    _ catalog: Catalog, _ body: @escaping @Sendable ([Connection]) throws -> Value
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
