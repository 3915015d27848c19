import CCatalog
import CLibSQLite
import PhotoFiles
import SystemPackage

/// An error of SQLite.
struct SQLiteError: Error, CustomStringConvertible {
  /// The primary result code (SQLite, "Result and Error Codes").
  let code: CInt
  let description: String

  /// The error for a value that photopick never writes.
  static let damage = SQLiteError(code: SQLITE_CORRUPT, description: "it is damaged")
  static let readOnly = SQLiteError(code: SQLITE_READONLY, description: "it is only read")
}

/// A connection to a database.
///
///     let connection = try Connection(to: path, for: .reading)
///     let rows = try connection.rows("SELECT name FROM photo WHERE folder = ?", [.integer(folder)])
///     while let row = try rows.next() { print(try row.name(at: 0)) }
///
/// A connection executes nothing that the schema of a file contains, such as triggers and views, and reads no value of more than
/// 64 MiB. Statements of a cancelled task throw `CancellationError`.
///
/// Not thread-safe: one thread at a time may use a connection and its statements.
final class Connection: @unchecked Sendable {  // One thread at a time uses it.
  enum Access {
    case reading
    /// Reads a file that no program changes, without locks and without a log.
    case readingImmutable
    /// Reads and writes.
    case writing
  }

  /// The maximum time to wait for a lock of another connection, in milliseconds.
  private static let patience: CInt = 5000
  /// The number of virtual machine instructions between two checks for cancellation: less than a millisecond.
  private static let stepsToCheck: CInt = 10_000
  /// The number of statements with different SQL to keep.
  private static let statementCount = 64

  let handle: OpaquePointer
  /// Prepared statements that are idle.
  private var idle: [String: [OpaquePointer]] = [:]

  /// Opens an existing file. Doesn't follow a symbolic link to it.
  ///
  /// - Throws: `SQLiteError`, or the error of the file system.
  init(to path: FilePath, for access: Access) throws {
    // SQLite rejects a symbolic link in any component.
    let folder = try path.containingFolder.resolved()
    var name = path.lastComponent.map { folder.appending($0) } ?? folder
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    switch access {
    case .reading: flags |= SQLITE_OPEN_READONLY
    case .readingImmutable:
      // SQLite, "Uniform Resource Identifiers", 3.3.
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = FilePath(
        fileSystemBytes: Array("file:".utf8) + FileURL.escaped(name.fileSystemBytes)
          + Array("?immutable=1".utf8))
    case .writing: flags |= SQLITE_OPEN_READWRITE
    }
    var opened: OpaquePointer?
    let code = name.withPlatformString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard let opened else { throw SQLiteError(code: code, description: "out of memory") }
    handle = opened
    try check(code)
    guard catalog_connection_defend(UnsafeMutableRawPointer(handle)) else {
      throw SQLiteError(code: SQLITE_MISUSE, description: "SQLite is too old")
    }
    sqlite3_busy_timeout(handle, Self.patience)
    sqlite3_progress_handler(handle, Self.stepsToCheck, { _ in Task.isCancelled ? 1 : 0 }, nil)
    try execute("PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON")
  }

  deinit {
    finalizeIdle()
    sqlite3_close_v2(handle)
  }

  /// Throws an error for a result code other than `SQLITE_OK`.
  func check(_ code: CInt) throws {
    if code == SQLITE_OK { return }
    if code & 0xFF == SQLITE_INTERRUPT { throw CancellationError() }
    throw SQLiteError(code: code & 0xFF, description: String(cString: sqlite3_errmsg(handle)))
  }

  // MARK: - Statements

  /// Executes statements without parameters, separated by semicolons.
  func execute(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// Executes a statement with values for its parameters.
  func run(_ sql: String, _ values: [SQLiteValue] = []) throws { try statement(sql).run(values) }

  /// Starts a statement with values for its parameters.
  ///
  /// - Returns: The statement, whose `next()` returns the rows.
  func rows(_ sql: String, _ values: [SQLiteValue] = []) throws -> Statement {
    let statement = try statement(sql)
    try statement.start(values)
    return statement
  }

  /// Calls `body` with the first row of a statement.
  ///
  /// - Returns: The result of `body`, or `nil` if there is no row.
  func first<Result>(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (StatementRow) throws -> Result?
  ) throws -> Result? {
    let rows = try rows(sql, values)
    return try withExtendedLifetime(rows) { try rows.next().flatMap(body) }
  }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or for NULL.
  func number(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? {
    try first(sql, values) { try $0.numberOrNull(at: 0) }
  }

  /// Returns a prepared statement that is not in use.
  func statement(_ sql: String) throws -> Statement {
    if let known = idle[sql]?.popLast() { return Statement(known, sql, of: self) }
    var prepared: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, description: "no statement: \(sql)") }
    return Statement(prepared, sql, of: self)
  }

  /// Keeps a statement for the next use of its SQL.
  fileprivate func keep(_ statement: OpaquePointer, _ sql: String) {
    sqlite3_reset(statement)
    if idle.count >= Self.statementCount { finalizeIdle() }
    idle[sql, default: []].append(statement)
  }

  private func finalizeIdle() {
    for statement in idle.values.joined() { sqlite3_finalize(statement) }
    idle = [:]
  }

  /// The number of the row that the last INSERT inserted.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: - Transactions

  enum Transaction: String {
    /// A consistent state for reading.
    case read = "BEGIN"
    case write = "BEGIN IMMEDIATE"
  }

  /// Commits what `body` writes, or nothing if it throws.
  func transaction<Value>(_ kind: Transaction, _ body: (Connection) throws -> Value) throws -> Value {
    try run(kind.rawValue)
    do {
      let value = try body(self)
      try run("COMMIT")
      return value
    } catch {
      // Some errors have already ended the transaction.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }
}

/// A prepared statement. Its connection keeps it after the last reference is released.
final class Statement {
  private let handle: OpaquePointer
  private let sql: String
  private let connection: Connection
  private var isFinished = true

  fileprivate init(_ handle: OpaquePointer, _ sql: String, of connection: Connection) {
    (self.handle, self.sql, self.connection) = (handle, sql, connection)
  }

  deinit { connection.keep(handle, sql) }

  /// Starts again with values for the parameters; the others keep their values.
  func start(_ values: [SQLiteValue]) throws {
    sqlite3_reset(handle)
    for (index, value) in zip(CInt(1)..., values) { try connection.check(value.bind(to: handle, at: index)) }
    isFinished = false
  }

  /// Returns the next row, valid until the next call, or `nil` at the end.
  func next() throws -> StatementRow? {
    if isFinished { return nil }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return StatementRow(handle) }
    isFinished = true
    try connection.check(sqlite3_reset(handle))
    return nil
  }

  /// Executes the statement with values for the parameters.
  func run(_ values: [SQLiteValue]) throws {
    try start(values)
    while try next() != nil {}
  }

  /// Executes the statement, and returns the integer in the first column of its first row.
  func number(_ values: [SQLiteValue]) throws -> Int64? {
    try start(values)
    let number = try next()?.numberOrNull(at: 0)
    while try next() != nil {}
    return number
  }
}
