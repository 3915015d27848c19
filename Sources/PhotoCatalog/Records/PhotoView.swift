import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Computes the columns of `CatalogPhoto` that only records contain, in a temporary view with the name of the table `photo`.
///
/// Each column calls a function on the record when a request uses it. SQLite would evaluate generated columns of the table, even
/// virtual ones, on each write.
enum PhotoView {
  /// A computed column with the value of a field.
  private struct RecordColumn {
    let name: String
    let kind: FieldKind
    let value: @Sendable (Asset) -> FieldValue?

    init(_ name: String, _ kind: FieldKind, _ value: @escaping @Sendable (Asset) -> FieldValue?) {
      (self.name, self.kind, self.value) = (name, kind, value)
    }

    /// The SQL expression, with the column type of the field's kind (SQLite, "Datatypes In SQLite").
    var sql: String {
      let type =
        switch kind {
        case .text, .list, .regions: "TEXT"
        case .integer, .flag, .date: "INTEGER"
        case .number: "REAL"
        }
      return "CAST(recorded('\(name)', folder, name, record) AS \(type)) AS \"\(name)\""
    }
  }

  private static let columns: [RecordColumn] =
    [
      RecordColumn("isVideo", .flag) { .flag($0.isVideo) },
      RecordColumn("isScreenshot", .flag) { .flag($0.isScreenshot) },
      RecordColumn("isDamaged", .flag) { .flag($0.damage != nil) },
      RecordColumn("width", .integer) { $0.pixelSize.map { .integer(Int64($0.width)) } },
      RecordColumn("height", .integer) { $0.pixelSize.map { .integer(Int64($0.height)) } },
      RecordColumn("orientation", .integer) { $0.orientation.map { .integer(Int64($0.rawValue)) } },
      RecordColumn("latitude", .number) { $0.location.map { .number($0.latitude) } },
      RecordColumn("longitude", .number) { $0.location.map { .number($0.longitude) } },
      RecordColumn("altitude", .number) { $0.location?.altitude.map { .number($0) } },
    ] + MetadataField.allCases.map { field in RecordColumn(field.key, field.kind) { $0.values[field] } }

  private static let columnsByName = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })

  /// Creates a temporary view on a connection.
  static func make(in db: Database) throws {
    db.add(function: function)
    try db.execute(
      sql: """
        CREATE TEMP VIEW photo AS SELECT photo.*,
          strftime('%Y', date, 'unixepoch') AS year, strftime('%Y-%m', date, 'unixepoch') AS month,
          date(date, 'unixepoch') AS day, \(columns.map(\.sql).joined(separator: ", "))
        FROM main.photo
        """)
  }

  /// The function `recorded(column, folder, name, record)`.
  private static let function = DatabaseFunction("recorded", argumentCount: 4, pure: true) { values in
    guard let column = String.fromDatabaseValue(values[0]).flatMap({ columnsByName[$0] }),
      let folder = Int64.fromDatabaseValue(values[1]),
      let name = Data.fromDatabaseValue(values[2]).flatMap({ FileName(bytes: Array($0)) }),
      let bytes = Data.fromDatabaseValue(values[3]),
      let record = bytes.withUnsafeBytes({ FileRecord($0, folder: folder, name: name.bytes) })
    else { throw DatabaseError.damage }
    return column.value(record.asset(name, in: Folder("/"), CatalogPhoto.clocks))?.databaseValue
  }
}

extension FieldValue {
  /// The value for SQLite, with one line for each string of a list.
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
    case .list(let texts): texts.joined(separator: "\n").databaseValue
    case .integer(let value): value.databaseValue
    case .number(let value): value.databaseValue
    case .flag(let value): Int64(value ? 1 : 0).databaseValue
    case .date(let date): date.time.seconds.databaseValue
    case .moment(let time): time.seconds.databaseValue
    case .regions(let faces): faces.map(\.text).joined(separator: "\n").databaseValue
    }
  }
}
