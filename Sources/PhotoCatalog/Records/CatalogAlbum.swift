import GRDB
import PhotoFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder in the catalog.
///
/// ```swift
/// let albums = try await catalog.reader.read { db in
///   try CatalogAlbum.filter { $0.count > 0 }.fetchAll(db)
/// }
/// ```
///
/// Ancestors of scanned folders are rows too, with a `count` of 0.
public struct CatalogAlbum: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "album"

  /// The columns for requests.
  public enum Columns {
    public static let id = Column("id")
    /// The path: a string, or a blob if it isn't UTF-8.
    public static let path = Column("path")
    /// The number of photos and videos.
    public static let count = Column("count")
  }

  public static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.path, Columns.count] }

  /// The row identifier, which doesn't change as long as the folder has its path.
  public let id: Int64
  /// The folder.
  public let folder: Folder
  /// The number of photos and videos.
  public let count: Int

  /// - Throws: `DatabaseError` if a value is missing or invalid.
  public init(row: Row) throws {
    id = try row.number(at: 0)
    folder = Folder(FilePath(fileSystemBytes: try row.shortBytes(at: 1)))
    guard let count = UInt32(exactly: try row.number(at: 2)) else { throw DatabaseError.damage }
    self.count = Int(count)
  }
}
