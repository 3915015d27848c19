import Terminal

/// The frame around a burst in one row of cells, open on the side where it continues in another row.
struct BurstFrame {
  enum Edges: CaseIterable { case lower, others }

  private static let style = TextStyle(color: .cyan, isDim: true)

  private let area: CellArea
  private let isFirst: Bool
  private let isLast: Bool

  /// - Parameters:
  ///   - first: The first cell.
  ///   - last: The last cell in the same row.
  ///   - isFirst: Whether the burst begins in this row.
  ///   - isLast: Whether the burst ends in this row.
  init(around first: CellArea, _ last: CellArea, isFirst: Bool, isLast: Bool) {
    area = CellArea(
      column: first.column - 1, row: first.row - 1, columns: last.column + last.columns - first.column + 2,
      rows: first.rows + 2)
    (self.isFirst, self.isLast) = (isFirst, isLast)
  }

  func draw(_ edges: Edges, on frame: inout Frame) {
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    switch edges {
    case .lower: drawLine(bottom, "╰", "╯", on: &frame)
    case .others:
      drawLine(area.row, "╭", "╮", on: &frame)
      for row in (area.row + 1)..<max(bottom, area.row + 1) {
        if isFirst { frame.write("│", column: area.column, row: row, style: Self.style) }
        if isLast { frame.write("│", column: right, row: row, style: Self.style) }
      }
    }
  }

  private func drawLine(_ row: Int, _ left: String, _ right: String, on frame: inout Frame) {
    let line = String(repeating: "─", count: max(area.columns - 2, 0))
    frame.write(
      (isFirst ? left : "─") + line + (isLast ? right : "─"), column: area.column, row: row, style: Self.style
    )
  }

  /// Draws a badge such as `burst 5` at the start of a line.
  ///
  /// - Returns: The columns used; 0 if it doesn't fit.
  static func draw(_ badge: String, in line: CellArea, on frame: inout Frame) -> Int {
    let padded = " \(badge) "
    let text = TerminalText.columns(of: padded) < line.columns ? padded : badge
    let columns = TerminalText.columns(of: text)
    guard columns <= line.columns else { return 0 }
    frame.write(text, column: line.column, row: line.row, style: TextStyle(color: .cyan))
    return columns
  }
}
