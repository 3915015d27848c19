import GRDB
import GRDBSQLite
import PhotoFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Row {
  /// The whole number in a column; GRDB's own subscripts end the program if there is something else.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func number(at index: Int) throws -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw DatabaseError.damage }
    return number
  }

  /// The whole number in a column, `nil` if it holds NULL.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func numberOrNull(at index: Int) throws -> Int64? {
    switch (self[index] as DatabaseValue).storage {
    case .int64(let number): return number
    case .null: return nil
    case .double, .string, .blob: throw DatabaseError.damage
    }
  }

  /// The number of things in a column.
  ///
  /// - Throws: `DatabaseError` if the column holds no such number.
  func count(at index: Int) throws -> Int {
    // No folder holds more, and sums of all folders stay far from any limit.
    guard let count = UInt32(exactly: try number(at: index)) else { throw DatabaseError.damage }
    return Int(count)
  }

  /// The device in a column and the inode in the next.
  ///
  /// - Throws: `DatabaseError` if there is something else.
  func identity(at index: Int) throws -> FileStatus.Identity {
    FileStatus.Identity(
      device: UInt64(bitPattern: try number(at: index)), inode: UInt64(bitPattern: try number(at: index + 1)))
  }

  /// The path in a column; `nil` if it holds NULL.
  func path(at index: Int) -> FilePath? {
    let bytes = bytes(at: index)
    return bytes.isEmpty ? nil : FilePath(fileSystemBytes: bytes)
  }

  /// The bytes of a column, none if it holds NULL.
  func bytes(at index: Int) -> [UInt8] { (self[index] as ColumnBytes?)?.bytes ?? [] }

  /// The name of a file in a column.
  ///
  /// - Throws: `DatabaseError` if it is none.
  func name(at index: Int) throws(DatabaseError) -> FileName {
    guard let name = FileName(bytes: bytes(at: index)) else { throw .damage }
    return name
  }
}

extension DatabaseError {
  /// A row holds something that no catalog writes.
  static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged") }
}

/// The bytes of a text or blob, copied once; `Data`, which GRDB gives, costs as much as all else of a row.
struct ColumnBytes: DatabaseValueConvertible, StatementColumnConvertible {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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
    ColumnBytes(Data.fromDatabaseValue(value).map { Array($0) } ?? [])
  }

  var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}
