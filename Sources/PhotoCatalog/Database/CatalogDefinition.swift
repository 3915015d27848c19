/// A table, index or view in the schema of a database (SQLite, "The Schema Table").
struct CatalogDefinition: Hashable {
  let kind: String
  let name: String
  /// The `CREATE` statement as SQLite stores it. Empty if there is no statement.
  let sql: String
}

extension CatalogDefinition {
  /// Creates the definition of a table from its name and the rest of its statement.
  init(table name: String, _ columns: String) {
    self.init(kind: "table", name: name, sql: "CREATE TABLE \(name) \(columns)")
  }

  /// Creates the definition of an index from its name and the rest of its statement.
  init(index name: String, _ columns: String) {
    self.init(kind: "index", name: name, sql: "CREATE INDEX \(name) \(columns)")
  }

  /// Creates the definition of a view from its name and its query.
  init(view name: String, _ query: String) {
    self.init(kind: "view", name: name, sql: "CREATE VIEW \(name) AS \(query)")
  }

  /// Creates the table, index or view.
  func make(in db: Connection) throws { try db.execute(sql) }

  /// Returns everything in the schema of a database except for SQLite's automatic indexes.
  static func all(in db: Connection) throws -> Set<CatalogDefinition> {
    let rows = try db.rows(
      """
      SELECT type, name, coalesce(sql, '') FROM sqlite_master
      WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite!_autoindex!_%' ESCAPE '!')
      """)
    var found = Set<CatalogDefinition>()
    while let row = try rows.next() {
      let texts = try (0...2).map { try row.text(at: $0) }
      found.insert(CatalogDefinition(kind: texts[0], name: texts[1], sql: texts[2]))
    }
    return found
  }
}
