import GRDB
import GRDBSQLite
import PhotoFiles
import PhotoFormats
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The current row of a statement, valid until the statement advances or its cursor is released.
///
///     let rows = try StatementRow.fetchCursor(statement)
///     while let row = try rows.next() { sum += try row.number(at: 0) }
///
/// GRDB's `Row` copies each blob into `Data`, which takes longer than all other work on a photo, and traps if a value
/// has an unexpected type.
struct StatementRow: DatabaseValueConvertible, StatementColumnConvertible {
  private let statement: SQLiteStatement?

  init(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

  static func fromDatabaseValue(_ value: DatabaseValue) -> StatementRow? { nil }

  var databaseValue: DatabaseValue { .null }

  /// Calls `body` with the first row of a statement, which is valid only during the call.
  ///
  /// - Returns: The result of `body`, or `nil` if there is no row.
  static func first<Result>(
    of statement: Statement, arguments: StatementArguments, _ body: (StatementRow) throws -> Result?
  ) throws -> Result? {
    let rows = try fetchCursor(statement, arguments: arguments)
    return try withExtendedLifetime(rows) { try rows.next().flatMap(body) }
  }

  /// Returns the integer in a column, or `nil` for NULL.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func numberOrNull(at index: Int) throws(DatabaseError) -> Int64? {
    switch sqlite3_column_type(statement, CInt(index)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, CInt(index))
    case SQLITE_NULL: return nil
    default: throw .damage
    }
  }

  /// Returns the integer in a column.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func number(at index: Int) throws(DatabaseError) -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw .damage }
    return number
  }

  /// Returns the number in a column.
  ///
  /// - Throws: `DatabaseError` if the value is neither an integer nor a real.
  func quantity(at index: Int) throws(DatabaseError) -> Double {
    switch sqlite3_column_type(statement, CInt(index)) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_column_double(statement, CInt(index))
    default: throw .damage
    }
  }

  /// Whether a column is NULL.
  func isNull(at index: Int) -> Bool { sqlite3_column_type(statement, CInt(index)) == SQLITE_NULL }

  /// Returns the count in a column.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func count(at index: Int) throws(DatabaseError) -> Int {
    // No catalog contains more photos, and sums of counts can't overflow.
    guard let count = UInt32(exactly: try number(at: index)) else { throw .damage }
    return Int(count)
  }

  /// Returns the bytes of a string or blob in a column, or an empty buffer for NULL.
  func bytes(at index: Int) -> UnsafeRawBufferPointer {
    // `sqlite3_column_bytes` must follow (SQLite, "Result Values From A Query").
    guard let start = sqlite3_column_blob(statement, CInt(index)) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(index))))
  }

  /// Returns the device in a column and the inode in the next column.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func identity(at index: Int) throws(DatabaseError) -> FileStatus.Identity {
    FileStatus.Identity(
      device: UInt64(bitPattern: try number(at: index)), inode: UInt64(bitPattern: try number(at: index + 1)))
  }

  /// Returns the bytes of a path, a file name or a short string in a column, or an empty buffer for NULL.
  ///
  /// - Throws: `DatabaseError` if there are more bytes than in any path.
  func shortBytes(at index: Int) throws(DatabaseError) -> UnsafeRawBufferPointer {
    let bytes = bytes(at: index)
    guard bytes.count <= FilePath.longestCount else { throw .damage }
    return bytes
  }

  /// Returns the path in a column, or `nil` for NULL.
  ///
  /// - Throws: `DatabaseError` if it is too long.
  func path(at index: Int) throws(DatabaseError) -> FilePath? {
    let bytes = try shortBytes(at: index)
    return bytes.isEmpty ? nil : FilePath(fileSystemBytes: bytes)
  }

  /// Returns the file name in a column.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func name(at index: Int) throws(DatabaseError) -> FileName {
    guard let name = FileName(bytes: Array(try shortBytes(at: index))) else { throw .damage }
    return name
  }

  /// Returns the short string in a column, empty for NULL.
  ///
  /// - Throws: `DatabaseError` if it is too long.
  func text(at index: Int) throws(DatabaseError) -> String {
    String(decoding: try shortBytes(at: index), as: UTF8.self)
  }
}

extension DatabaseValue {
  /// Returns the value of a path or file name: a string, or a blob if it isn't UTF-8.
  static func path(_ bytes: [UInt8]) -> DatabaseValue {
    String(validating: bytes, as: UTF8.self)?.databaseValue ?? Data(bytes).databaseValue
  }
}

/// GRDB's subscripts trap if a value has an unexpected type.
extension Row {
  /// Returns the integer in a column.
  ///
  /// - Throws: `DatabaseError` if the value is invalid.
  func number(at index: Int) throws(DatabaseError) -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[index]) else { throw .damage }
    return number
  }

  /// Returns the bytes of a string or blob in a column, or an empty array for any other value.
  func bytes(at index: Int) -> [UInt8] { Data.fromDatabaseValue(self[index]).map { Array($0) } ?? [] }

  /// Returns the bytes of a path, a file name or a short string in a column, or an empty array for any other value.
  ///
  /// - Throws: `DatabaseError` if there are more bytes than in any path.
  func shortBytes(at index: Int) throws(DatabaseError) -> [UInt8] {
    let bytes = bytes(at: index)
    guard bytes.count <= FilePath.longestCount else { throw .damage }
    return bytes
  }
}

extension DatabaseError {
  /// The error for a value that photopick never writes.
  static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged") }
}
