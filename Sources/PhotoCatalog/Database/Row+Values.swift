import GRDB
import GRDBSQLite
import PhotoFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row whose columns hold what the tables declare, or anything if the catalog is damaged.
protocol ColumnValues {
  /// The whole number in a column, `nil` if it holds NULL.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func numberOrNull(at index: Int) throws -> Int64?
  /// Calls `body` with the bytes of a column, none if it holds NULL; they last as long as the call.
  func withBytes<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension ColumnValues {
  /// The whole number in a column.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func number(at index: Int) throws -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw DatabaseError.damage }
    return number
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
    withBytes(at: index) { $0.isEmpty ? nil : FilePath(fileSystemBytes: $0) }
  }

  /// The name of a file in a column.
  ///
  /// - Throws: `DatabaseError` if it is none.
  func name(at index: Int) throws -> FileName {
    guard let name = FileName(bytes: withBytes(at: index) { Array($0) }) else { throw DatabaseError.damage }
    return name
  }
}

/// GRDB's own subscripts end the program if a column holds something else than what is asked for.
extension Row: ColumnValues {
  func numberOrNull(at index: Int) throws -> Int64? {
    switch (self[index] as DatabaseValue).storage {
    case .int64(let number): return number
    case .null: return nil
    case .double, .string, .blob: throw DatabaseError.damage
    }
  }

  func withBytes<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
  {
    try bytes(at: index).withUnsafeBytes(body)
  }

  /// The bytes of a column, none if it holds NULL.
  func bytes(at index: Int) -> [UInt8] { (self[index] as ColumnBytes?)?.bytes ?? [] }
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
