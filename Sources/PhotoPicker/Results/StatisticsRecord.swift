import PhotoFormats
import PhotoLibrary

/// The record of a group of photos that were counted, or of a cell of the table of two groupings, as `stats` prints it.
public struct StatisticsRecord: ListEntry {
  /// The group by the first grouping.
  public let group: AssetStatistics.Group
  /// The group by the second grouping; `nil` if photos were counted by one.
  public let column: AssetStatistics.Group?
  /// The photos of both.
  public let tally: AssetStatistics.Tally
  /// How many photos there are in all.
  public let total: Int

  /// The records of statistics: of each group, or of each cell of a table that holds photos.
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

  /// Which part of all photos these are, to the hundredth of a percent; `nil` if there are no photos.
  private var share: Double? {
    total > 0 ? (Double(tally.count) / Double(total) * 10_000).rounded() / 10_000 : nil
  }
}
