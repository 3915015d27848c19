import GRDB
import Synchronization

/// Notifies the observations of a database of external changes, since SQLite's hooks don't.
///
/// SQLite changes a number with each commit of another connection (SQLite, "PRAGMA data_version"). Reading it takes a few
/// microseconds.
final class OtherProcesses: Sendable {
  private let writer: any DatabaseWriter
  /// The last value of `data_version`, or `nil` if it couldn't be read.
  private let version: Mutex<Int64?>

  private static let interval = Duration.milliseconds(250)

  /// Creates a monitor of the changes after this call.
  init(of writer: any DatabaseWriter) {
    self.writer = writer
    version = Mutex(try? writer.writeWithoutTransaction(Self.version))
  }

  func follow() async {
    while !Task.isCancelled {
      // A lock may be held elsewhere. The next poll retries.
      try? await writer.writeWithoutTransaction { [self] db in try notify(db) }
      try? await Task.sleep(for: Self.interval)
    }
  }

  private func notify(_ db: Database) throws {
    let present = try Self.version(db)
    guard version.withLock({ $0 != present }) else { return }
    // A deferred transaction doesn't wait for writers.
    try db.inTransaction(.deferred) {
      try db.notifyChanges(in: .fullDatabase)
      return .commit
    }
    version.withLock { $0 = present }
  }

  private static func version(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "PRAGMA data_version")
  }
}
