import GRDB
import Synchronization

/// Tells the observations of a database what other processes change, which SQLite's hooks do not report.
///
/// A number that SQLite keeps for each connection changes with each commit of others (SQLite, "PRAGMA data_version");
/// to look at it costs a few microseconds.
final class OtherProcesses: Sendable {
  private let writer: any DatabaseWriter
  /// The number that was seen last; `nil` if it could not be read.
  private let version: Mutex<Int64?>

  /// The pause between two looks.
  private static let interval = Duration.milliseconds(250)

  /// Changes from now on are told to those who follow then.
  init(of writer: any DatabaseWriter) {
    self.writer = writer
    version = Mutex(try? writer.writeWithoutTransaction(Self.version))
  }

  /// Looks for changes until the task is cancelled.
  func follow() async {
    while !Task.isCancelled {
      // What cannot be read now may be read later, and another process may keep the database locked.
      try? await writer.writeWithoutTransaction { [self] db in try notify(db) }
      try? await Task.sleep(for: Self.interval)
    }
  }

  private func notify(_ db: Database) throws {
    let present = try Self.version(db)
    guard version.withLock({ $0 != present }) else { return }
    // Deferred, so that no other writer is waited for.
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
