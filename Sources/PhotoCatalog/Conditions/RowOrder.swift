import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Where a photo stands in one of the orders of a view, by its row: the smaller the number, the further ahead.
///
/// `RowOrderReader` makes it of a grouping or a sorting.
enum RowOrder {
  /// All alike.
  case none
  /// By the second of the wall clock, or by that at which its period begins.
  case dates(DateGrouping?, sign: Double)
  /// By the day of the week or the hour of the day.
  case clock(ClockGrouping)
  /// By a fact that is a whole number, a number or a flag, rounded to what people tell apart by a unit.
  case number(UInt8, FieldKind, rounding: FieldUnit?, sign: Double)
  /// By a fact that is the number of a row.
  case identifier(UInt8, PlaceTable)
  /// By the folder.
  case folder(RowMap<Double>)

  /// What has no value stands behind all others.
  static let missing = Double.infinity

  /// The columns that it looks at.
  var columns: Set<PhotoRow.Column> {
    switch self {
    case .none: []
    case .dates, .clock: [.clock, .date]
    case .number, .identifier: [.facts]
    case .folder: [.folder]
    }
  }

  /// Calls `body` with each place of a photo.
  @inline(__always)
  func forEachPlace(of row: PhotoRow, _ clocks: LibraryClocks, _ body: (Double) -> Void) {
    switch self {
    case .identifier(let number, let places):
      guard let found = row.facts.integer(number).flatMap({ places[$0] }) else { return body(Self.missing) }
      body(found.first)
      for place in places.others[found.others] { body(place) }
    default: body(place(of: row, clocks))
    }
  }

  /// The first place of a photo.
  func place(of row: PhotoRow, _ clocks: LibraryClocks) -> Double {
    switch self {
    case .none: return 0
    case .dates(let periods, let sign):
      guard let time = row.wallTime(clocks) else { return Self.missing }
      return sign * Double(periods?.bucket(of: time) ?? time.seconds)
    case .clock(let grouping):
      return row.wallTime(clocks).map { Double(grouping.bucket(of: $0)) } ?? Self.missing
    case .number(let number, let kind, let unit, let sign):
      let facts = row.facts
      let found = kind == .number ? facts.number(number) : facts.integer(number).map(Double.init)
      guard let found, found.isFinite else { return Self.missing }
      return sign * (unit?.rounded(found) ?? found)
    case .identifier(let number, let places):
      return row.facts.integer(number).flatMap { places[$0] }?.first ?? Self.missing
    case .folder(let places): return places[row.folder] ?? Self.missing
    }
  }
}

/// Makes orders of rows of those of a query.
struct RowOrderReader {
  let db: Database
  let query: AssetQuery
  /// The places of folders in natural order of their paths, by their rows.
  let folders: RowMap<Double>

  /// The order of the groups; `nil` if rows do not tell it.
  func groups() throws -> RowOrder? {
    switch query.grouping {
    case .all: return RowOrder.none
    case .year, .month, .week, .day, .hour:
      let isAscending = query.sorting == .date && query.direction == .ascending
      return query.grouping.period.map { .dates(DateGrouping($0), sign: isAscending ? 1 : -1) }
    case .weekday: return .clock(ClockGrouping(.weekday))
    case .hourOfDay: return .clock(ClockGrouping(.hourOfDay))
    case .album: return .folder(folders)
    case .camera:
      let cameras = try CatalogCamera.fetchAll(db).map { (id: $0.id, values: [$0.name]) }
      return .identifier(PhotoFacts.Fact.camera.rawValue, Self.places(of: cameras))
    case .format:
      let types = PhotoFileType.allCases.filter { $0.format != .unknown }
        .map { (id: Int64($0.rawValue), values: [$0.format.rawValue]) }
      return .identifier(PhotoFacts.Fact.fileType.rawValue, Self.places(of: types))
    case .field(let field): return try order(of: field, isGroup: true, sign: 1)
    }
  }

  /// The order in a group; `nil` if rows do not tell it, and all alike if names decide.
  func items() throws -> RowOrder? {
    let direction = query.direction ?? query.sorting.usualDirection
    let sign: Double = direction == .ascending ? 1 : -1
    switch query.sorting {
    case .date: return .dates(nil, sign: sign)
    case .name: return RowOrder.none
    case .size: return .number(PhotoFacts.Fact.size.rawValue, .integer, rounding: nil, sign: sign)
    case .field(let field): return try order(of: field, isGroup: false, sign: sign)
    }
  }

  private func order(of field: AssetField, isGroup: Bool, sign: Double) throws -> RowOrder? {
    guard let number = PhotoFacts.number(of: field) else { return nil }
    switch field.kind {
    case .integer, .number, .flag:
      return .number(number, field.kind, rounding: isGroup ? field.unit : nil, sign: sign)
    case .text: break
    case .list, .regions: guard isGroup else { return nil }
    case .date: return nil
    }
    // Other texts are not in the table of values.
    guard field.name == "damaged" || MetadataField.allCases.contains(where: { $0.key == field.name }) else {
      return nil
    }
    var values: [(id: Int64, values: [FieldOrder])] = []
    try ValueTable.forEach(number, db) { id, value in
      values.append((id, FieldGrouping.buckets(value, field.kind)))
    }
    return .identifier(number, Self.places(of: values, sign: sign))
  }

  /// The place of each value, by the rows that have it.
  private static func places<Value: Hashable & Comparable>(
    of rows: [(id: Int64, values: [Value])], sign: Double = 1
  ) -> PlaceTable {
    var places: [Value: Double] = [:]
    for (place, value) in Set(rows.flatMap(\.values)).sorted().enumerated() {
      places[value] = sign * Double(place)
    }
    return PlaceTable(rows.map { row in (row.id, row.values.compactMap { places[$0] }) })
  }
}

/// The places of values by the rows that have them; a list may stand at several places.
struct PlaceTable {
  /// The places of a row: the first, and which of the others.
  struct Places {
    let first: Double
    let others: Range<Int>
  }

  private let rows: RowMap<Places>
  /// The places of all rows behind their first ones.
  let others: [Double]

  /// A table of the places of rows; rows without one are left out.
  fileprivate init(_ rows: [(id: Int64, places: [Double])]) {
    var others: [Double] = []
    self.rows = RowMap(
      rows.compactMap { id, places in
        guard let first = places.first else { return nil }
        let start = others.count
        others += places.dropFirst()
        return (id: id, value: Places(first: first, others: start..<others.count))
      })
    self.others = others
  }

  /// The places of a row; `nil` if it has none.
  subscript(id: Int64) -> Places? { rows[id] }
}

extension AssetQuery.Grouping {
  /// The period by which the wall clock is divided; `nil` if groups are made by something else.
  var period: DateGrouping.Period? { DateGrouping.Period(rawValue: rawValue) }
}
