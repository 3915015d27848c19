import CLibSQLite
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// The layer over SQLite.
struct ConnectionTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.file("some.sqlite", [])
  }

  private func connection() throws -> Connection { try Connection(to: tree.at("some.sqlite"), for: .writing) }

  @Test func `values are read back as they were written`() throws {
    let connection = try connection()
    let values: [SQLiteValue] = [
      .null, .integer(.min), .real(0.1), .text(""), .text("ä\0b"), .blob([]), .blob([0, 0xFF]),
      SQLiteValue(path: Array("/a".utf8)), SQLiteValue(path: [0xFF]),
    ]
    let places = values.map { _ in "?" }.joined(separator: ",")
    #expect(try connection.first("SELECT \(places)", values) { $0.values } == values)
    #expect(values.suffix(2) == [.text("/a"), .blob([0xFF])])
    #expect(throws: SQLiteError.self) { try connection.number("SELECT ?", [.text("1")]) }
  }

  @Test func `several statements with the same SQL run at the same time, and one is prepared again`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE number (n); INSERT INTO number VALUES (1), (2), (3)")
    var pairs: [[Int64]] = []
    let sql = "SELECT n FROM number WHERE n >= ? ORDER BY n"
    let rows = try connection.rows(sql, [.integer(1)])
    while let row = try rows.next() {
      let first = try row.number(at: 0)
      let others = try connection.rows(sql, [.integer(first + 1)])
      while let other = try others.next() { pairs.append([first, try other.number(at: 0)]) }
    }
    #expect(pairs == [[1, 2], [1, 3], [2, 3]])
    #expect(try rows.next() == nil)
    try connection.execute("ALTER TABLE number ADD COLUMN m")
    #expect(try connection.number(sql, [.integer(3)]) == 3)
  }

  @Test func `a transaction whose body throws changes nothing`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE number (n UNIQUE)")
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.write) { db in
        for _ in 0..<2 { try db.run("INSERT INTO number VALUES (1)") }
      }
    }
    #expect(try connection.number("SELECT count(*) FROM number") == 0)
    try connection.transaction(.write) { try $0.run("INSERT INTO number VALUES (1)") }
    #expect(try connection.number("SELECT count(*) FROM number") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `a statement ends when its task is cancelled`() async throws {
    let endless =
      "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT max(n) FROM more"
    let file = tree.at("some.sqlite")
    let work = Task {
      try await ConnectionPool.onThread { try Connection(to: file, for: .reading).number(endless) }
    }
    try await Task.sleep(for: .milliseconds(50))
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func `a symbolic link to a database is not followed, but one to its folder`() throws {
    try tree.symbolicLink("link.sqlite", to: tree.at("some.sqlite"))
    #expect(throws: SQLiteError.self) { try Connection(to: tree.at("link.sqlite"), for: .reading) }
    try tree.symbolicLink("folder", to: tree.path)
    #expect(try Connection(to: tree.at("folder/some.sqlite"), for: .reading).number("SELECT 1") == 1)
  }

  @Test func `a pool reads while it writes, and neither writes nor keeps a log when it is closed`() throws {
    let writer = try connection()
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE number (n)")
    let pool = ConnectionPool(tree.at("some.sqlite"), writer: writer)
    try pool.write { db in
      try db.run("INSERT INTO number VALUES (1)")
      #expect(try pool.read { try $0.number("SELECT count(*) FROM number") } == 0)
    }
    #expect(try pool.read { try $0.number("SELECT count(*) FROM number") } == 1)
    try pool.close(mergingLog: true)
    #expect(throws: SQLiteError.self) { try pool.write { _ in } }
    #expect(tree.names() == ["some.sqlite"])
    #expect(throws: SQLiteError.self) { try pool.read { try $0.run("DELETE FROM number") } }
  }
}
