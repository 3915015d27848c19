import GRDB
import GRDBSQLite
import PhotoFormats
import PhotoLibrary

/// Walks along ranges of an index of dates, one after the other, and finds the photos that pass a function.
struct IndexWalk {
  private let function: RowFunction
  private let direction: SortDirection
  private let db: Database
  /// The ranges that are left, the next one last.
  private var ranges: [IndexRange]
  private var rows: FastDatabaseValueCursor<IndexKey>?
  private var range: IndexRange?
  private var key: IndexKey?
  /// True if the photo that was found last is the first one of its part: dates begin anew.
  private(set) var isAtBeginning = false

  /// A walk along some ranges, in a direction of the dates.
  init(_ ranges: [IndexRange], _ direction: SortDirection, _ function: RowFunction, _ db: Database) {
    (self.ranges, self.direction, self.function, self.db) = (ranges.reversed(), direction, function, db)
  }

  /// The next photo that passes; `nil` if there is none.
  ///
  /// - Throws: `DatabaseError`, also if the catalog is damaged.
  mutating func next() throws -> IndexKey? {
    while true {
      if let next = try rows?.next() {
        isAtBeginning = key.map { isOpen && ($0.format != next.format || $0.clock != next.clock) } ?? true
        key = next
        return next
      }
      (rows, key, range) = (nil, nil, ranges.popLast())
      guard let range else { return nil }
      rows = try rows(of: range)
    }
  }

  /// Passes over what is left of the part of the photo that was found last.
  mutating func skipRest() {
    if isOpen, let key { ranges.append(.behind(key)) }
    rows = nil
  }

  /// True if the range has a part for each format and clock.
  private var isOpen: Bool {
    switch range {
    case .all, .behind: true
    case .dates, .undated, nil: false
    }
  }

  private func rows(of range: IndexRange) throws -> FastDatabaseValueCursor<IndexKey> {
    let (index, condition, arguments) = range.query(direction)
    // A test of each row stands behind what the index tells.
    let statement = try db.makeStatement(
      sql: """
        SELECT \(IndexKey.columns) FROM photo INDEXED BY \(index) WHERE \(function.call) AND \(condition)
        """)
    try function.bind(to: statement, arguments)
    return try IndexKey.fetchCursor(statement)
  }
}

/// What one statement walks along.
enum IndexRange {
  /// The photos of a part by one clock whose dates lie between two seconds, in the order of the dates.
  case dates(IndexPart, DateClock, ClosedRange<Int64>)
  /// The photos of a part without a date.
  case undated(IndexPart)
  /// All photos: format by format, clock by clock, each in the order of the dates, and those without a date too.
  ///
  /// SQLite compares each row with the end of a part, which costs a quarter of a walk; all parts in one have no end.
  case all
  /// What follows the format and clock of a photo in a walk along all.
  case behind(IndexKey)

  /// The index, what SQL asks of its rows and in which order, and the values of the parameters.
  fileprivate func query(
    _ direction: SortDirection
  ) -> (index: String, condition: String, arguments: [(any DatabaseValueConvertible)?]) {
    let order = direction == .ascending ? "ASC" : "DESC"
    let orderOfAll = "ORDER BY isShared \(order), format \(order), clock \(order), date \(order)"
    switch self {
    case .dates(let part, let clock, let bounds):
      return (
        part.index, "\(part.condition) AND clock = ? AND date BETWEEN ? AND ? ORDER BY date \(order)",
        part.arguments + [clock.rawValue, bounds.lowerBound, bounds.upperBound]
      )
    case .undated(let part):
      return (
        part.index, "\(part.condition) AND clock = ? AND date IS NULL",
        part.arguments + [DateClock.wall.rawValue]
      )
    case .all: return ("photo_dates", "isShared <= 0 \(orderOfAll)", [])
    case .behind(let key):
      // SQLite begins at what equals the bound; so the bound has the last date of the part. Of two bounds on one side it
      // takes one.
      let (follows, last) =
        direction == .ascending
        ? ("isShared <= 0 AND (isShared, format, clock, date) >", Int64.max)
        : ("(isShared, format, clock, date) <", Int64.min)
      return (
        "photo_dates", "\(follows) (0, ?, ?, ?) \(orderOfAll)",
        [key.format.rawValue, key.clock.rawValue, last]
      )
    }
  }
}

extension IndexPart {
  fileprivate var names: [String] { columns.keys.sorted() }

  /// IS finds NULL too, and takes the index as = does.
  fileprivate var condition: String { "isShared = 0" + names.map { " AND \($0) IS ?" }.joined() }

  fileprivate var arguments: [(any DatabaseValueConvertible)?] { names.map { columns[$0] ?? nil } }
}

/// Which photo a row of an index is.
struct IndexKey: DatabaseValueConvertible, StatementColumnConvertible {
  let folder: Int64
  let name: ColumnBytes
  let format: PhotoFormat
  let clock: DateClock
  /// Seconds; `nil` without a date.
  let date: Int64?

  /// The columns that it is made of.
  static let columns = "folder, name, format, clock, date"

  /// The key in a row; `nil` if it is damaged.
  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    let row = StatementRow(sqliteStatement: sqliteStatement, index: index)
    guard let format = PhotoFormat(rawValue: String(decoding: row.bytes(at: 2), as: UTF8.self)),
      let clock = DateClock(rawValue: row.numberOrZero(at: 3)),
      case .success(let date) = Result(catching: { try row.numberOrNull(at: 4) })
    else { return nil }
    (self.format, self.clock, self.date) = (format, clock, date)
    folder = row.numberOrZero(at: 0)
    name = ColumnBytes(Array(row.bytes(at: 1)))
  }

  /// Keys are read from statements only.
  static func fromDatabaseValue(_ value: DatabaseValue) -> IndexKey? { nil }

  var databaseValue: DatabaseValue { .null }
}
