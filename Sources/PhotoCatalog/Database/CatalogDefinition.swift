import GRDB

/// A table or an index as the schema of a database has it (SQLite, "The Schema Table").
struct CatalogDefinition: Hashable {
  let kind: String
  let name: String
  /// The statement that makes it, as the schema keeps it; empty if there is none.
  let sql: String

  private init(kind: String, name: String, sql: String) {
    self.kind = kind
    self.name = name
    self.sql = sql
  }

  /// A table with what stands behind its name.
  init(table name: String, _ columns: String) {
    self.init(kind: "table", name: name, sql: "CREATE TABLE \(name) \(columns)")
  }

  /// An index with what stands behind its name.
  init(index name: String, _ columns: String) {
    self.init(kind: "index", name: name, sql: "CREATE INDEX \(name) \(columns)")
  }

  /// Makes the table or index in the file, where its name means a table and no view of this connection (`PhotoView`).
  func make(in db: Database) throws {
    let start = "CREATE \(kind.uppercased()) "
    try db.execute(sql: start + "main." + sql.dropFirst(start.count))
  }

  /// The table in which GRDB keeps which migrations were made.
  static let migrations = CatalogDefinition(
    table: "grdb_migrations", "(identifier TEXT NOT NULL PRIMARY KEY)")

  /// True for an ordinary table or index: no view, trigger or virtual table, which can make a read do anything.
  var isPlain: Bool {
    kind == "table" && sql.hasPrefix("CREATE TABLE ") || kind == "index" && sql.hasPrefix("CREATE INDEX ")
  }

  /// All that a database declares, but for the indexes that SQLite makes by itself.
  static func all(in db: Database) throws -> Set<CatalogDefinition> {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT type, name, coalesce(sql, '') FROM sqlite_master
        WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite!_autoindex!_%' ESCAPE '!')
        """)
    var found = Set<CatalogDefinition>()
    while let row = try rows.next() {
      let texts = (0...2).map { String(decoding: row.bytes(at: $0), as: UTF8.self) }
      found.insert(CatalogDefinition(kind: texts[0], name: texts[1], sql: texts[2]))
    }
    return found
  }
}
