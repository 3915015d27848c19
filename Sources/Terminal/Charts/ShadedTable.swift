/// A table of numbers with shaded backgrounds. Wraps into several parts in narrow terminals.
package struct ShadedTable: Sendable {
  package struct Row: Sendable {
    package let label: ChartLabel
    package let values: [Int]
    /// The row's total, which may differ from the sum of its values.
    package let total: Int

    package init(_ label: ChartLabel, _ values: [Int], total: Int) {
      (self.label, self.values, self.total) = (label, values, total)
    }
  }

  private let columns: [ChartLabel]
  private let rows: [Row]
  private let total: Row

  private static let gap = 1
  private static let widestHeading = 14

  /// - Parameter total: The totals, which are never shaded.
  package init(columns: [ChartLabel], _ rows: [Row], total: Row) {
    (self.columns, self.rows, self.total) = (columns, rows, total)
  }

  package func lines(_ style: TerminalStyle) -> [String] {
    let width = style.width ?? .max
    let (labels, labelWidth) = ChartLabel.fitted((rows + [total]).map(\.label), to: max(width / 3, 8))
    let names = labels.map { TerminalText.padded($0, to: labelWidth) }
    let (headings, widths) = (columns.map(\.short) + ["all"], columnWidths)
    let greatest = rows.flatMap(\.values).max() ?? 0
    let parts = Self.parts(widths, room: width - labelWidth)
    return parts.enumerated().flatMap { number, part in
      let heading = part.map { Self.cell(headings[$0], widths[$0]) }.joined()
      let first = style.heading(String(repeating: " ", count: labelWidth) + heading)
      let lines = zip(rows, names).map { row, name in
        name + part.map { shaded(row, $0, widths[$0], of: greatest, style) }.joined()
      }
      let sums = part.map { Self.cell(String(Self.value(total, $0)), widths[$0]) }.joined()
      return (number > 0 ? [""] : []) + [first] + lines + [style.secondary((names.last ?? "") + sums)]
    }
  }

  /// The widths of the columns including the last one, "all": the widest number or heading, within a limit.
  private var columnWidths: [Int] {
    (0...columns.count).map { index in
      let digits = (rows + [total]).map { String(Self.value($0, index)).count }.max() ?? 1
      let heading = index < columns.count ? TerminalText.columns(of: columns[index].short) : 3
      // A blank before the number leaves room for the shade.
      return 1 + max(digits, min(heading, Self.widestHeading))
    }
  }

  private static func value(_ row: Row, _ index: Int) -> Int {
    index < row.values.count ? row.values[index] : row.total
  }

  private func shaded(
    _ row: Row, _ index: Int, _ width: Int, of greatest: Int, _ style: TerminalStyle
  ) -> String {
    let value = Self.value(row, index)
    guard index < columns.count else { return Self.cell(String(value), width) }
    guard value > 0 else { return style.secondary(Self.cell("·", width)) }
    let text = TerminalText.padded(String(value), to: width, alignment: .trailing)
    return String(repeating: " ", count: Self.gap) + ChartShade(value, of: greatest).ground(text, style)
  }

  private static func cell(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: gap) + TerminalText.padded(text, to: width, alignment: .trailing)
  }

  /// Returns the columns of each part: as many as fit, at least one.
  private static func parts(_ widths: [Int], room: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, used) = (0, 0)
    for (index, width) in widths.enumerated() {
      if index > start, used + width + gap > room {
        parts.append(start..<index)
        (start, used) = (index, 0)
      }
      used += width + gap
    }
    return parts + [start..<widths.count]
  }
}
