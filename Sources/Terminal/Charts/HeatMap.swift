/// Shaded squares in a few rows, such as weekdays, and many columns, such as weeks.
///
/// Wraps into several parts in narrow terminals.
package struct HeatMap: Sendable {
  package struct Column: Sendable {
    /// The heading that starts at this column, such as a month.
    package let heading: String?
    /// One value for each row, `nil` for an empty cell.
    package let values: [Int?]

    package init(heading: String?, _ values: [Int?]) { (self.heading, self.values) = (heading, values) }
  }

  private let rows: [String]
  private let columns: [Column]
  private let greatest: Int

  /// The default width.
  private static let usualWidth = 80

  /// - Parameter greatest: The value of the darkest shade, which several maps may share.
  package init(rows: [String], _ columns: [Column], greatest: Int) {
    (self.rows, self.columns, self.greatest) = (rows, columns, greatest)
  }

  package func lines(_ style: TerminalStyle) -> [String] {
    let width = max(style.width ?? Self.usualWidth, 1)
    let longest = TerminalText.columns(ofWidest: rows) + 1
    // Omit names if the map needs their width.
    let labelWidth = longest * 3 <= width ? longest : 0
    let room = width - labelWidth
    let cell = columns.count * 2 <= room ? 2 : 1
    let count = max(room / cell, 1)
    var lines: [String] = []
    for start in stride(from: 0, to: columns.count, by: count) {
      let part = columns[start..<min(start + count, columns.count)]
      let blanks = String(repeating: " ", count: labelWidth)
      lines.append(style.secondary(blanks + Self.headings(part, cell)))
      for (index, row) in rows.enumerated() {
        let values = part.map { $0.values[index] }
        let end = values.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
        let squares = values[..<end].map { $0.map { ChartShade($0, of: greatest).square(style) } ?? " " }
        let label = labelWidth > 0 ? TerminalText.padded(row, to: labelWidth) : ""
        lines.append(style.secondary(label) + squares.joined(separator: cell > 1 ? " " : ""))
      }
    }
    return lines
  }

  /// Returns the shades from low to high.
  package static func legend(_ style: TerminalStyle) -> String {
    [1, 3, 8, 16].map { ChartShade($0, of: 16).square(style) }.joined()
  }

  /// Returns the headings above the first columns, skipping those that would overlap.
  private static func headings(_ columns: some Collection<Column>, _ cell: Int) -> String {
    let width = columns.count * cell
    var line = ""
    for (index, column) in columns.enumerated() {
      let place = index * cell
      guard let heading = column.heading, line.isEmpty || line.count < place,
        place + heading.count <= width
      else { continue }
      line += String(repeating: " ", count: place - line.count) + heading
    }
    return line
  }
}
