import GRDB
import PhotoFormats
import PhotoLibrary

/// The tables of the catalog.
///
/// What is known of a file is kept twice. `record` is the truth, a run of bytes with a checksum that says all that the
/// header says: a scan believes it and nothing else. The other columns of a photo follow from it, so that SQL finds,
/// orders and counts photos without opening a record. `FileRecord` and `PhotoColumns` write the two, each row at once.
enum CatalogSchema {
  /// Makes the tables in place of those of older versions: what a cache holds is read anew and not brought along.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 folders and files") { _ in }
    migrator.registerMigration("2 photos by column") { _ in }
    migrator.registerMigration("3 no place at 0,0") { _ in }
    migrator.registerMigration("4 moments of places to the nanosecond") { _ in }
    migrator.registerMigration("5 links and their targets", migrate: makeTables)
    return migrator
  }

  /// True if there are tables, and they are of another form: nothing of them is of use.
  static func isOutdated(_ db: Database) throws -> Bool {
    guard try db.tableExists("folder") else { return false }
    return try !migrator.hasCompletedMigrations(db) || !hasPresentFields(db)
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
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS file;
        DROP TABLE IF EXISTS otherFile;
        DROP TABLE IF EXISTS photo;
        DROP TABLE IF EXISTS camera;
        DROP TABLE IF EXISTS folder;
        -- A folder that was listed, or that leads to one: inode 0. target: its real path if a link leads to it or to one
        -- above it, else NULL. count, shared: how many photos it holds, and how
        -- many of them have other names or are links, which SQL cannot judge. first, last: the earliest and latest
        -- wall-clock second of the photos; likewise for those that have a universal second only: by the file's time,
        -- and of videos.
        CREATE TABLE folder (
          id INTEGER PRIMARY KEY,
          path BLOB NOT NULL UNIQUE,
          parent INTEGER,
          device INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          target BLOB,
          count INTEGER NOT NULL DEFAULT 0,
          shared INTEGER NOT NULL DEFAULT 0,
          first INTEGER,
          last INTEGER,
          firstFile INTEGER,
          lastFile INTEGER,
          firstVideo INTEGER,
          lastVideo INTEGER
        );
        CREATE INDEX folder_parent ON folder (parent);
        -- make, model: empty if the header does not name them. name: both, as a person reads them.
        CREATE TABLE camera (
          id INTEGER PRIMARY KEY,
          make TEXT NOT NULL,
          model TEXT NOT NULL,
          name TEXT NOT NULL,
          UNIQUE (make, model)
        );
        -- A photo or video. clock: how to read date, see DateClock. date: seconds since 1970-01-01T00:00:00, of
        -- the wall clock or, if clock says so, of universal time. format: PhotoFormat. camera: a row of that table.
        CREATE TABLE photo (
          folder INTEGER NOT NULL,
          name BLOB NOT NULL,
          record BLOB NOT NULL,
          inode INTEGER NOT NULL,
          format TEXT NOT NULL,
          clock INTEGER NOT NULL,
          date INTEGER,
          isVideo INTEGER NOT NULL,
          isScreenshot INTEGER NOT NULL,
          isDamaged INTEGER NOT NULL,
          isShared INTEGER NOT NULL,
          camera INTEGER,
          width INTEGER,
          height INTEGER,
          orientation INTEGER,
          size INTEGER NOT NULL,
          latitude REAL,
          longitude REAL,
          altitude REAL,
          \(MetadataField.allCases.map { "\"\($0.key)\" \($0.kind.columnType),\n" }.joined())
          year TEXT AS (strftime('%Y', date, 'unixepoch')) VIRTUAL,
          month TEXT AS (strftime('%Y-%m', date, 'unixepoch')) VIRTUAL,
          day TEXT AS (date(date, 'unixepoch')) VIRTUAL,
          PRIMARY KEY (folder, name)
        ) WITHOUT ROWID;
        -- A file that was read and is no photo.
        CREATE TABLE otherFile (
          folder INTEGER NOT NULL,
          name BLOB NOT NULL,
          record BLOB NOT NULL,
          inode INTEGER NOT NULL,
          PRIMARY KEY (folder, name)
        ) WITHOUT ROWID;
        """)
  }

  /// A set of indexes, made after a scan: one after the other in its own order is faster than all of them photo by
  /// photo.
  enum Indexes: CaseIterable {
    /// By which a scan finds files that were moved.
    case ofMoves
    /// By which a query finds what it shows first. Few photos are looked through as fast without them.
    case ofQueries

    fileprivate var definitions: [(name: String, definition: String)] {
      switch self {
      case .ofMoves:
        [("otherFile_inode", "ON otherFile (inode)"), ("photo_inode", "ON photo (inode)")]
      case .ofQueries:
        [
          ("photo_camera", "ON photo (camera, clock, date)"),
          ("photo_format", "ON photo (format, clock, date, isScreenshot, isDamaged)"),
          ("photo_shared", "ON photo (folder) WHERE isShared"),
        ]
      }
    }
  }

  /// How many photos a catalog holds that has indexes for queries. A look at each of fewer takes less than 0.2 s;
  /// to make the indexes would lengthen the first scan by a tenth.
  static let countWithQueryIndexes = 50_000

  /// False until the indexes were made.
  static func has(_ indexes: Indexes, _ db: Database) throws -> Bool {
    let names = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'index'")
    return names.isSuperset(of: indexes.definitions.map(\.name))
  }

  /// Makes the indexes that are missing and of use, all in one transaction: each of its own would wait for the disk.
  ///
  /// - Parameter countWithQueryIndexes: fewer photos get no indexes for queries.
  static func makeIndexes(_ pool: DatabasePool, countWithQueryIndexes: Int = countWithQueryIndexes)
    async throws
  {
    try await pool.write { db in
      let count = try Int.fetchOne(db, sql: "SELECT sum(count) FROM folder") ?? 0
      let isLarge = count >= countWithQueryIndexes
      for indexes in Indexes.allCases where indexes != .ofQueries || isLarge {
        for (name, definition) in indexes.definitions {
          try db.execute(sql: "CREATE INDEX IF NOT EXISTS \(name) \(definition)")
        }
      }
    }
  }
}

extension FieldKind {
  /// The type of a column of such values (SQLite, "Datatypes In SQLite").
  fileprivate var columnType: String {
    switch self {
    case .text, .list: "TEXT"
    case .integer, .flag, .date: "INTEGER"
    case .number: "REAL"
    }
  }
}

/// How to read the date of a photo.
enum DateClock: Int64, CaseIterable {
  /// It is wall-clock time.
  case wall = 0
  /// It is the file's time, which is universal; the zone of the one who asks turns it into wall-clock time.
  case file = 1
  /// It is a video's, which is universal.
  case video = 2

  /// The clock of an asset's date.
  init(_ asset: Asset) {
    self =
      switch asset.date?.source {
      case .file: .file
      case .quickTimeCreateDate: .video
      default: .wall
      }
  }
}
