import GRDB
import PhotoLibrary

extension Catalog {
  /// The database of the catalog, for requests of one's own.
  ///
  /// ```swift
  /// let newest = try await catalog.reader.read { db in
  ///   try CatalogPhoto.order(\.date.desc).limit(10).fetchAll(db)
  /// }
  /// ```
  public var reader: any DatabaseReader { pool }
}

extension FetchedDataSource {
  /// Makes a data source on a catalog: it follows what this process and others write to it.
  ///
  /// - Parameters:
  ///   - request: The items and their sections, of ``CatalogPhoto`` or of a ``CatalogQuery``.
  ///   - catalog: The catalog, which the data source keeps open.
  ///   - window: The offset and limit of what is fetched.
  ///   - reloadsAll: The first value of ``reloadsAll``.
  public convenience init(
    _ request: SectionedRequest<Section, Item>, in catalog: Catalog, window: ItemWindow = .all,
    reloadsAll: Bool = false
  ) {
    self.init(
      request, in: catalog.pool, watching: catalog.otherProcesses, window: window, reloadsAll: reloadsAll)
  }
}

extension SectionedRequest where Section == AssetSection, Item == AssetItem {
  /// Makes a request of the groups of a query, as `AssetQuery.groups(of:)` makes them.
  ///
  /// A window other than ``ItemWindow/all`` replaces offset and limit of the query. Files that hold the same bytes all
  /// count, since the catalog does not know contents.
  public init(_ query: CatalogQuery) {
    self.init { db, window in
      var query = query
      if window != .all { (query.query.offset, query.query.limit) = (window.offset, window.limit) }
      query.query.isUnique = false
      // A catalog that is empty yet must be followed all the same.
      try db.registerAccess(to: Table("photo"))
      return SectionedSnapshot(try query.query.groupsWithCopies(of: try query.library(db)))
    }
  }
}
