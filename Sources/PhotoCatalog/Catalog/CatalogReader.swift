import Foundation
import GRDB
import GRDBSQLite
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Reads what a scan asks the catalog for.
enum CatalogReader {
  /// What is known of a folder.
  static func known(_ folder: Folder, _ db: Database) throws -> KnownFolder {
    let find = try db.cachedStatement(sql: "SELECT id, device, inode FROM folder WHERE path = ?")
    guard let row = try Row.fetchOne(find, arguments: [Data(folder.bytes)]) else { return KnownFolder() }
    let id = try row.number(at: 0)
    var known = KnownFolder(identity: try row.identity(at: 1))
    let files = try db.cachedStatement(sql: "SELECT name, record FROM file WHERE folder = ?")
    let cursor = try Row.fetchCursor(files, arguments: [id])
    while let row = try cursor.next() {
      let name = FileName(bytes: row.bytes(at: 0))
      guard let record = row.record(at: 1, folder: id, name: name) else {
        guard row.isWhole(at: 1, folder: id, name: name) else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged")
        }
        // A row of another version stands in the list too, so that it is replaced or removed.
        known.files[name] = .outdated
        continue
      }
      known.files[name] = record.file
    }
    let folders = try db.cachedStatement(sql: "SELECT path FROM folder WHERE parent = ?")
    let children = try Row.fetchCursor(folders, arguments: [id])
    while let row = try children.next() {
      let name = row.bytes(at: 0).split(separator: UInt8(ascii: "/")).last
      if let name { known.folders.insert(FileName(bytes: Array(name))) }
    }
    return known
  }

  /// What is known of a file by its inode and birth.
  static func known(inode: UInt64, birth: FileStatus.Time, _ db: Database) throws -> KnownFile? {
    let find = try db.cachedStatement(sql: "SELECT folder, name, record FROM file WHERE inode = ?")
    let cursor = try Row.fetchCursor(find, arguments: [Int64(bitPattern: inode)])
    while let row = try cursor.next() {
      let name = FileName(bytes: row.bytes(at: 1))
      let folder = try row.number(at: 0)
      if let file = row.record(at: 2, folder: folder, name: name)?.file, file.birth == birth { return file }
    }
    return nil
  }
}

extension Row {
  /// The whole number in a column; GRDB's own subscripts end the program where there is something else.
  ///
  /// - Throws: `DatabaseError` where the column holds something else.
  func number(at index: Int) throws -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw Self.damage }
    return number
  }

  /// The whole number in a column, `nil` where it holds NULL.
  ///
  /// - Throws: `DatabaseError` where the column holds something else.
  func numberOrNull(at index: Int) throws -> Int64? {
    switch (self[index] as DatabaseValue).storage {
    case .int64(let number): return number
    case .null: return nil
    case .double, .string, .blob: throw Self.damage
    }
  }

  /// The number of things in a column.
  ///
  /// - Throws: `DatabaseError` where the column holds no such number.
  func count(at index: Int) throws -> Int {
    // No folder holds more, and sums of all folders stay far from any limit.
    guard let count = UInt32(exactly: try number(at: index)) else { throw Self.damage }
    return Int(count)
  }

  /// The device in a column and the inode in the next.
  ///
  /// - Throws: `DatabaseError` where there is something else.
  func identity(at index: Int) throws -> FileStatus.Identity {
    FileStatus.Identity(
      device: UInt64(bitPattern: try number(at: index)), inode: UInt64(bitPattern: try number(at: index + 1)))
  }

  private static var damage: DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged")
  }

  /// The bytes of a column, none where it holds NULL.
  func bytes(at index: Int) -> [UInt8] { (self[index] as ColumnBytes?)?.bytes ?? [] }

  /// True where the record in a column is what was written, of this version or another.
  func isWhole(at index: Int, folder: Int64, name: FileName) -> Bool {
    bytes(at: index).withUnsafeBytes { FileRecord.isWhole($0, folder: folder, name: name.bytes) }
  }

  /// The record in a column; `nil` where it is damaged or of another version.
  func record(at index: Int, folder: Int64, name: FileName) -> FileRecord? {
    bytes(at: index).withUnsafeBytes { FileRecord($0, folder: folder, name: name.bytes) }
  }
}

/// The bytes of a text or blob, copied once; `Data`, which GRDB gives, costs as much as all else of a row.
private struct ColumnBytes: DatabaseValueConvertible, StatementColumnConvertible {
  let bytes: [UInt8]

  init(sqliteStatement: SQLiteStatement, index: CInt) {
    // The pointer first: only then does the count hold (SQLite, "Result Values From A Query").
    guard let start = sqlite3_column_blob(sqliteStatement, index) else {
      bytes = []
      return
    }
    let count = Int(sqlite3_column_bytes(sqliteStatement, index))
    bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> ColumnBytes? {
    ColumnBytes(bytes: Data.fromDatabaseValue(value).map { Array($0) } ?? [])
  }

  var databaseValue: DatabaseValue { Data(bytes).databaseValue }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}

extension KnownFile {
  /// What stands for a row of another version: it matches no file.
  static var outdated: KnownFile {
    let never = FileStatus.Time(seconds: .min, nanoseconds: 0)
    return KnownFile(
      inode: 0, size: -1, modified: never, changed: never, birth: nil, isSettled: false, metadata: nil)
  }
}
