import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The row of a photo in the table `photo`: the values of its fields, for SQL.
enum PhotoRow {
  /// Where the value of a field is.
  enum Storage: Equatable {
    /// A column of integers or reals; flags are 0 or 1.
    case value(String)
    /// A column of rows of `string`.
    case string(String)
    /// The rows of `list` with this field.
    case list(Int)
  }

  /// The columns that every photo has. hidden: whether the name starts with a dot. link: 1 for a file with several names, 2
  /// for a symbolic link. date, clock: see `DateClock`. utcOffset: in minutes. fileType: the number of a `PhotoFileType`.
  /// camera: a row of that table. width, height: in pixels, as stored. dateSource, damaged: rows of `string`.
  private static let usualColumns = [
    "folder INTEGER NOT NULL", "name NOT NULL", "hidden INTEGER NOT NULL", "link INTEGER NOT NULL",
    "device INTEGER NOT NULL",
    "inode INTEGER NOT NULL", "size INTEGER NOT NULL", "modified INTEGER NOT NULL", "clock INTEGER NOT NULL",
    "date INTEGER", "utcOffset INTEGER", "dateSource INTEGER", "fileType INTEGER NOT NULL",
    "format TEXT NOT NULL", "camera INTEGER", "width INTEGER", "height INTEGER", "orientation INTEGER",
    "latitude REAL", "longitude REAL", "altitude REAL", "screenshot INTEGER NOT NULL", "damaged INTEGER",
  ]

  /// The fields with a column each, in order of their numbers.
  private static let fields = MetadataField.allCases.filter {
    if case .list = storage(of: $0) { false } else { true }
  }

  /// The part of the statement that creates the table after its name.
  static let columnsSQL: String = {
    let columns =
      usualColumns + fields.map { "\($0.key) \($0.kind == .number ? "REAL" : "INTEGER")" }
      + ["UNIQUE (folder, name)"]
    return "(\n  id INTEGER PRIMARY KEY,\n  \(columns.joined(separator: ",\n  "))\n)"
  }()

  /// The source of a query for photos with their records. A photo without a record is damage.
  static let withRecords = "photo LEFT JOIN record ON record.photo = id"

  private static let columns =
    usualColumns.compactMap { $0.split(separator: " ").first.map(String.init) } + fields.map(\.key)

  /// The statement that inserts a row or replaces its values, and returns its number.
  fileprivate static let insertSQL: String = {
    let updates = columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO photo (\(columns.joined(separator: ", "))) VALUES (\(places))
      ON CONFLICT (folder, name) DO UPDATE SET \(updates) RETURNING id
      """
  }()

  static func storage(of field: MetadataField) -> Storage {
    switch field.kind {
    case .text: .string(field.key)
    case .list, .regions: .list(Int(field.rawValue))
    case .integer, .number, .flag, .date: .value(field.key)
    }
  }

  private static let storages: [String: Storage] =
    Dictionary(uniqueKeysWithValues: MetadataField.allCases.map { ($0.key, storage(of: $0)) }).merging([
      "pixelWidth": .value("width"), "pixelHeight": .value("height"), "orientation": .value("orientation"),
      "latitude": .value("latitude"), "longitude": .value("longitude"), "altitude": .value("altitude"),
      "fileSize": .value("size"), "dateSource": .string("dateSource"), "damaged": .string("damaged"),
    ]) { first, _ in first }

  /// Returns `nil` for fields that a column doesn't contain as they are.
  static func storage(of field: AssetField) -> Storage? { storages[field.name] }

  /// The statement that returns the values of a row.
  fileprivate static let selectSQL = "SELECT \(columns.joined(separator: ", ")) FROM photo WHERE id = ?"

  /// Returns the strings of all lists with the number of the field and the index in the list, in ascending order.
  fileprivate static func lists(of asset: Asset) -> [(field: Int64, place: Int, text: String)] {
    asset.values.flatMap { field, value in
      let texts: [String] =
        switch value {
        case .list(let texts): texts
        case .regions(let faces): faces.map(\.name)
        case .text, .bytes, .integer, .number, .flag, .date, .moment: []
        }
      return zip(0..., texts).map { (Int64(field.rawValue), $0, $1) }
    }
  }

  /// Returns the values of the columns.
  fileprivate static func values(
    _ asset: Asset, folder: Int64, camera: Int64?, _ string: (String) throws -> Int64
  ) rethrows -> [SQLiteValue] {
    let date = asset.date
    let location = asset.location
    var values: [SQLiteValue] = [
      .integer(folder), SQLiteValue(path: asset.name.bytes), .flag(asset.name.isHidden),
      .integer(asset.isSymbolicLink ? 2 : asset.hasOtherNames ? 1 : 0),
      SQLiteValue(bits: asset.identity.device), SQLiteValue(bits: asset.identity.inode),
      .integer(asset.fileSize), .integer(asset.modified.seconds), .integer(DateClock(asset).rawValue),
      SQLiteValue(DateClock.date(of: asset)), SQLiteValue(date?.source == .file ? nil : date?.offsetMinutes),
      SQLiteValue(try date.map { try string($0.source.name) }), SQLiteValue(asset.fileType.rawValue),
      .text(asset.format.rawValue), SQLiteValue(camera), SQLiteValue(asset.pixelSize?.width),
      SQLiteValue(asset.pixelSize?.height), SQLiteValue(asset.orientation?.rawValue),
      SQLiteValue(location?.latitude), SQLiteValue(location?.longitude), SQLiteValue(location?.altitude),
      .flag(asset.isScreenshot), SQLiteValue(try asset.damage.map(string)),
    ]
    let first = values.count
    values += Array(repeating: .null, count: fields.count)
    for (field, value) in asset.values {
      guard let place = places[Int(field.rawValue)] else { continue }
      values[first + place] =
        switch value {
        case .text(let text): .integer(try string(text))
        case .integer(let number): .integer(number)
        case .number(let number): SQLiteValue(number)
        case .flag(let flag): .flag(flag)
        case .date(let date): .integer(date.time.seconds)
        case .moment(let time): .integer(time.seconds)
        case .bytes, .list, .regions: .null
        }
    }
    return values
  }

  /// The index in `fields` by the number of a field.
  private static let places: [Int?] = {
    var places = [Int?](repeating: nil, count: Int(UInt8.max) + 1)
    for (place, field) in fields.enumerated() { places[Int(field.rawValue)] = place }
    return places
  }()
}

/// Compares the columns and lists of photos with their records.
struct PhotoAudit {
  private let db: Connection
  private let cameras: [Camera: Int64]

  init(_ db: Connection) throws {
    self.db = db
    cameras = Dictionary(try CatalogSchema.cameras(db).map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the names of the photos in a folder whose columns or lists differ from their records.
  func differingNames(in folder: Int64, _ path: Folder) throws -> [FileName] {
    var names: [FileName] = []
    let rows = try db.rows(
      "SELECT name, record, id FROM \(PhotoRow.withRecords) WHERE folder = ?", [.integer(folder)])
    while let row = try rows.next() {
      let (name, id) = (try row.name(at: 0), try row.number(at: 2))
      guard let record = FileRecord(row.bytes(at: 1), folder: folder, name: name.bytes) else {
        throw SQLiteError.damage
      }
      if try !isConsistent(id, record.asset(name, in: path, LibraryClocks()), in: folder) {
        names.append(name)
      }
    }
    return names
  }

  private func isConsistent(_ id: Int64, _ asset: Asset, in folder: Int64) throws -> Bool {
    // A missing camera or string is no row.
    let values = try PhotoRow.values(asset, folder: folder, camera: asset.camera.map { cameras[$0] ?? -1 }) {
      try PhotoWriter.find($0, db) ?? -1
    }
    guard try db.first(PhotoRow.selectSQL, [.integer(id)], { $0.values }) == values else { return false }
    let rows = try db.rows(
      "SELECT field, place, string FROM list WHERE photo = ? ORDER BY field, place", [.integer(id)])
    for (field, place, text) in PhotoRow.lists(of: asset) {
      let expected = [field, Int64(place), try PhotoWriter.find(text, db) ?? -1].map {
        SQLiteValue.integer($0)
      }
      guard try rows.next()?.values == expected else { return false }
    }
    return try rows.next() == nil
  }
}

/// Writes photos with their records, columns and lists.
struct PhotoWriter {
  private let db: Connection
  private let insert: Statement
  private let insertRecord: Statement
  private let removeLists: Statement
  private let insertList: Statement
  private var cameras: [Camera: Int64] = [:]
  private var strings: [String: Int64] = [:]

  /// The maximum number of strings whose rows are remembered.
  private static let stringCount = 1 << 16

  init(_ db: Connection) throws {
    self.db = db
    insert = try db.statement(PhotoRow.insertSQL)
    insertRecord = try db.statement("INSERT OR REPLACE INTO record (photo, record) VALUES (?, ?)")
    removeLists = try db.statement("DELETE FROM list WHERE photo = ?")
    insertList = try db.statement("INSERT INTO list (photo, field, place, string) VALUES (?, ?, ?, ?)")
  }

  /// Inserts or replaces a photo.
  mutating func write(_ asset: Asset, _ record: [UInt8], in folder: Int64) throws {
    let camera = try asset.camera.map { try identifier(of: $0) }
    let values = try PhotoRow.values(asset, folder: folder, camera: camera) { try identifier(of: $0) }
    guard let id = try insert.number(values) else { throw SQLiteError.damage }
    try insertRecord.run([.integer(id), .blob(record)])
    try removeLists.run([.integer(id)])
    for (field, place, text) in PhotoRow.lists(of: asset) {
      try insertList.run([
        .integer(id), .integer(field), SQLiteValue(place), .integer(try identifier(of: text)),
      ])
    }
  }

  /// Removes a photo if it exists.
  static func remove(_ name: FileName, from folder: Int64, _ db: Connection) throws {
    let delete = try db.statement("DELETE FROM photo WHERE folder = ? AND name = ? RETURNING id")
    guard let id = try delete.number([.integer(folder), SQLiteValue(path: name.bytes)]) else { return }
    for table in ["record", "list"] { try db.run("DELETE FROM \(table) WHERE photo = ?", [.integer(id)]) }
  }

  /// Removes all photos of a folder.
  static func removeAll(from folder: Int64, _ db: Connection) throws {
    for table in ["record", "list"] {
      let sql = "DELETE FROM \(table) WHERE photo IN (SELECT id FROM photo WHERE folder = ?)"
      try db.run(sql, [.integer(folder)])
    }
    try db.run("DELETE FROM photo WHERE folder = ?", [.integer(folder)])
  }

  /// Returns the row of a camera, inserting it if necessary.
  private mutating func identifier(of camera: Camera) throws -> Int64 {
    if let known = cameras[camera] { return known }
    let names = [SQLiteValue.text(camera.make ?? ""), .text(camera.model ?? "")]
    let id =
      try db.number("SELECT id FROM camera WHERE make = ? AND model = ?", names)
      ?? insert("INSERT INTO camera (make, model, name) VALUES (?, ?, ?)", names + [.text(camera.name)])
    cameras[camera] = id
    return id
  }

  /// Returns the row of a string, inserting it if necessary.
  private mutating func identifier(of text: String) throws -> Int64 {
    if let known = strings[text] { return known }
    let id =
      try Self.find(text, db)
      ?? insert("INSERT INTO string (hash, text) VALUES (?, ?)", [Self.hash(of: text), .text(text)])
    if strings.count >= Self.stringCount { strings = [:] }
    strings[text] = id
    return id
  }

  /// Returns the row of a string.
  fileprivate static func find(_ text: String, _ db: Connection) throws -> Int64? {
    try db.number("SELECT id FROM string WHERE hash = ? AND text = ?", [hash(of: text), .text(text)])
  }

  private static func hash(of text: String) -> SQLiteValue {
    SQLiteValue(bits: Checksum.of(Array(text.utf8)))
  }

  private func insert(_ sql: String, _ values: [SQLiteValue]) throws -> Int64 {
    try db.run(sql, values)
    return db.lastInsertedRow
  }
}
