import PhotoFormats

extension CatalogSchema {
  /// All that a catalog declares when it is made; most indexes come later.
  static let definitions = [CatalogDefinition.migrations] + tables

  /// The tables of this version, and the indexes that they need from the beginning.
  static let tables =
    [folders, CatalogDefinition(index: "folder_parent", "ON folder (parent)")]
    + [cameras, values, CatalogDefinition(index: "value_hash", "ON value (field, hash)"), photos, otherFiles]

  /// A folder that was listed, or that leads to one: inode 0. target: its real path if a link leads to it or to one
  /// above it, else NULL. count, shared: how many photos it holds, and how many of them have other names or are links,
  /// which SQL cannot judge. first, last: the earliest and latest wall-clock second of the photos; likewise for those
  /// that have a universal second only: by the file's time, and of videos.
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
      first INTEGER,
      last INTEGER,
      firstFile INTEGER,
      lastFile INTEGER,
      firstVideo INTEGER,
      lastVideo INTEGER
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

  /// A text or list that photos have, see ValueTable. field: the number of its fact. content: as MetadataValues keeps
  /// it. hash: its XXH64.
  private static let values = CatalogDefinition(
    table: "value",
    """
    (
      field INTEGER NOT NULL,
      id INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (field, id)
    ) WITHOUT ROWID
    """)

  /// A photo or video. facts: see PhotoFacts. clock: how to read date, see DateClock. date: seconds since
  /// 1970-01-01T00:00:00, of the wall clock or, if clock says so, of universal time. format: PhotoFormat. camera: a row of
  /// that table.
  private static let photos = CatalogDefinition(
    table: "photo",
    """
    (
      folder INTEGER NOT NULL,
      name BLOB NOT NULL,
      record BLOB NOT NULL,
      inode INTEGER NOT NULL,
      facts BLOB NOT NULL,
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

extension FieldKind {
  /// The type of a column of such values (SQLite, "Datatypes In SQLite").
  fileprivate var columnType: String {
    switch self {
    case .text, .list, .regions: "TEXT"
    case .integer, .flag, .date: "INTEGER"
    case .number: "REAL"
    }
  }
}
