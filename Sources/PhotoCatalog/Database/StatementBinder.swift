import GRDB
import GRDBSQLite

/// Gives a statement its values one by one, without a copy of them in between; those that are not given are NULL.
///
/// Most of a photo's sixty columns are NULL, and a scan writes a million photos.
struct StatementBinder {
  private let statement: Statement

  /// Begins anew with a statement, all of whose values become NULL.
  init(_ statement: Statement) {
    self.statement = statement
    statement.setUncheckedArguments(StatementArguments())
  }

  /// Tells SQLite to make a copy of its own (SQLite, "Constants Defining Special Destructor Behavior").
  private static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  /// Gives a whole number; parameters are counted from 1.
  func bind(_ value: Int64, at index: Int) {
    sqlite3_bind_int64(statement.sqliteStatement, CInt(index), value)
  }

  /// Gives a number.
  func bind(_ value: Double, at index: Int) {
    sqlite3_bind_double(statement.sqliteStatement, CInt(index), value)
  }

  /// Gives a text in UTF-8.
  func bind(text: UnsafeRawBufferPointer, at index: Int) {
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    // No address would be NULL.
    sqlite3_bind_text64(
      statement.sqliteStatement, CInt(index), start ?? Self.nothing, UInt64(text.count), Self.copies,
      UInt8(SQLITE_UTF8))
  }

  /// Gives a text.
  func bind(_ text: String, at index: Int) {
    var text = text
    text.withUTF8 { bind(text: UnsafeRawBufferPointer($0), at: index) }
  }

  /// Gives bytes.
  func bind(_ bytes: [UInt8], at index: Int) {
    bytes.withUnsafeBytes {
      _ = sqlite3_bind_blob64(
        statement.sqliteStatement, CInt(index), $0.baseAddress, UInt64($0.count), Self.copies)
    }
  }

  /// Carries the statement out.
  func execute() throws { try statement.execute() }

  private static var nothing: UnsafePointer<CChar> {
    let text: StaticString = ""
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
