import GRDB
import GRDBSQLite
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The current row of a statement, read in place; it is valid until the next one.
///
///     let rows = try StatementRow.fetchCursor(statement)
///     while let row = try rows.next() { sum += try row.number(at: 0) }
///
/// GRDB's own rows give a blob as `Data`, which takes longer than all else that is done for a photo, and end the program
/// if a damaged catalog holds a value of another type.
struct StatementRow: DatabaseValueConvertible, StatementColumnConvertible {
  private let statement: SQLiteStatement?

  init(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

  /// Rows are read from statements only.
  static func fromDatabaseValue(_ value: DatabaseValue) -> StatementRow? { nil }

  var databaseValue: DatabaseValue { .null }

  /// The whole number in a column, `nil` if it holds NULL.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func numberOrNull(at index: Int) throws(DatabaseError) -> Int64? {
    switch sqlite3_column_type(statement, CInt(index)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, CInt(index))
    case SQLITE_NULL: return nil
    default: throw .damage
    }
  }

  /// The whole number in a column.
  ///
  /// - Throws: `DatabaseError` if the column holds something else.
  func number(at index: Int) throws(DatabaseError) -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw .damage }
    return number
  }

  /// The number of things in a column.
  ///
  /// - Throws: `DatabaseError` if the column holds no such number.
  func count(at index: Int) throws(DatabaseError) -> Int {
    // No folder holds more, and sums of all folders stay far from any limit.
    guard let count = UInt32(exactly: try number(at: index)) else { throw .damage }
    return Int(count)
  }

  /// The bytes of a text or blob in a column, none if it holds NULL.
  func bytes(at index: Int) -> UnsafeRawBufferPointer {
    // The pointer first: only then does the count hold (SQLite, "Result Values From A Query").
    guard let start = sqlite3_column_blob(statement, CInt(index)) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(index))))
  }

  /// The device in a column and the inode in the next.
  ///
  /// - Throws: `DatabaseError` if there is something else.
  func identity(at index: Int) throws(DatabaseError) -> FileStatus.Identity {
    FileStatus.Identity(
      device: UInt64(bitPattern: try number(at: index)), inode: UInt64(bitPattern: try number(at: index + 1)))
  }

  /// The first date in a column and the last in the next; `nil` if they contain NULL.
  ///
  /// - Throws: `DatabaseError` if there is something else.
  func dates(at index: Int) throws(DatabaseError) -> ClosedRange<CivilTime>? {
    guard let first = try numberOrNull(at: index), let last = try numberOrNull(at: index + 1) else {
      return nil
    }
    guard first <= last else { throw .damage }
    return CivilTime(seconds: first)...CivilTime(seconds: last)
  }

  /// The path in a column; `nil` if it holds NULL.
  func path(at index: Int) -> FilePath? {
    let bytes = bytes(at: index)
    return bytes.isEmpty ? nil : FilePath(fileSystemBytes: bytes)
  }

  /// The name of a file in a column.
  ///
  /// - Throws: `DatabaseError` if it is none.
  func name(at index: Int) throws(DatabaseError) -> FileName {
    guard let name = FileName(bytes: Array(bytes(at: index))) else { throw .damage }
    return name
  }
}

extension DatabaseError {
  /// A row holds something that no catalog writes.
  static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged") }
}
