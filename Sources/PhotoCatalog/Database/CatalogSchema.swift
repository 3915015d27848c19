import PhotoFormats
import PhotoLibrary

/// The tables of the catalog; docs/catalog.md describes those that other programs can rely on.
///
/// `record` contains all metadata of a photo, as bytes with a checksum, from which scans and queries make assets. The columns of
/// `photo`, with `string` and `list`, contain the same values for SQL, which finds candidates and counts.
enum CatalogSchema {
  /// Creates the tables in an empty database.
  static func makeTables(_ db: Connection) throws {
    for definition in tables { try definition.make(in: db) }
    try db.run("INSERT INTO catalog VALUES (?, 0)", [.integer(version)])
    try db.execute("PRAGMA user_version = \(fields)")
  }

  /// The state of a database.
  enum State {
    /// No tables.
    case unmade
    /// The tables of this version.
    case present
    /// The tables of another version.
    case outdated
    /// Tables, views or triggers that photopick didn't create.
    case foreign
    /// The tables of a later version.
    case newer
  }

  /// Returns the state of a database, reading only its schema until that is known to be harmless.
  static func state(_ db: Connection) throws -> State {
    let found = try CatalogDefinition.all(in: db)
    if found.isEmpty { return .unmade }
    // A later version only adds, and keeps the table with its version.
    if found.contains(revisions), let known = try db.number("SELECT version FROM catalog"), known > version {
      return .newer
    }
    // Records with other fields can't be decoded.
    guard try db.number("PRAGMA user_version") == fields else { return .outdated }
    let needed = Set(tables)
    return needed.isSubset(of: found) && needed.union(indexes).isSuperset(of: found) ? .present : .foreign
  }

  /// Identifies the set of declared fields and the coding of records.
  private static let fields = Int64(
    truncatingIfNeeded: (MetadataField.fingerprint ^ UInt64(FileRecord.version)) & 0x7FFF_FFFF)

  /// Returns the number of rows of a table.
  static func count(_ table: String, _ db: Connection) throws -> Int {
    Int(try db.number("SELECT count(*) FROM \(table)") ?? 0)
  }

  /// Returns a number that each write transaction increments: connections that read the same number see the same photos.
  static func revision(_ db: Connection) throws -> Int64? {
    try db.number("SELECT revision FROM catalog")
  }

  /// Returns `true` if all indexes exist.
  static func hasIndexes(_ db: Connection) throws -> Bool {
    try CatalogDefinition.all(in: db).isSuperset(of: indexes)
  }

  /// Creates missing indexes.
  static func makeIndexes(_ db: Connection) throws {
    let present = try CatalogDefinition.all(in: db)
    for definition in indexes where !present.contains(definition) { try definition.make(in: db) }
  }

  /// Returns the rows of the table `camera`.
  static func cameras(_ db: Connection) throws -> [Int64: Camera] {
    let rows = try db.rows("SELECT id, make, model FROM camera")
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
  /// The indexes that find moved files by inode, and the photos of queries. They contain what views and statistics of all
  /// photos need, so that SQLite doesn't look up each row. The first complete scan creates them, because building an index from
  /// all rows is faster than updating it row by row.
  private static let indexes = [
    CatalogDefinition(index: "otherFile_inode", "ON otherFile (inode)"),
    CatalogDefinition(index: "photo_inode", "ON photo (inode)"),
    CatalogDefinition(index: "photo_link", "ON photo (inode, device, link, hidden, folder) WHERE link > 0"),
    CatalogDefinition(index: "photo_date", "ON photo (date, clock, hidden, size)"),
    CatalogDefinition(index: "photo_album", "ON photo (folder, date, clock, hidden, size)"),
    CatalogDefinition(index: "photo_camera", "ON photo (camera, date, clock, hidden, size)"),
    CatalogDefinition(index: "photo_lens", "ON photo (lens, date, clock, hidden, size)"),
    CatalogDefinition(index: "photo_type", "ON photo (fileType, date, clock, hidden, size)"),
    CatalogDefinition(index: "photo_rating", "ON photo (rating, date) WHERE rating IS NOT NULL"),
    CatalogDefinition(index: "list_string", "ON list (field, string)"),
  ]

  /// The tables of this version, and the indexes that writers need.
  private static let tables =
    [
      folders, CatalogDefinition(index: "folder_parent", "ON folder (parent)"), cameras, strings,
      CatalogDefinition(index: "string_hash", "ON string (hash)"), photos, lists, records, otherFiles,
      pictures,
      revisions,
    ] + CatalogViews.all

  private static let revisions = CatalogDefinition(
    table: "catalog", "(version INTEGER NOT NULL, revision INTEGER NOT NULL)")

  /// The version of the documented tables and views, to which later versions only add.
  private static let version: Int64 = 1

  /// A folder that was listed, or an ancestor (inode 0). target: the real path behind a symbolic link, else NULL. Paths and
  /// names are strings, or blobs if they aren't UTF-8.
  private static let folders = CatalogDefinition(
    table: "folder",
    """
    (
      id INTEGER PRIMARY KEY,
      path NOT NULL UNIQUE,
      parent INTEGER,
      device INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      target
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

  /// A string that photos contain. hash: XXH64 of its bytes.
  private static let strings = CatalogDefinition(
    table: "string", "(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, text TEXT NOT NULL)")

  /// A photo or video.
  private static let photos = CatalogDefinition(table: "photo", PhotoRow.columnsSQL)

  /// A string of a list. field: the number of a `MetadataField`. place: the index in the list.
  private static let lists = CatalogDefinition(
    table: "list",
    """
    (
      photo INTEGER NOT NULL,
      field INTEGER NOT NULL,
      place INTEGER NOT NULL,
      string INTEGER NOT NULL,
      PRIMARY KEY (photo, field, place)
    ) WITHOUT ROWID
    """)

  /// The record of a photo: see FileRecord.
  private static let records = CatalogDefinition(
    table: "record", "(photo INTEGER PRIMARY KEY, record BLOB NOT NULL)")

  /// A photo reduced to a small picture. record: the state of the file and the picture (`PictureRecord`).
  private static let pictures = CatalogDefinition(
    table: "picture",
    """
    (
      folder INTEGER NOT NULL,
      name NOT NULL,
      record BLOB NOT NULL,
      PRIMARY KEY (folder, name)
    ) WITHOUT ROWID
    """)

  /// A file that is not a photo.
  private static let otherFiles = CatalogDefinition(
    table: "otherFile",
    """
    (
      folder INTEGER NOT NULL,
      name NOT NULL,
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
