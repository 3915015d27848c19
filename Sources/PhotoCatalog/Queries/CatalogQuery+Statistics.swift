import GRDB
import PhotoLibrary

extension CatalogQuery {
  /// How the photos that the query shows fall into groups, equal to what `AssetQuery.statistics(of:by:)` says of them.
  ///
  /// Rows are counted without loading them, and only one photo for each value has its record opened; all photos are
  /// loaded if SQL cannot tell which ones the query shows.
  /// - Parameters:
  ///   - catalog: the catalog that is asked.
  ///   - groupings: one, or two for a table.
  /// - Throws: as `snapshot(of:)`.
  public func statistics(
    of catalog: Catalog, by groupings: [AssetQuery.Grouping]
  ) async throws -> AssetStatistics {
    if let counted = try await reading(catalog, { try counted(by: groupings, $0) }) { return counted }
    return try await query.statistics(of: try await snapshot(of: catalog), by: groupings)
  }

  /// The rows counted; `nil` if rows do not tell which photos are shown.
  func counted(by groupings: [AssetQuery.Grouping], _ db: Database) throws -> AssetStatistics? {
    guard !query.keepsEmptyGroups, !query.isUnique, !query.isCut, query.predicate == nil,
      case .search(let scope, let question, let hasIndexes) = try plan(db)
    else { return nil }
    var rest = query
    // The scope is the album.
    rest.album = nil
    let passing = query.album == nil ? question : try PhotoQuestion(rest, scope, options.clocks, db)
    guard
      let rows = PhotoCounter(
        groupings, passing: passing.program, includesHidden: options.includesHidden, options.clocks)
    else { return nil }
    try show(rows, scope, hasIndexes: hasIndexes, db)
    var counter = AssetCounter(groupings)
    let loader = AssetLoader(scope, options: options)
    try rows.report(to: &counter) { name, folder in
      guard let asset = try loader.asset(name, in: folder, db) else { throw DatabaseError.damage }
      return asset
    }
    try countShared(loader, rest, &counter, db)
    return counter.statistics
  }

  /// Shows all rows of the scope to a counter, but for photos that are marked as shared: who knows which of their paths
  /// is shown counts them.
  private func show(_ rows: PhotoCounter, _ scope: CatalogScope, hasIndexes: Bool, _ db: Database) throws {
    if hasIndexes, scope.count > scope.knownCount / Self.mostOfIndex {
      var walk = IndexWalk([.all], .descending, rows, db)
      // The counter lets none of them pass.
      while try walk.next() != nil {}
      return
    }
    let statement = try db.cachedStatement(
      sql: "SELECT count(*) FROM photo WHERE CASE WHEN isShared THEN 0 ELSE \(rows.call) END AND folder = ?")
    for folder in scope.folders.values where folder.count > 0 {
      try rows.bind(to: statement, [folder.id])
      _ = try Int.fetchOne(statement)
    }
  }

  /// A row of the table is so many times as long as one of the index of dates.
  private static let mostOfIndex = 8

  /// Counts the photos to which several paths may lead, each once.
  private func countShared(
    _ loader: AssetLoader, _ rest: AssetQuery, _ counter: inout AssetCounter, _ db: Database
  ) throws {
    guard loader.scope.hasSharedAssets else { return }
    var loader = loader
    try loader.loadShared(db)
    // Others that links lead to were counted with their rows.
    let shared = loader.snapshot().assets.filter { $0.isSymbolicLink || $0.hasOtherNames }
    counter.add(shared, shownBy: rest)
  }
}
