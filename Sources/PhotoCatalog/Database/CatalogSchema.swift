import GRDB
import PhotoFormats
import PhotoLibrary

/// The tables of the catalog.
///
/// What is known of a file is kept several times. `record` is the truth, a run of bytes with a checksum that says all
/// that the header says: a scan believes it and nothing else. The other columns of a photo follow from it, so that SQL
/// finds, orders and counts photos without opening a record: `facts` for our own questions, the others for requests of
/// one's own. `FileRecord`, `PhotoFactsEncoder` and `PhotoColumns` write them, each row at once.
enum CatalogSchema {
  /// Makes the tables in place of those of older versions: what a cache holds is read anew and not brought along.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 folders and files") { _ in }
    migrator.registerMigration("2 photos by column") { _ in }
    migrator.registerMigration("3 no place at 0,0") { _ in }
    migrator.registerMigration("4 moments of places to the nanosecond") { _ in }
    migrator.registerMigration("5 links and their targets") { _ in }
    migrator.registerMigration("6 facts and values", migrate: makeTables)
    return migrator
  }

  /// What stands in a database.
  enum State {
    /// Nothing that is of use: no tables, or some that are not made to their end.
    case unmade
    /// The tables of this version.
    case present
    /// Tables of another form.
    case outdated
    /// Something that no photopick made.
    case foreign
    /// The tables of a later version.
    case newer
  }

  /// What stands in a database, told by its schema alone until that is known to be harmless.
  static func state(_ db: Database) throws -> State {
    let found = try CatalogDefinition.all(in: db)
    guard !found.isEmpty else { return .unmade }
    guard found.allSatisfy(\.isPlain), found.contains(.migrations) else { return .foreign }
    if try migrator.hasBeenSuperseded(db) { return .newer }
    if try migrator.hasCompletedMigrations(db), try hasPresentFields(db) {
      let (known, needed) = (Set(definitions + Indexes.allCases.flatMap(\.definitions)), Set(definitions))
      return known.isSuperset(of: found) && needed.isSubset(of: found) ? .present : .foreign
    }
    return found.contains { $0.name == "folder" } ? .outdated : .unmade
  }

  /// True if the catalog's columns are those of the declared fields.
  private static func hasPresentFields(_ db: Database) throws -> Bool {
    try Int64.fetchOne(db, sql: "PRAGMA user_version") == fields
  }

  /// A number that tells the declared fields from others.
  private static let fields = Int64(truncatingIfNeeded: MetadataField.fingerprint & 0x7FFF_FFFF)

  /// Makes the tables anew if the declared fields, which are columns, are others than those of the catalog.
  static func bringUpToDate(_ pool: DatabasePool) throws {
    if try pool.read(hasPresentFields) { return }
    try pool.write { db in
      // Another run that began at the same time may have done it.
      if try hasPresentFields(db) { return }
      if try Int64.fetchOne(db, sql: "PRAGMA user_version") != 0 { try makeTables(db) }
      try db.execute(sql: "PRAGMA user_version = \(fields)")
    }
  }

  private static func makeTables(_ db: Database) throws {
    for table in ["file", "otherFile", "photo", "value", "camera", "folder"] {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
    for definition in tables { try db.execute(sql: definition.sql) }
  }

  /// A set of indexes, made after a scan: one after the other in its own order is faster than all of them photo by
  /// photo.
  enum Indexes: CaseIterable {
    /// With them a scan finds files that were moved.
    case ofMoves
    /// With them a query finds what it shows first without a look at every photo.
    case ofQueries

    fileprivate var definitions: [CatalogDefinition] {
      switch self {
      case .ofMoves:
        [
          CatalogDefinition(index: "otherFile_inode", "ON otherFile (inode)"),
          CatalogDefinition(index: "photo_inode", "ON photo (inode)"),
        ]
      case .ofQueries:
        [
          CatalogDefinition(index: "photo_camera", "ON photo (camera, clock, date)"),
          // All that a question looks at, and no more: a look at each of a million photos takes a tenth of a second.
          CatalogDefinition(
            index: "photo_dates", "ON photo (isShared, format, clock, date, folder, name, facts)"),
          CatalogDefinition(index: "photo_shared", "ON photo (folder) WHERE isShared"),
        ]
      }
    }
  }

  /// How many photos a catalog holds that has indexes for queries. A look at each of fewer takes up to some 0.2 s;
  /// to make the indexes would lengthen the first scan by a tenth.
  static let countWithQueryIndexes = 50_000

  /// How many photos a catalog holds.
  static func photoCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT coalesce(sum(count), 0) FROM folder") ?? 0
  }

  /// False until the indexes were made.
  static func has(_ indexes: Indexes, _ db: Database) throws -> Bool {
    try CatalogDefinition.all(in: db).isSuperset(of: indexes.definitions)
  }

  /// Makes the indexes that are missing and of use, all in one transaction: each of its own would wait for the disk.
  ///
  /// - Parameter countWithQueryIndexes: fewer photos get no indexes for queries.
  static func makeIndexes(_ pool: DatabasePool, countWithQueryIndexes: Int = countWithQueryIndexes)
    async throws
  {
    try await pool.write { db in
      let isLarge = try photoCount(db) >= countWithQueryIndexes
      for indexes in Indexes.allCases where indexes != .ofQueries || isLarge {
        let present = try CatalogDefinition.all(in: db)
        for definition in indexes.definitions where !present.contains(definition) {
          try db.execute(sql: definition.sql)
        }
      }
    }
  }
}

/// How to read the date of a photo.
enum DateClock: Int64, CaseIterable {
  /// It is wall-clock time.
  case wall = 0
  /// It is the file's time, which is universal; the zone of the one who asks turns it into wall-clock time.
  case file = 1
  /// It is that of a video, or of Google Photos, which is universal.
  case video = 2

  /// The clock of an asset's date.
  init(_ asset: Asset) {
    self =
      switch asset.date?.source {
      case .file: .file
      case let source? where source.isUniversal: .video
      default: .wall
      }
  }
}
