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
  public static let databaseTableName = "folder"

  /// The columns for requests.
  public enum Columns {
    public static let id = Column("id")
    /// The bytes of the path.
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

  /// - Throws: `DatabaseError` if the row is corrupt.
  public init(row: Row) throws {
    id = try row.number(at: 0)
    folder = Folder(FilePath(fileSystemBytes: row.bytes(at: 1)))
    guard let count = UInt32(exactly: try row.number(at: 2)) else { throw DatabaseError.damage }
    self.count = Int(count)
  }
}

/// GRDB's subscripts trap if a corrupt catalog contains a value of another type.
extension Row {
  /// Returns the integer in a column.
  ///
  /// - Throws: `DatabaseError` for any other value.
  func number(at index: Int) throws(DatabaseError) -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[index]) else { throw .damage }
    return number
  }

  /// Returns the bytes of a string or blob in a column, or an empty array for any other value.
  func bytes(at index: Int) -> [UInt8] { Data.fromDatabaseValue(self[index]).map { Array($0) } ?? [] }
}
