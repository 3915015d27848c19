import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Terminal

/// Statistics as text: bars for one key, a table for two, a calendar for days.
struct StatisticsText {
  private let statistics: AssetStatistics
  private let style: TerminalStyle

  init(_ statistics: AssetStatistics, _ style: TerminalStyle) {
    (self.statistics, self.style) = (statistics, style)
  }

  /// The lines; empty if there are no groups.
  var lines: [String] {
    guard !statistics.groups.isEmpty else { return [] }
    let chart =
      if !statistics.columns.isEmpty {
        table.lines(style)
      } else if statistics.groupings == [.day], !statistics.groups.contains(where: { $0.kind == .others }) {
        StatisticsCalendar(statistics).lines(style)
      } else {
        bars.lines(style)
      }
    return chart + [""] + footer
  }

  private var bars: BarChart {
    BarChart(
      statistics.groups.map { group in
        BarChart.Row(
          Self.label(of: group), value: group.tally.count,
          details: [
            String(group.tally.count), Self.share(group.tally.count, of: statistics.total.count),
            ByteText.size(group.tally.fileSize),
          ], isSecondary: group.kind != .value)
      })
  }

  private var table: ShadedTable {
    let rows = statistics.groups.enumerated().map { row, group in
      ShadedTable.Row(
        Self.label(of: group), statistics.columns.indices.map { statistics.tally(row, $0).count },
        total: group.tally.count)
    }
    return ShadedTable(
      columns: statistics.columns.map(Self.label), rows,
      total: ShadedTable.Row(
        ChartLabel("all"), statistics.columns.map(\.tally.count), total: statistics.total.count))
  }

  /// The total, and a note if groups overlap.
  private var footer: [String] {
    let total = statistics.total
    var text = "\(total.count == 1 ? "1 photo" : "\(total.count) photos") · \(ByteText.size(total.fileSize))"
    if statistics.countsRepeatedly { text += " · some count in several groups, so these add up to more" }
    let lines = style.width.map { TerminalText.lines(of: text, width: $0) } ?? [text]
    return lines.map(style.secondary)
  }

  private static func label(of group: AssetStatistics.Group) -> ChartLabel {
    ChartLabel(group.title, short: group.key)
  }

  /// Formats a percentage: `12.5%`, or `<0.1%`.
  static func share(_ count: Int, of total: Int) -> String {
    guard total > 0 else { return "" }
    let tenths = Int((Double(count) / Double(total) * 1000).rounded())
    return tenths == 0 && count > 0 ? "<0.1%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
