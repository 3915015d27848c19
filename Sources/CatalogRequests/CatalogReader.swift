import GRDB
import PhotoCatalog
import PhotoFiles
import SystemPackage

/// Read access to a catalog, for requests of GRDB on the tables and views that docs/catalog.md describes.
///
/// ```swift
/// let reader = try CatalogReader(.ofUser)
/// let newest = try await reader.database.read { db in
///   try CatalogPhoto.order(\.date.desc).limit(10).fetchAll(db)
/// }
/// ```
///
/// Reads never wait for photopick or another program that writes the catalog at the same time. SQLite executes the views of the
/// file, so open only catalogs that your programs have made.
public final class CatalogReader: Sendable {
  let pool: DatabasePool
  let otherProcesses: OtherProcesses

  /// The database.
  public var database: any DatabaseReader { pool }

  /// Opens an existing catalog.
  ///
  /// - Throws: `CatalogUnavailable` if the file is not a catalog of this version; `DatabaseError` if SQLite can't open it.
  public init(_ location: CatalogLocation) throws {
    let name = location.file.string
    guard let path = String(validating: try location.real.fileSystemBytes, as: UTF8.self) else {
      throw CatalogUnavailable("\(name): the path is not UTF-8")
    }
    guard (try? FileStatus(location.real)) != nil else {
      throw CatalogUnavailable("\(name): there is no such catalog")
    }
    // GRDB doesn't observe a database that is opened for reading alone.
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.schemaSource = ViewKeys()
    pool = try DatabasePool(path: path, configuration: configuration)
    otherProcesses = OtherProcesses(of: pool)
    let isCatalog = try pool.read { db in
      try db.tableExists("catalog") && CatalogPhoto.hasView(db) && CatalogAlbum.hasView(db)
    }
    guard isCatalog else { throw CatalogUnavailable("\(name) is not a catalog of this version of photopick") }
  }
}

extension TableRecord {
  fileprivate static func hasView(_ db: Database) throws -> Bool { try db.viewExists(databaseTableName) }
}

/// The primary keys of the views, with which GRDB orders their rows and associates them.
private struct ViewKeys: DatabaseSchemaSource {
  func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) -> [String]? {
    [CatalogPhoto.databaseTableName, CatalogAlbum.databaseTableName].contains(view.name) ? ["id"] : nil
  }
}
