import CLibSQLite
import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// A catalog with a hostile schema.
struct CatalogDefenceTests {
  private let tree: TemporaryTree
  private let roots: [FilePath]

  init() throws {
    tree = try TemporaryTree()
    roots = [tree.at("photos")]
    for number in 0..<3 {
      try tree.file(FilePath("photos/\(number).gif"), TinyGIF.bytes(width: UInt8(number + 1)))
    }
  }

  #if os(Linux)
    /// Returns `true` if a lock on the database excludes writers, even a lock of this program.
    private func isLocked(_ file: FileDescriptor) throws -> Bool {
      // SQLite's locks start at its "pending byte". 36 is F_OFD_GETLK, which also finds locks of this process.
      var lock = flock(
        l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
      guard fcntl(file.rawValue, 36, &lock) == 0 else { throw Errno(rawValue: errno) }
      return lock.l_type != Int16(F_UNLCK)
    }

    @Test func `checking the kind of a file doesn't release the locks of an open catalog`() throws {
      let place = CatalogLocation(tree.at("catalog.sqlite"))
      let catalog = try Catalog(place)
      #expect(try catalog.status().folders == 0)
      #expect(try CatalogFile.content(place) == .catalog)
      let second = try Catalog(place)
      try second.pool.close()
      // Opened last, because closing a descriptor of the database releases all of its locks.
      let file = try FileDescriptor.open(place.file, .readWrite)
      #expect(try isLocked(file))
      try withExtendedLifetime(catalog) { try file.close() }
    }
  #endif

  @Test(arguments: [("", true), ("x", false), (String(repeating: "x", count: 200), false)])
  func `only catalogs and empty files are recognized as catalogs`(text: String, isTaken: Bool) throws {
    try tree.file("named.sqlite", Array(text.utf8))
    let content = try CatalogFile.content(CatalogLocation(tree.at("named.sqlite")))
    #expect(content == (isTaken ? .empty : .foreign))
    #expect(throws: CatalogUnavailable.self) { try CatalogLocation(tree.at("named.sqlite")).remove() }
    #expect(tree.bytes("named.sqlite") == Array(text.utf8))
  }

  /// Statements that never terminate if SQLite executes them, or that replace a table.
  private static let changes = [
    "endless trigger": """
    CREATE TRIGGER endless AFTER INSERT ON photo BEGIN
      INSERT INTO camera (make, model, name)
      WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n, n, n FROM more;
    END;
    CREATE TRIGGER endless2 AFTER DELETE ON photo BEGIN
      INSERT INTO camera (make, model, name)
      WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n, n, n FROM more;
    END
    """,
    "endless view": """
    DROP TABLE otherFile;
    CREATE VIEW otherFile AS
      WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)
      SELECT 1 AS folder, n AS name, n AS record, n AS inode FROM more
    """,
    "version as a view": """
    ALTER TABLE catalog RENAME TO hidden;
    CREATE VIEW catalog AS
      WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)
      SELECT n AS version, n AS revision FROM more
    """,
    "further column": "ALTER TABLE photo ADD COLUMN more TEXT",
    "further table": "CREATE TABLE more (id INTEGER PRIMARY KEY)",
    "further index": "CREATE INDEX more ON photo (printf('%s', name))",
    "missing table": "DROP TABLE camera",
    "missing index": "DROP INDEX folder_parent",
  ]

  /// Returns a filled catalog to which a schema change was applied.
  private func changedCatalog(_ change: String) async throws -> FilePath {
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    _ = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    try Connection(to: place.file, for: .writing).execute(try #require(Self.changes[change]))
    return place.file
  }

  @Test(arguments: changes.keys.sorted())
  func `a foreign schema in a catalog that the user chose is reported`(change: String)
    async throws
  {
    let file = try await changedCatalog(change)
    let refusal = #expect(throws: CatalogUnavailable.self) { try Catalog(CatalogLocation(file)) }
    #expect(refusal?.description.contains("is damaged") == true)
    #expect(tree.bytes("catalog.sqlite") != nil)
  }

  @Test(arguments: changes.keys.sorted())
  func `our own catalog with a foreign schema is replaced`(change: String) async throws {
    let file = try await changedCatalog(change)
    let catalog = try Catalog(CatalogLocation(file: file, isOwn: true))
    #expect(catalog.takeNotices() == ["the catalog \(file.string) was damaged and is made anew"])
    #expect(try await PhotoLibrary(roots: roots, catalog: catalog).snapshot().assets.count == 3)
    #expect(try catalog.status().assets == 3)
    #expect(catalog.takeNotices() == [])
  }

  /// Strings whose length a stranger may choose.
  private static let columns = [
    "folder": ["path", "target"], "photo": ["name"], "record": ["record"], "otherFile": ["name"],
  ]

  /// Returns a filled catalog in which one value has another length.
  private func catalog(with column: String, of table: String, count: Int) async throws -> FilePath {
    let place = CatalogLocation(tree.at("catalog.sqlite"))
    try tree.file("photos/a.jpg", PictureBuilder.jpeg("2014:05:10 10:00:00") { $0.make = "Maker" })
    try tree.file("photos/sub/b.gif", TinyGIF.bytes(width: 9))
    try tree.file("photos/notes.txt", [1])
    _ = try await PhotoLibrary(roots: roots, catalog: try Catalog(place)).snapshot()
    let start = column == "path" ? roots[0].fileSystemBytes + Array("/".utf8) : []
    let row = table == "folder" ? "path = (SELECT max(path) FROM folder)" : "1 LIMIT 1"
    let key = ["photo": "name", "otherFile": "name", "folder": "path"][table] ?? "rowid"
    let database = try Connection(to: place.file, for: .writing)
    sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, 1 << 30)
    try database.run(
      "UPDATE \(table) SET \(column) = ? WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(row))",
      [.blob(start + [UInt8](repeating: 0x78, count: count - start.count))])
    return place.file
  }

  @Test(arguments: columns.flatMap { table, columns in columns.map { (table, $0) } })
  func `a path, name or text that is too long is damage`(table: String, column: String) async throws {
    for count in column == "record" ? [64 << 20 + 1] : [64 << 10 + 1, 64 << 20 + 1] {
      let file = try await catalog(with: column, of: table, count: count)
      let target = tree.at("merged.sqlite")
      let failure = await #expect(throws: CatalogUnavailable.self) {
        try await CatalogMerge.write([CatalogSource(CatalogLocation(file))], as: target)
      }
      #expect(failure?.description.hasSuffix("cannot be read: it is damaged") == true, "\(failure as Any)")
      let own = try Catalog(CatalogLocation(file))
      let found = try await PhotoLibrary(roots: roots, catalog: own).snapshot()
      #expect(found.assets.count == 5 && found.problems == [])
      try CatalogLocation(file).remove()
    }
  }

  @Test func `connections ignore triggers and views of the file`() throws {
    let catalog = try Catalog(CatalogLocation(tree.at("catalog.sqlite")))
    let make = """
      CREATE TABLE noted (id INTEGER);
      CREATE TRIGGER note AFTER INSERT ON camera BEGIN INSERT INTO noted VALUES (1); END;
      CREATE VIEW shown AS SELECT 1;
      INSERT INTO camera (make, model, name) VALUES ('a', 'b', 'c')
      """
    try catalog.pool.write { try $0.execute(make) }
    #expect(try catalog.pool.read { try $0.number("SELECT count(*) FROM noted") } == 0)
    let rejected = [
      "SELECT * FROM shown", "SELECT \"no such column\"",
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = ''",
    ]
    for sql in rejected {
      #expect(throws: SQLiteError.self) { try catalog.pool.read { try $0.execute(sql) } }
      #expect(throws: SQLiteError.self) { try catalog.pool.write { try $0.execute(sql) } }
    }
    for pragma in ["trusted_schema", "cell_size_check"] {
      let value = try catalog.pool.read { try $0.number("PRAGMA \(pragma)") }
      #expect(value == (pragma == "trusted_schema" ? 0 : 1), "\(pragma)")
    }
  }
}
