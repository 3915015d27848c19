import GRDB
import PhotoFiles
import SystemPackage

/// A folder in the catalog, to which its photos belong.
///
/// ```swift
/// let albums = try await catalog.reader.read { db in
///   try CatalogAlbum.filter { $0.count > 0 }.fetchAll(db)
/// }
/// ```
///
/// Folders that only lead to others are rows too; their `count` is 0.
public struct CatalogAlbum: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "folder"

  /// The columns that a request may ask.
  public enum Columns {
    public static let id = Column("id")
    /// The bytes of the path.
    public static let path = Column("path")
    /// The number of photos and videos.
    public static let count = Column("count")
  }

  public static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.path, Columns.count] }

  /// The number of the row, which lasts as long as the folder has its path.
  public let id: Int64
  /// The folder.
  public let folder: Folder
  /// The number of photos and videos.
  public let count: Int

  /// - Throws: `DatabaseError` if the row is damaged.
  public init(row: Row) throws {
    id = try row.number(at: 0)
    folder = Folder(FilePath(fileSystemBytes: row.bytes(at: 1)))
    count = try row.count(at: 2)
  }
}
