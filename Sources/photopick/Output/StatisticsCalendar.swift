import PhotoFormats
import PhotoLibrary
import Terminal

/// A calendar for each year: a column per week, starting on Monday, with shades for the number of photos per day.
struct StatisticsCalendar {
  private let statistics: AssetStatistics
  /// The photos of each day, by the number of the day since 1970-01-01.
  private let days: [Int64: AssetStatistics.Tally]
  private let years: [Int]

  init(_ statistics: AssetStatistics) {
    self.statistics = statistics
    let dated = statistics.groups.compactMap { group in
      group.kind == .value ? DatePeriod(group.key).map { ($0.first, group.tally) } : nil
    }
    days = Dictionary(dated.map { ($0.0.dayNumber, $0.1) }) { first, _ in first }
    years = Set(dated.map(\.0.parts.year)).sorted()
  }

  func lines(_ style: TerminalStyle) -> [String] {
    let greatest = days.values.map(\.count).max() ?? 0
    var lines: [String] = []
    for year in years {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(of: year, greatest, style)
    }
    if let undated = statistics.groups.first(where: { $0.kind == .none }) {
      lines += (lines.isEmpty ? [] : [""]) + ["\(undated.title) · \(undated.tally.count)"]
    }
    guard greatest > 0 else { return lines }
    let legend = "1 \(HeatMap.legend(style)) \(greatest) a day"
    return lines + ["", legend]
  }

  private func lines(of year: Int, _ greatest: Int, _ style: TerminalStyle) -> [String] {
    guard let first = CivilTime(year: year, month: 1, day: 1),
      let last = CivilTime(year: year, month: 12, day: 31)
    else { return [] }
    let monday = first.dayNumber - Int64(first.weekday - 1)
    let columns = stride(from: monday, through: last.dayNumber, by: 7).map { week in
      let numbers = (week..<week + 7).map { (first.dayNumber...last.dayNumber).contains($0) ? $0 : nil }
      // Label the week that contains the first day of a month.
      let month = numbers.lazy.compactMap { $0.map { CivilTime(seconds: $0 * 86_400).parts } }
        .first { $0.day == 1 }?.month
      return HeatMap.Column(
        heading: month.map { String(EnglishNames.months[$0 - 1].prefix(3)) },
        numbers.map { $0.map { days[$0]?.count ?? 0 } })
    }
    let count = (first.dayNumber...last.dayNumber).reduce(0) { $0 + (days[$1]?.count ?? 0) }
    return [style.heading("\(year) · \(count)")]
      + HeatMap(rows: ["Mon", "", "Wed", "", "Fri", "", "Sun"], columns, greatest: greatest).lines(style)
  }
}
