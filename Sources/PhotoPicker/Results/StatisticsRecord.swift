import PhotoFormats
import PhotoLibrary

/// The record of a group, or of a table cell for two groupings, as printed by `stats`.
public struct StatisticsRecord: ListEntry {
  public let group: AssetStatistics.Group
  /// The group of the second grouping, if any.
  public let column: AssetStatistics.Group?
  /// The count and size of the photos.
  public let tally: AssetStatistics.Tally
  public let total: Int

  /// Returns a record for each group or, in a table, for each nonempty cell.
  public static func all(of statistics: AssetStatistics) -> [StatisticsRecord] {
    statistics.groups.enumerated().flatMap { row, group -> [StatisticsRecord] in
      guard !statistics.columns.isEmpty else {
        return [
          StatisticsRecord(group: group, column: nil, tally: group.tally, total: statistics.total.count)
        ]
      }
      return statistics.columns.enumerated().compactMap { index, column in
        let tally = statistics.tally(row, index)
        guard tally.count > 0 else { return nil }
        return StatisticsRecord(group: group, column: column, tally: tally, total: statistics.total.count)
      }
    }
  }

  public static let fields: [RecordField<StatisticsRecord>] = [
    RecordField("group", .text) { .text($0.group.key) },
    RecordField("title", .text) { .text($0.group.title) },
    RecordField("kind", .text) { .text($0.group.kind.rawValue) },
    RecordField("column", .text) { $0.column.map { .text($0.key) } },
    RecordField("columnTitle", .text) { $0.column.map { .text($0.title) } },
    RecordField("columnKind", .text) { $0.column.map { .text($0.kind.rawValue) } },
    RecordField("count", .integer) { .integer(Int64($0.tally.count)) },
    RecordField("fileSize", .integer) { .integer($0.tally.fileSize) },
    RecordField("share", .number) { $0.share.map { .number($0) } },
  ]

  /// The share of all photos, to a hundredth of a percent.
  private var share: Double? {
    total > 0 ? (Double(tally.count) / Double(total) * 10_000).rounded() / 10_000 : nil
  }
}
