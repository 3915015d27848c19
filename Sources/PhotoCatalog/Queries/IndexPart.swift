import GRDB
import GRDBSQLite
import PhotoFormats

/// A part of an index of dates: one group of a view, or a part of one.
struct IndexPart {
  /// The index.
  var index = "photo_dates"
  /// The values that columns have in the part.
  let columns: [String: (any DatabaseValueConvertible)?]
}

extension IndexPart {
  /// All photos of a format.
  init(_ format: PhotoFormat) { self.init(columns: ["format": format.rawValue]) }
}

/// Which photo a row of an index is.
struct IndexKey: DatabaseValueConvertible, StatementColumnConvertible {
  let folder: Int64
  let name: ColumnBytes
  /// Seconds; 0 without a date.
  let date: Int64

  init(sqliteStatement: SQLiteStatement, index: CInt) {
    let row = StatementRow(sqliteStatement: sqliteStatement, index: index)
    folder = row.numberOrZero(at: 0)
    name = ColumnBytes(Array(row.bytes(at: 1)))
    date = row.numberOrZero(at: 2)
  }

  /// Keys are read from statements only.
  static func fromDatabaseValue(_ value: DatabaseValue) -> IndexKey? { nil }

  var databaseValue: DatabaseValue { .null }
}
