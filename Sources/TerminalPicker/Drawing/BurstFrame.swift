import Terminal

/// The frame in the gutter around the shots of a burst in one row of cells.
///
/// A burst that continues in another row has no line on that side.
struct BurstFrame {
  private let badge: String
  private let area: CellArea
  private let isFirst: Bool
  private let isLast: Bool

  /// - Parameters:
  ///   - badge: The text at the start, such as `burst 5`.
  ///   - first: The first cell.
  ///   - last: The last cell in the same row.
  ///   - isFirst: Whether the burst begins in this row.
  ///   - isLast: Whether the burst ends in this row.
  init(badge: String, around first: CellArea, _ last: CellArea, isFirst: Bool, isLast: Bool) {
    self.badge = badge
    area = CellArea(
      column: first.column - 1, row: first.row - 1, columns: last.column + last.columns - first.column + 2,
      rows: first.rows + 2)
    (self.isFirst, self.isLast) = (isFirst, isLast)
  }

  /// The number of columns that a badge takes at the start of the frame.
  static func columns(of badge: String) -> Int { TerminalText.columns(of: badge) + 3 }

  func draw(on frame: inout Frame) {
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    for column in (area.column + 1)..<max(right, area.column + 1) {
      put("─", column, area.row, &frame)
      put("─", column, bottom, &frame)
    }
    for row in (area.row + 1)..<max(bottom, area.row + 1) {
      if isFirst { put("│", area.column, row, &frame) }
      if isLast { put("│", right, row, &frame) }
    }
    put(isFirst ? "╭" : "─", area.column, area.row, &frame)
    put(isLast ? "╮" : "─", right, area.row, &frame)
    put(isLast ? "╯" : "─", right, bottom, &frame)
    put(isFirst ? "╰" : "─", area.column, bottom, &frame)
    guard isFirst else { return }
    frame.write(
      " \(badge) ", column: area.column + 2, row: area.row, limit: max(area.columns - 4, 0),
      style: TextStyle(color: .cyan))
  }

  private func put(_ character: String, _ column: Int, _ row: Int, _ frame: inout Frame) {
    frame.write(character, column: column, row: row, style: TextStyle(color: .cyan, isDim: true))
  }
}
