import GRDB
import PhotoLibrary

extension Catalog {
  /// Read access to the database of the catalog, for custom requests.
  ///
  /// ```swift
  /// let newest = try await catalog.reader.read { db in
  ///   try CatalogPhoto.order(\.date.desc).limit(10).fetchAll(db)
  /// }
  /// ```
  public var reader: any DatabaseReader { pool }
}

extension FetchedDataSource {
  /// Creates a data source on a catalog, which observes all writes, including external ones.
  ///
  /// - Parameters:
  ///   - request: The items and sections, from ``CatalogPhoto`` or a ``CatalogQuery``.
  ///   - catalog: The catalog, which the data source retains.
  ///   - window: The offset and limit of the fetched items.
  ///   - reloadsAll: The initial value of ``reloadsAll``.
  public convenience init(
    _ request: SectionedRequest<Section, Item>, in catalog: Catalog, window: ItemWindow = .all,
    reloadsAll: Bool = false
  ) {
    self.init(
      request, in: catalog.pool, watching: catalog.otherProcesses, window: window, reloadsAll: reloadsAll)
  }
}

extension SectionedRequest where Section == AssetSection, Item == AssetItem {
  /// Creates a request for the groups of a query, equal to the result of `AssetQuery.groups(of:)`.
  ///
  /// A window other than ``ItemWindow/all`` replaces offset and limit of the query. Files with equal content all count, since the
  /// catalog doesn't contain file contents.
  public init(_ query: CatalogQuery) {
    self.init { db, window in
      var query = query
      if window != .all { (query.query.offset, query.query.limit) = (window.offset, window.limit) }
      query.query.isUnique = false
      // An empty catalog must be observed too.
      try db.registerAccess(to: Table("photo"))
      return SectionedSnapshot(try query.query.groupsWithCopies(of: try query.library(db)))
    }
  }
}
