import GRDB
import PhotoFormats
import PhotoLibrary

/// The tables of the catalog.
///
/// The record of a file contains all of its metadata, as bytes with a checksum. Rows also have the few columns by which SQL
/// finds, orders and joins them, derived from the record. `PhotoView` adds the other fields as computed columns.
enum CatalogSchema {
  /// Creates the tables.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for name in outdatedForms { migrator.registerMigration(name) { _ in } }
    migrator.registerMigration("11 films without companions") { db in
      for definition in tables { try definition.make(in: db) }
      try db.execute(sql: "INSERT INTO revision (number) VALUES (0); PRAGMA user_version = \(fields)")
    }
    return migrator
  }

  /// The migrations of outdated schemas. GRDB would treat a catalog with unknown migrations as newer.
  private static let outdatedForms = [
    "1 folders and files", "2 photos by column", "3 no place at 0,0", "4 moments of places to the nanosecond",
    "5 links and their targets", "6 facts and values", "7 records", "8 small pictures",
    "9 tallies", "10 folders by value",
  ]

  /// The state of a database.
  enum State {
    /// No tables, or only some of them.
    case unmade
    /// The tables of this version.
    case present
    /// Tables with an outdated schema.
    case outdated
    /// A schema that photopick didn't create.
    case foreign
    /// The tables of a later version.
    case newer
  }

  /// Returns the state of a database, reading only its schema until that is known to be harmless.
  static func state(_ db: Database) throws -> State {
    let found = try CatalogDefinition.all(in: db)
    guard !found.isEmpty else { return .unmade }
    guard found.allSatisfy(\.isPlain), found.contains(.migrations) else { return .foreign }
    let isComplete = try migrator.hasCompletedMigrations(db)
    // A later version keeps all names of this one. An unknown name in place of a known one is damage.
    if try migrator.hasBeenSuperseded(db) { return isComplete ? .newer : .foreign }
    // Records with other fields can't be decoded.
    guard isComplete, try Int64.fetchOne(db, sql: "PRAGMA user_version") == fields else {
      return found.contains { $0.name == "folder" } ? .outdated : .unmade
    }
    let needed = Set([.migrations] + tables)
    return needed.union(indexes).isSuperset(of: found) && needed.isSubset(of: found) ? .present : .foreign
  }

  /// Identifies the set of declared fields.
  private static let fields = Int64(truncatingIfNeeded: MetadataField.fingerprint & 0x7FFF_FFFF)

  /// The number of photos in a catalog.
  static func photoCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT coalesce(sum(count), 0) FROM folder") ?? 0
  }

  /// Returns a number that each write transaction increments: connections that read the same number see the same photos.
  static func revision(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT number FROM revision")
  }

  /// Returns `true` if all indexes exist.
  static func hasIndexes(_ db: Database) throws -> Bool {
    try CatalogDefinition.all(in: db).isSuperset(of: indexes)
  }

  /// Creates missing indexes.
  static func makeIndexes(_ db: Database) throws {
    let present = try CatalogDefinition.all(in: db)
    for definition in indexes where !present.contains(definition) { try definition.make(in: db) }
  }

  /// Returns the row of a camera, inserting it if necessary.
  static func identifier(of camera: Camera, _ db: Database) throws -> Int64 {
    let (make, model) = (camera.make ?? "", camera.model ?? "")
    let find = try db.cachedStatement(sql: "SELECT id FROM camera WHERE make = ? AND model = ?")
    if let known = try Int64.fetchOne(find, arguments: [make, model]) { return known }
    try db.execute(
      sql: "INSERT INTO camera (make, model, name) VALUES (?, ?, ?)", arguments: [make, model, camera.name])
    return db.lastInsertedRowID
  }

  /// Returns the rows of the table `camera`.
  static func cameras(_ db: Database) throws -> [Int64: Camera] {
    let rows = try StatementRow.fetchCursor(db, sql: "SELECT id, make, model FROM camera")
    var cameras: [Int64: Camera] = [:]
    while let row = try rows.next() {
      let names = try (1...2).map { try row.text(at: $0) }
      cameras[try row.number(at: 0)] = Camera(
        make: names[0].isEmpty ? nil : names[0], model: names[1].isEmpty ? nil : names[1])
    }
    return cameras
  }
}

// MARK: - Definitions

extension CatalogSchema {
  /// The indexes that find moved files by inode and the newest photos by date. The first complete scan creates them, because
  /// building an index from all rows is faster than updating it row by row.
  private static let indexes = [
    CatalogDefinition(index: "otherFile_inode", "ON otherFile (inode)"),
    CatalogDefinition(index: "photo_inode", "ON photo (inode)"),
    CatalogDefinition(index: "photo_date", "ON photo (date)"),
  ]

  /// The tables of this version, and the indexes that writers need.
  private static let tables = [
    folders, CatalogDefinition(index: "folder_parent", "ON folder (parent)"), cameras, photos, otherFiles,
    tallies, fieldIndex, unindexed, pictures,
    CatalogDefinition(table: "revision", "(number INTEGER NOT NULL)"),
  ]

  /// A folder that was listed, or an ancestor (inode 0). target: the real path behind a symbolic link, else NULL.
  /// count: the number of photos. shared: the number of photos with other names or behind symbolic links. other: the
  /// number of photos that are hidden or have a UTC date. first, last: the range of all other dates.
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

  /// make, model: empty if unknown. name: both, for display.
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

  /// A photo or video. clock: see DateClock. date: seconds since 1970-01-01T00:00:00 of local time, or of UTC depending on clock.
  /// format: PhotoFormat. camera: a row of that table.
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

  /// The numbers of photos of a folder. record: see FolderTally.
  private static let tallies = CatalogDefinition(
    table: "tally", "(folder INTEGER PRIMARY KEY, record BLOB NOT NULL)")

  /// The folders by the values of a field. record: see FieldIndex.
  private static let fieldIndex = CatalogDefinition(
    table: "fieldIndex", "(field INTEGER PRIMARY KEY, record BLOB NOT NULL)")

  /// The folders whose photos changed after the index was written.
  private static let unindexed = CatalogDefinition(table: "unindexed", "(folder INTEGER PRIMARY KEY)")

  /// A photo reduced to a small picture. record: the state of the file and the picture (`PictureRecord`).
  private static let pictures = CatalogDefinition(
    table: "picture",
    """
    (
      folder INTEGER NOT NULL,
      name BLOB NOT NULL,
      record BLOB NOT NULL,
      PRIMARY KEY (folder, name)
    ) WITHOUT ROWID
    """)

  /// The condition of the photos that `other` counts in the table of folders.
  static let isOther = "(clock <> 0 OR substr(name, 1, 1) = x'2E')"

  /// A file that is not a photo.
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

/// The kind of time in the `date` column.
enum DateClock: Int64, CaseIterable {
  /// Local time.
  case wall = 0
  /// UTC, from the modification time of the file. The time zone of the query converts it to local time.
  case file = 1
  /// UTC, from a video or Google Photos.
  case video = 2

  /// Creates the kind of an asset's date.
  init(_ asset: Asset) {
    self =
      switch asset.date?.source {
      case .file: .file
      case let source? where source.isUniversal: .video
      default: .wall
      }
  }

  /// Returns the value of the `date` column for an asset.
  static func date(of asset: Asset) -> Int64? {
    asset.date?.source == .file ? asset.modified.seconds : asset.date?.time.seconds
  }
}
