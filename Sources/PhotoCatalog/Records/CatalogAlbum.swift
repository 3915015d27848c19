import GRDB
import PhotoFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    guard let count = UInt32(exactly: try row.number(at: 2)) else { throw DatabaseError.damage }
    self.count = Int(count)
  }
}

/// GRDB's own subscripts end the program if a damaged catalog holds a value of another type.
extension Row {
  /// The whole number in a column.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func number(at index: Int) throws(DatabaseError) -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[index]) else { throw .damage }
    return number
  }

  /// The bytes of a text or blob in a column, none if it holds something else.
  func bytes(at index: Int) -> [UInt8] { Data.fromDatabaseValue(self[index]).map { Array($0) } ?? [] }
}
