import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The columns that determine the groups of a photo.
enum GroupSource: Hashable {
  /// All photos are in one group.
  case none
  /// Local time.
  case date
  case folder, camera, fileType
  case string(MetadataField)
  case value(MetadataField)
  case list(MetadataField)

  /// Returns `nil` if the columns don't determine the groups.
  init?(_ grouping: AssetQuery.Grouping) {
    switch grouping {
    case .all: self = .none
    case .year, .month, .week, .day, .weekday, .hour, .hourOfDay: self = .date
    case .album: self = .folder
    case .camera: self = .camera
    case .format: self = .fileType
    case .duplicate: return nil
    case .field(let field): self.init(field)
    }
  }

  private init?(_ field: AssetField) {
    switch field.name {
    case "album", "dir": self = .folder
    case "camera", "make", "model": self = .camera
    case "format", "typeIdentifier", "mediaType": self = .fileType
    case let name:
      guard let field = MetadataField.allCases.first(where: { $0.key == name }) else { return nil }
      switch PhotoRow.storage(of: field) {
      case .string: self = .string(field)
      case .value: self = .value(field)
      case .list: self = .list(field)
      }
    }
  }

  /// The expression on a row of `photo`. Photos in the same groups have equal values, apart from the time within a period.
  var sql: String {
    switch self {
    case .none: "NULL"
    case .date: "date"
    case .folder: "folder"
    case .camera: "camera"
    case .fileType: "fileType"
    case .string(let field), .value(let field): field.key
    case .list(let field):
      """
      CASE WHEN id IN (SELECT photo FROM list WHERE field = \(field.rawValue)) THEN
        (SELECT group_concat(string) FROM list WHERE list.photo = photo.id AND field = \(field.rawValue)) END
      """
    }
  }

  /// Holds for photos whose groups the columns determine.
  var isCertain: String {
    if case .string(let field) = self, PlaceNames.fields.contains(field), PlaceNames.source != nil {
      return "NOT \(ConditionTranslator.mayHavePlace)"
    }
    return "1"
  }

  /// The index with the column, date, clock, visibility and size of all photos.
  var index: String? {
    switch self {
    case .date: "photo_date"
    case .folder: "photo_album"
    case .camera: "photo_camera"
    case .fileType: "photo_type"
    case .string(.lens): "photo_lens"
    case .none, .string, .value, .list: nil
    }
  }
}

/// A value by which photos are grouped.
enum GroupValue: Hashable {
  case none
  case number(Int64)
  case quantity(Double)
  /// The rows of strings, separated by commas.
  case list(String)

  init(_ row: StatementRow, at index: Int, _ source: GroupSource) throws {
    if row.isNull(at: index) {
      self = .none
      return
    }
    switch source {
    case .list: self = .list(try row.text(at: index))
    case .value(let field) where field.kind == .number: self = .quantity(try row.quantity(at: index))
    case .none, .date, .folder, .camera, .fileType, .string, .value: self = .number(try row.number(at: index))
    }
  }

  var number: Int64? { if case .number(let number) = self { number } else { nil } }
}

/// Makes assets that are in the same groups as photos, from the columns that determine the groups.
struct GroupExamples {
  private let db: Connection
  private let catalog: Int
  private let scope: CatalogScope
  private let cameras: [Int64: CameraName]

  init(_ db: Connection, of catalog: Int, _ scope: CatalogScope) throws {
    (self.db, self.catalog, self.scope) = (db, catalog, scope)
    cameras = try CatalogSchema.cameras(db).mapValues(CameraName.init)
  }

  /// Returns an asset with the values of some sources.
  func asset(_ values: some Sequence<(GroupSource, GroupValue)>) throws -> Asset {
    var (fileType, folder, camera) = (PhotoFileType.jpeg, Folder?.none, CameraName?.none)
    var (date, fields) = (CaptureDate?.none, MetadataValues())
    for (source, value) in values {
      switch (source, value) {
      case (.date, .number(let seconds)):
        date = CaptureDate(time: CivilTime(seconds: seconds), source: .exifDateTimeOriginal)
      case (.folder, .number(let row)): folder = scope.folder(row, of: catalog)?.folder
      case (.camera, .number(let row)):
        guard let known = cameras[row] else { throw SQLiteError.damage }
        camera = known
      case (.fileType, .number(let number)):
        guard let type = UInt8(exactly: number).flatMap(PhotoFileType.init) else {
          throw SQLiteError.damage
        }
        fileType = type
      case (.string(let field), .number(let row)): fields[field] = .text(try text(row))
      case (.value(let field), .number(let number)):
        fields[field] = field.kind == .flag ? .flag(number != 0) : .integer(number)
      case (.value(let field), .quantity(let number)): fields[field] = .number(number)
      case (.list(let field), .list(let rows)): fields[field] = try list(field, rows)
      default: break
      }
    }
    return .example(fileType, in: folder, camera: camera, date: date, values: fields)
  }

  private func text(_ id: Int64) throws -> String {
    let text = try db.first("SELECT text FROM string WHERE id = ?", [.integer(id)]) { row in
      String(decoding: row.bytes(at: 0), as: UTF8.self)
    }
    guard let text else { throw SQLiteError.damage }
    return text
  }

  private func list(_ field: MetadataField, _ rows: String) throws -> FieldValue {
    let texts = try rows.split(separator: ",").map { row in
      guard let id = Int64(row) else { throw SQLiteError.damage }
      return try text(id)
    }
    return field.kind == .list
      ? .list(texts) : .regions(texts.map { FaceRegion(name: $0, x: 0, y: 0, width: 0, height: 0) })
  }
}

/// The groups of the photos of a query by one column, in order.
struct PhotoGroups {
  private let column: String
  /// The values of the groups in each catalog, with the place of the group.
  private var values: [[(value: GroupValue, rank: Int)]]
  /// The number of photos that certainly match in each group.
  private(set) var counts: [Int] = []

  /// Counts photos, or returns `nil` if more than a column determines the groups.
  ///
  /// - Parameter condition: Holds for photos that count.
  init?(_ scan: PhotoScan, _ dbs: [Connection], _ condition: String) throws {
    guard let source = GroupSource(scan.query.grouping), source.isCertain == "1",
      ![.none, .date].contains(source)
    else {
      return nil
    }
    if case .list = source { return nil }
    column = source.sql
    values = dbs.map { _ in [] }
    var (examples, found) = ([Asset](), [(catalog: Int, value: GroupValue, count: Int)]())
    try scan.register(dbs)
    let counted: [[GroupValue: Int]] = try dbs.enumerated().map { catalog, db in
      let part = scan.parts[catalog]
      let certain = RowCondition.and([part.certain, condition])
      return part.isPlain && source.index != nil
        ? try Self.counts(source, part, certain, db) : try Self.countsByRow(source, part, certain, db)
    }
    for ((catalog, db), counts) in zip(dbs.enumerated(), counted) {
      let maker = try GroupExamples(db, of: catalog, scan.scope)
      for (value, count) in counts where value != .none {
        examples.append(try maker.asset([(source, value)]))
        found.append((catalog, value, count))
      }
    }
    for (group, rank) in zip(found, Self.ranks(of: examples, scan.query.grouping.grouping)) {
      guard let rank else { continue }
      values[group.catalog].append((group.value, rank))
      while counts.count <= rank { counts.append(0) }
      counts[rank] += group.count
    }
  }

  /// Counts the photos of each value in the order of an index.
  private static func counts(
    _ source: GroupSource, _ part: PhotoScan.Part, _ certain: String, _ db: Connection
  ) throws -> [GroupValue: Int] {
    let rows = try db.rows(
      """
      SELECT count(CASE WHEN \(certain) THEN 1 END), \(source.sql) FROM photo
      WHERE \(part.possible) GROUP BY \(source.sql)
      """)
    var counts: [GroupValue: Int] = [:]
    while let row = try rows.next() { counts[try GroupValue(row, at: 1, source)] = try row.count(at: 0) }
    return counts
  }

  /// Counts the photos of each value in the order of the table: sorting them by value takes longer.
  private static func countsByRow(
    _ source: GroupSource, _ part: PhotoScan.Part, _ certain: String, _ db: Connection
  ) throws -> [GroupValue: Int] {
    let rows = try db.rows("SELECT ifnull(\(certain), 0), \(source.sql) FROM photo WHERE \(part.possible)")
    var counts: [GroupValue: Int] = [:]
    while let row = try rows.next() {
      counts[try GroupValue(row, at: 1, source), default: 0] += try row.number(at: 0) != 0 ? 1 : 0
    }
    return counts
  }

  /// Returns the places of the groups of assets; `nil` for assets without a group.
  private static func ranks(of assets: [Asset], _ grouping: some AssetGrouping) -> [Int?] {
    let buckets = assets.map { grouping.bucket(for: $0) }
    let sorted = Set(buckets.compactMap(\.self)).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
    return buckets.map { $0.flatMap { ranks[$0] } }
  }

  /// Returns an expression for the photos of some groups in a catalog.
  func expression(of ranks: Range<Int>, in catalog: Int, _ tests: inout RowTests) -> String {
    let wanted = values[catalog].filter { ranks.contains($0.rank) }.map(\.value)
    let numbers = wanted.compactMap(\.number)
    if numbers.count == wanted.count { return tests.membership(column, of: numbers.sorted()) }
    let set = Set(wanted)
    return tests.add(column) { $0.quantity(at: 0).map { set.contains(.quantity($0)) } ?? false }
  }
}
