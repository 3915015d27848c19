import GRDB
import GRDBSQLite

/// Looks at the rows of a statement, through the function `passes(?, column, …)` of SQL, and says which of them count.
///
/// It is called for each of a million rows, so that SQLite calls it without a detour, and nothing of a row is copied
/// (SQLite, "Application-Defined SQL Functions" and "Pointer Passing Interfaces").
class RowFunction {
  /// The call in SQL with the columns that it looks at.
  var call: String { "passes(?)" }

  /// True if a row counts.
  func passes(_ values: RowValues) -> Bool { true }
}

/// The values of a row that a statement shows to a `RowFunction`; they last as long as the call.
struct RowValues {
  private let values: UnsafeMutablePointer<OpaquePointer?>
  private let count: Int

  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>, count: Int) {
    self.values = values
    self.count = count
  }

  /// The whole number at a place; `nil` if it is NULL or not there.
  func number(at index: Int) -> Int64? {
    guard index < count, sqlite3_value_type(values[index]) == SQLITE_INTEGER else { return nil }
    return sqlite3_value_int64(values[index])
  }

  /// The bytes at a place, none if it is NULL or not there.
  func bytes(at index: Int) -> UnsafeRawBufferPointer {
    // The pointer first: only then does the count hold (SQLite, "Obtaining SQL Values").
    guard index < count, let start = sqlite3_value_blob(values[index]) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }
}

extension RowFunction {
  /// The name under which SQLite passes such a pointer on.
  private static var pointerType: UnsafePointer<CChar> {
    let name: StaticString = "RowFunction"
    return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Lets the statements of a connection call `passes`; what a schema declares may not.
  static func register(in db: Database) throws {
    let code = sqlite3_create_function_v2(
      db.sqliteConnection, "passes", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil,
      { context, count, values in
        guard let values, count > 0, let pointer = sqlite3_value_pointer(values[0], RowFunction.pointerType)
        else { return sqlite3_result_error_code(context, SQLITE_MISUSE) }
        let rest = RowValues(values + 1, count: Int(count) - 1)
        let passes = Unmanaged<RowFunction>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.passes(rest) }
        sqlite3_result_int(context, passes ? 1 : 0)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds the function to the first parameter of a statement, and values to those behind it.
  ///
  /// The statement does not keep the function alive.
  func bind(to statement: Statement, _ values: [(any DatabaseValueConvertible)?]) throws {
    statement.setUncheckedArguments(StatementArguments([nil] + values))
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    let code = sqlite3_bind_pointer(statement.sqliteStatement, 1, pointer, Self.pointerType, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
