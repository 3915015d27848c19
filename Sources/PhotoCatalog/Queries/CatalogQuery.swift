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
/// What is asked for is found by the database: a month of a million photos costs what the month holds, and the first
/// hundred cost little more than a hundred.
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
  /// The database reads on a thread of its own.
  /// - Throws: `CatalogUnavailable` if the catalog cannot be read or does not know a root; `CancellationError`, after
  ///   which no more rows are read.
  public func snapshot(of catalog: Catalog) async throws -> LibrarySnapshot {
    try await reading(catalog) { try library($0) }
  }

  /// The assets that make up the query's groups, and perhaps more, in order of folder and name.
  func library(_ db: Database) throws -> LibrarySnapshot {
    switch try plan(db) {
    case .everything(let scope, _): return try everything(in: scope, db)
    case .search(let scope, let question, let hasIndexes):
      var loader = AssetLoader(scope, options: options)
      if scope.hasSharedAssets { try loader.loadShared(db) }
      var search = AssetSearch(query, question, options: options, loader: loader)
      if hasIndexes, let count = search.countOfFirst {
        try search.loadFirst(count, db)
      } else {
        try search.loadAll(db, hasIndexes: hasIndexes)
      }
      // An album from which nothing passes is still an album.
      if query.album != nil, search.loader.assets.isEmpty { return try everything(in: scope, db) }
      return search.loader.snapshot()
    }
  }

  /// How the assets of a query are found.
  enum Plan {
    /// All of them are loaded, for a reason.
    case everything(CatalogScope, String)
    /// Those that pass are loaded.
    case search(CatalogScope, PhotoQuestion, hasIndexes: Bool)
  }

  func plan(_ db: Database) throws -> Plan {
    var scope = try CatalogScope(roots: roots, options: options, db)
    let hasIndexes = try CatalogSchema.has(.ofQueries, db)
    let isNarrowed = try narrowToAlbum(&scope, db)
    // Which of several paths to a file is shown, and which album has a name, is settled before anything is left out.
    guard scope.files.isEmpty else { return .everything(scope, "files are named") }
    guard hasIndexes || !scope.hasSharedAssets else {
      return .everything(scope, "several paths lead to one file")
    }
    guard query.album == nil || isNarrowed else {
      return .everything(scope, "the folders alone do not tell which album is meant")
    }
    do {
      let question = try PhotoQuestion(query, scope, options.clocks, db)
      return .search(scope, question, hasIndexes: hasIndexes)
    } catch let error as ConditionReader.UnknownField {
      return .everything(scope, "only a record tells \(error.field.name)")
    }
  }

  /// What the catalog does to answer the query, in sentences for a person.
  ///
  /// - Throws: as `snapshot(of:)`.
  public func explanation(of catalog: Catalog) async throws -> [String] {
    try await reading(catalog) { db in
      switch try plan(db) {
      case .everything(_, let reason):
        return ["all photos of the paths are loaded and judged, since \(reason)"]
      case .search(let scope, let question, let hasIndexes):
        let loader = AssetLoader(scope, options: options)
        let search = AssetSearch(query, question, options: options, loader: loader)
        guard hasIndexes, let count = search.countOfFirst else {
          return ["the rows of all photos are asked, and those that pass are loaded"] + question.notes
        }
        let way =
          search.isRanked
          ? "the rows of photos are asked for the first \(count) of the view, which are loaded"
          : "the rows of photos are asked in the order of the view until \(count) pass"
        return [way] + question.notes
      }
    }
  }

  private func everything(in scope: CatalogScope, _ db: Database) throws -> LibrarySnapshot {
    var loader = AssetLoader(scope, options: options)
    for folder in scope.folders.values { try loader.load(folder, matching: "TRUE", db) }
    for file in scope.files { try loader.load(file, db) }
    return loader.snapshot()
  }

  /// Leaves out all folders but that of the album that is asked for, if the names of folders tell it for sure.
  ///
  /// - Returns: true if it did.
  private func narrowToAlbum(_ scope: inout CatalogScope, _ db: Database) throws -> Bool {
    guard let name = query.album, !query.keepsEmptyGroups, scope.files.isEmpty else { return false }
    let filled = scope.folders.values.filter { $0.count > 0 }
    let path = RootPath(FilePath(name)).path
    var found = filled.filter { $0.folder.path == path }
    if found.isEmpty, name != "All Photos" { found = filled.filter { $0.folder.name == name } }
    guard let only = found.first, found.count == 1, only.shared == 0 else { return false }
    if try !options.includesHidden && CatalogScope.holdsHiddenAssets(only, db) { return false }
    scope.narrow(to: only)
    return true
  }

  /// What a list of albums shows, by path, "All Photos" first; `nil` if only the assets themselves can tell: several
  /// paths lead to one file, files are known that are hidden, or clocks were changed around a first or last date.
  ///
  /// - Parameters:
  ///   - catalog: the catalog that is asked.
  ///   - isComplete: false leaves out posters and bytes, which cost a look at every photo.
  /// - Throws: as `snapshot(of:)`.
  public func albums(of catalog: Catalog, isComplete: Bool) async throws -> [AlbumSummary]? {
    guard query.isPlain else { return nil }
    return try await reading(catalog) { db in
      let scope = try CatalogScope(roots: roots, options: options, db)
      guard scope.files.isEmpty, !scope.hasSharedAssets else { return nil }
      let loader = AssetLoader(scope, options: options)
      var albums = [AlbumSummary]()
      for folder in scope.ordered where folder.count > 0 {
        if !options.includesHidden, try CatalogScope.holdsHiddenAssets(folder, db) { return nil }
        guard let dates = folder.dates(on: options.clocks) else { return nil }
        let poster = isComplete ? try loader.poster(of: folder, db) : nil
        let fileSize = isComplete ? try folder.fileSize(db) : nil
        albums.append(
          AlbumSummary(
            .folder(folder.folder), count: folder.count, dates: dates.range, poster: poster,
            fileSize: fileSize))
      }
      guard !albums.isEmpty else { return [] }
      return [Self.summary(of: albums)] + albums
    }
  }

  private static func summary(of albums: [AlbumSummary]) -> AlbumSummary {
    let dates = albums.compactMap(\.dates).reduce(nil as ClosedRange<CivilTime>?) { all, next in
      all.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
    }
    let poster = albums.compactMap(\.poster).max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
    // All of them have it, or none.
    let sizes = albums.compactMap(\.fileSize)
    return AlbumSummary(
      .all, count: albums.reduce(0) { $0 + $1.count }, dates: dates, poster: poster,
      fileSize: sizes.isEmpty ? nil : AlbumSummary.total(sizes))
  }

  func reading<Value: Sendable>(
    _ catalog: Catalog, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await catalog.pool.read(body)
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
