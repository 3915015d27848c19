import Dispatch
import PhotoFiles
import Synchronization
import SystemPackage

/// The connections of this process to a database: one that writes and several that read at the same time.
///
///     let count = try pool.read { try $0.number("SELECT count(*) FROM photo") }
final class ConnectionPool: Sendable {
  private let path: FilePath
  private let access: Connection.Access
  /// The maximum number of connections that read.
  let readerCount: Int
  private let turns: DispatchSemaphore
  private let idle = Mutex<[Connection]>([])
  /// `nil` if the database is only read, or closed.
  private let writer: Mutex<Connection?>

  /// Creates a pool for a database that is only read.
  ///
  /// - Parameter isImmutable: Whether no program changes the file.
  init(reading path: FilePath, isImmutable: Bool, readerCount: Int) {
    (self.path, access, self.readerCount) = (path, isImmutable ? .readingImmutable : .reading, readerCount)
    turns = DispatchSemaphore(value: readerCount)
    writer = Mutex(nil)
  }

  /// Creates a pool for a database that `writer` writes.
  init(_ path: FilePath, writer: Connection) {
    // Each connection opens the database and its log.
    (self.path, access, readerCount) = (path, .reading, FileDescriptor.share(of: 8, each: 2))
    turns = DispatchSemaphore(value: readerCount)
    self.writer = Mutex(writer)
  }

  /// Reads a consistent state of the database. Waits for a connection if all are in use.
  func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    turns.wait()
    defer { turns.signal() }
    let connection = try idle.withLock { $0.popLast() } ?? open()
    defer { idle.withLock { $0.append(connection) } }
    return try connection.transaction(.read, body)
  }

  private func open() throws -> Connection {
    let connection = try Connection(to: path, for: access)
    // Sorting in temporary files fails if the disk is full.
    if access == .reading { try connection.execute("PRAGMA temp_store = MEMORY") }
    return connection
  }

  /// Commits what `body` writes. Waits for other calls.
  ///
  /// - Throws: `SQLITE_READONLY` if the database is only read or closed.
  func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try withWriter { try $0.transaction(.write, body) }
  }

  /// Commits what `body` writes on a separate thread, because committing is slow: it flushes the storage device.
  func writeOnThread<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await Self.onThread { try self.write(body) }
  }

  /// Copies the log into the database.
  func checkpoint() throws { try withWriter { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") } }

  /// Closes the idle connections.
  ///
  /// - Parameter mergesLog: Whether all data is in one file then, without a log.
  func close(mergingLog mergesLog: Bool = false) throws {
    idle.withLock { $0 = [] }
    if mergesLog { try withWriter { try $0.execute("PRAGMA journal_mode = DELETE") } }
    writer.withLock { $0 = nil }
  }

  private func withWriter<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try writer.withLock { connection in
      guard let connection else { throw SQLiteError.readOnly }
      return try body(connection)
    }
  }

  /// Runs `body`, which blocks, on a separate thread.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run {
        try Task.checkCancellation()
        return try body()
      }
    }
  }
}
