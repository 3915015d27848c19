import GRDB
import PhotoFormats
import PhotoLibrary

/// The tables of the catalog.
///
/// The record of a file is all that is known of it: a run of bytes with a checksum. Beside it stand only the columns by
/// which SQL finds, orders and joins rows; they follow from the record. `PhotoView` shows the rest of it as columns.
enum CatalogSchema {
  /// Makes the tables.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for name in outdatedForms { migrator.registerMigration(name) { _ in } }
    migrator.registerMigration("7 records") { db in
      for definition in tables { try definition.make(in: db) }
      try db.execute(sql: "INSERT INTO revision (number) VALUES (0); PRAGMA user_version = \(fields)")
    }
    return migrator
  }

  /// The migrations of earlier forms, so that catalogs that know no others don't pass for newer ones.
  private static let outdatedForms = [
    "1 folders and files", "2 photos by column", "3 no place at 0,0", "4 moments of places to the nanosecond",
    "5 links and their targets", "6 facts and values",
  ]

  /// The contents of a database.
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

  /// The contents of a database, told by its schema alone until that is known to be harmless.
  static func state(_ db: Database) throws -> State {
    let found = try CatalogDefinition.all(in: db)
    guard !found.isEmpty else { return .unmade }
    guard found.allSatisfy(\.isPlain), found.contains(.migrations) else { return .foreign }
    if try migrator.hasBeenSuperseded(db) { return .newer }
    // Records of other fields say something else.
    let isComplete = try migrator.hasCompletedMigrations(db)
    guard isComplete, try Int64.fetchOne(db, sql: "PRAGMA user_version") == fields else {
      return found.contains { $0.name == "folder" } ? .outdated : .unmade
    }
    let needed = Set([.migrations] + tables)
    return needed.union(indexes).isSuperset(of: found) && needed.isSubset(of: found) ? .present : .foreign
  }

  /// A number that tells the declared fields from others.
  private static let fields = Int64(truncatingIfNeeded: MetadataField.fingerprint & 0x7FFF_FFFF)

  /// The number of photos in a catalog.
  static func photoCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT coalesce(sum(count), 0) FROM folder") ?? 0
  }

  /// A number that changes with each transaction that writes: connections that read the same one see the same photos.
  static func revision(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT number FROM revision")
  }

  /// A Boolean value indicating whether the indexes were made.
  static func hasIndexes(_ db: Database) throws -> Bool {
    try CatalogDefinition.all(in: db).isSuperset(of: indexes)
  }

  /// Makes the indexes that are missing, all in one transaction: each of its own would wait for the disk.
  static func makeIndexes(_ pool: DatabasePool) async throws {
    try await pool.write { db in
      let present = try CatalogDefinition.all(in: db)
      for definition in indexes where !present.contains(definition) { try definition.make(in: db) }
    }
  }
}

// MARK: - Definitions

extension CatalogSchema {
  /// The indexes with which a scan finds files that were moved, and a query the newest photos. They are made after the
  /// first scan: to make them in their own order is faster than photo by photo.
  private static let indexes = [
    CatalogDefinition(index: "otherFile_inode", "ON otherFile (inode)"),
    CatalogDefinition(index: "photo_inode", "ON photo (inode)"),
    CatalogDefinition(index: "photo_date", "ON photo (date)"),
  ]

  /// The tables of this version, and the indexes that they need from the beginning.
  private static let tables = [
    folders, CatalogDefinition(index: "folder_parent", "ON folder (parent)"), cameras, photos, otherFiles,
    CatalogDefinition(table: "revision", "(number INTEGER NOT NULL)"),
  ]

  /// A folder that was listed, or that leads to one: inode 0. target: its real path if a link leads to it or to one
  /// above it, else NULL. count, shared: the number of photos, and of those that have other names or are links. other: the
  /// number of photos that are hidden or whose date is universal. first, last: the range of all other dates.
  private static let folders = CatalogDefinition(
    table: "folder",
    """
    (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      parent INTEGER,
      device INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      target BLOB,
      count INTEGER NOT NULL DEFAULT 0,
      shared INTEGER NOT NULL DEFAULT 0,
      other INTEGER NOT NULL DEFAULT 0,
      first INTEGER,
      last INTEGER
    )
    """)

  /// make, model: empty if the header does not name them. name: both, as a person reads them.
  private static let cameras = CatalogDefinition(
    table: "camera",
    """
    (
      id INTEGER PRIMARY KEY,
      make TEXT NOT NULL,
      model TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (make, model)
    )
    """)

  /// A photo or video. clock: how to read date, see DateClock. date: seconds since 1970-01-01T00:00:00, of the wall clock
  /// or, if clock says so, of universal time. format: PhotoFormat. camera: a row of that table.
  private static let photos = CatalogDefinition(
    table: "photo",
    """
    (
      folder INTEGER NOT NULL,
      name BLOB NOT NULL,
      isShared INTEGER NOT NULL,
      clock INTEGER NOT NULL,
      date INTEGER,
      record BLOB NOT NULL,
      inode INTEGER NOT NULL,
      format TEXT NOT NULL,
      camera INTEGER,
      size INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) WITHOUT ROWID
    """)

  /// A file that was read and is no photo.
  private static let otherFiles = CatalogDefinition(
    table: "otherFile",
    """
    (
      folder INTEGER NOT NULL,
      name BLOB NOT NULL,
      record BLOB NOT NULL,
      inode INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) WITHOUT ROWID
    """)
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

  /// The seconds of an asset's date by its clock.
  static func date(of asset: Asset) -> Int64? {
    asset.date?.source == .file ? asset.modified.seconds : asset.date?.time.seconds
  }
}
