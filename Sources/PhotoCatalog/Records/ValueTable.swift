import GRDB
import PhotoFiles
import PhotoFormats

/// The texts and lists of all photos, each once: the table `value`.
///
/// A row that no photo has any more stays until there are more of a field than photos could have.
struct ValueTable {
  private let db: Database
  /// What was looked up already, by field and checksum.
  private var known: [Key: [(id: Int64, content: [UInt8])]] = [:]
  private var last: [UInt8: Int64] = [:]

  private struct Key: Hashable {
    let field: UInt8
    let hash: Int64
  }

  init(_ db: Database) { self.db = db }

  /// The row of a value, made if there is none.
  ///
  /// - Parameters:
  ///   - field: the number of its fact.
  ///   - content: the value as `MetadataValues` keeps it.
  mutating func identifier(_ field: UInt8, _ content: UnsafeRawBufferPointer) throws -> Int64 {
    var checksum = Checksum()
    checksum.add(content)
    let key = Key(field: field, hash: Int64(bitPattern: checksum.value))
    if let found = known[key]?.first(where: { $0.content.elementsEqual(content) }) { return found.id }
    let id = try find(key, content) ?? insert(key, content)
    known[key, default: []].append((id, Array(content)))
    return id
  }

  private func find(_ key: Key, _ content: UnsafeRawBufferPointer) throws -> Int64? {
    let find = try db.cachedStatement(sql: "SELECT id, content FROM value WHERE field = ? AND hash = ?")
    let rows = try StatementRow.fetchCursor(find, arguments: [Int64(key.field), key.hash])
    while let row = try rows.next() {
      if row.bytes(at: 1).elementsEqual(content) { return try row.number(at: 0) }
    }
    return nil
  }

  private mutating func insert(_ key: Key, _ content: UnsafeRawBufferPointer) throws -> Int64 {
    let greatest = try last[key.field] ?? greatestIdentifier(key.field)
    let (id, isTooMuch) = greatest.addingReportingOverflow(1)
    guard !isTooMuch else { throw DatabaseError.damage }
    let insert = try db.cachedStatement(
      sql: "INSERT INTO value (field, id, hash, content) VALUES (?, ?, ?, ?)")
    try insert.execute(arguments: [Int64(key.field), id, key.hash, ColumnBytes(Array(content))])
    last[key.field] = id
    return id
  }

  private func greatestIdentifier(_ field: UInt8) throws -> Int64 {
    let find = try db.cachedStatement(sql: "SELECT coalesce(max(id), 0) FROM value WHERE field = ?")
    let rows = try StatementRow.fetchCursor(find, arguments: [Int64(field)])
    return try rows.next()?.number(at: 0) ?? 0
  }

  /// The rows of a field whose values fulfil a condition, and how many rows there are.
  static func identifiers(
    of field: UInt8, includesMissing: Bool, _ db: Database, _ isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws -> (found: IdentifierSet, total: Int) {
    var (found, total) = (IdentifierSet(includesMissing: includesMissing), 0)
    try forEach(field, db) { id, content in
      total += 1
      if isWanted(content) { try found.insert(id) }
    }
    return (found, total)
  }

  /// Calls `body` with each row of a field and its value.
  static func forEach(
    _ field: UInt8, _ db: Database, _ body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let find = try db.cachedStatement(sql: "SELECT id, content FROM value WHERE field = ?")
    let rows = try StatementRow.fetchCursor(find, arguments: [Int64(field)])
    while let row = try rows.next() { try body(row.number(at: 0), row.bytes(at: 1)) }
  }

  // MARK: - Values that no photo has

  /// How many values of a field may be there in vain, besides as many as there are photos.
  private static let spare = 4096

  /// Removes the values that no photo has, of each field that has more of them than photos.
  static func removeUnused(_ db: Database) throws {
    let photos = try CatalogSchema.photoCount(db)
    for field in try Int64.fetchAll(db, sql: "SELECT DISTINCT field FROM value") {
      let greatest = try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM value WHERE field = ?", arguments: [field])
      // Numbers are not used again, so only a great one makes it worth while to count.
      guard let greatest, greatest > photos + spare,
        let count = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM value WHERE field = ?", arguments: [field]),
        count > photos + spare, let number = UInt8(exactly: field)
      else { continue }
      try removeUnused(number, db)
    }
  }

  private static func removeUnused(_ field: UInt8, _ db: Database) throws {
    var used = IdentifierSet()
    let rows = try StatementRow.fetchCursor(db, sql: "SELECT facts FROM photo")
    while let row = try rows.next() {
      if let id = PhotoFacts(row.bytes(at: 0)).integer(field) { try used.insert(id) }
    }
    let ids = try Int64.fetchAll(
      db, sql: "SELECT id FROM value WHERE field = ?", arguments: [Int64(field)])
    for id in ids where !used.contains(id) {
      try db.execute(
        sql: "DELETE FROM value WHERE field = ? AND id = ?", arguments: [Int64(field), id])
    }
  }
}
