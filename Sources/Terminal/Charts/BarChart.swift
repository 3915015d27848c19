/// A bar chart with numbers, as wide as the terminal.
///
///     September 2014  ████████████▌      12  40.0%
///     October 2014    ██████████████████ 18  60.0%
package struct BarChart: Sendable {
  package struct Row: Sendable {
    package let label: ChartLabel
    package let value: Int
    /// The columns after the bar, most important first, as many as in the other rows; narrow terminals omit the last
    /// ones.
    package let details: [String]
    package let isSecondary: Bool

    package init(_ label: ChartLabel, value: Int, details: [String], isSecondary: Bool = false) {
      (self.label, self.value, self.details, self.isSecondary) = (label, value, details, isSecondary)
    }
  }

  private let rows: [Row]
  private let detailWidths: [Int]
  private let greatest: Int

  /// The default width.
  private static let usualWidth = 80
  /// The minimum width of a bar; narrower charts have no bars.
  private static let leastBar = 4
  private static let gap = 2

  package init(_ rows: [Row]) {
    self.rows = rows
    greatest = rows.reduce(0) { max($0, $1.value) }
    detailWidths = (rows.first?.details.indices ?? 0..<0).map { index in
      TerminalText.columns(ofWidest: rows.map { $0.details[index] })
    }
  }

  package func lines(_ style: TerminalStyle) -> [String] {
    let layout = Layout(rows, detailWidths, style.width)
    return zip(rows, layout.labels).map { row, label in
      let bar = layout.barWidth > 0 ? Self.bar(row.value, of: greatest, cells: layout.barWidth) : ""
      let blanks = String(repeating: " ", count: layout.barWidth - bar.count)
      let gap = layout.barWidth > 0 ? String(repeating: " ", count: Self.gap) : ""
      let name = TerminalText.padded(label, to: layout.labelWidth) + gap
      let details = zip(row.details, detailWidths).prefix(layout.details).map { text, width in
        "  " + TerminalText.padded(text, to: width, alignment: .trailing)
      }
      let tail = blanks + details.joined()
      return row.isSecondary ? style.secondary(name + bar + tail) : name + Self.colored(bar, style) + tail
    }
  }

  /// Appends a bar in eighths of a cell, at least one for a positive value.
  static func bar(_ value: Int, of greatest: Int, cells: Int) -> String {
    guard value > 0, greatest > 0 else { return "" }
    let share = Double(min(value, greatest)) / Double(greatest)
    let eighths = max(1, Int((share * Double(cells * 8)).rounded()))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  private static func colored(_ bar: String, _ style: TerminalStyle) -> String {
    style.colors == .monochrome ? bar : TerminalStyle.set("36", bar)
  }

  private struct Layout {
    let labels: [String]
    let labelWidth: Int
    let barWidth: Int
    let details: Int

    init(_ rows: [Row], _ detailWidths: [Int], _ width: Int?) {
      let all = rows.map(\.label)
      let short = TerminalText.columns(ofWidest: all.map(\.short))
      guard let width else {
        let fitted = ChartLabel.fitted(all, to: .max)
        (labels, labelWidth, details) = (fitted.texts, fitted.width, detailWidths.count)
        let others = fitted.width + detailWidths.reduce(gap) { $0 + $1 + gap }
        barWidth = max(usualWidth - others, leastBar * 2)
        return
      }
      // The name and the first number are essential.
      let leastLabel = min(short, 8)
      var details = detailWidths.count
      func room() -> Int { width - detailWidths.prefix(details).reduce(0) { $0 + $1 + gap } }
      while details > 1, room() < leastLabel + gap + leastBar * 2 { details -= 1 }
      let hasBar = room() >= leastLabel + gap + leastBar
      if room() < 1 { details = 0 }
      let room = room()
      // Names get half of the width, or more if they need it and a short bar remains.
      let most = hasBar ? max(room / 2, min(short, room - gap - max(room / 4, leastBar))) : max(room, 0)
      let fitted = ChartLabel.fitted(all, to: most)
      (labels, labelWidth, self.details) = (fitted.texts, min(fitted.width, most), details)
      barWidth = hasBar ? room - gap - labelWidth : 0
    }
  }
}
