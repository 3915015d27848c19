import GRDB
import GRDBSQLite

/// The row on which a statement stands, read without a copy; it lasts until the next one.
///
///     let rows = try StatementRow.fetchCursor(statement)
///     while let row = try rows.next() { sum += row.number(at: 0) }
struct StatementRow: ColumnValues, DatabaseValueConvertible, StatementColumnConvertible {
  private let statement: SQLiteStatement?

  init(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

  /// Rows are read from statements only.
  static func fromDatabaseValue(_ value: DatabaseValue) -> StatementRow? { nil }

  var databaseValue: DatabaseValue { .null }

  func numberOrNull(at index: Int) throws -> Int64? {
    switch sqlite3_column_type(statement, CInt(index)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, CInt(index))
    case SQLITE_NULL: return nil
    default: throw DatabaseError.damage
    }
  }

  func withBytes<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
  {
    try body(bytes(at: index))
  }

  /// The whole number in a column, 0 if it holds something else.
  func numberOrZero(at index: Int) -> Int64 { sqlite3_column_int64(statement, CInt(index)) }

  /// The bytes of a text or blob in a column, none if it holds NULL.
  func bytes(at index: Int) -> UnsafeRawBufferPointer {
    // The pointer first: only then does the count hold (SQLite, "Result Values From A Query").
    guard let start = sqlite3_column_blob(statement, CInt(index)) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(index))))
  }
}
