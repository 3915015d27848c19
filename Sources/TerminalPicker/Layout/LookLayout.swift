import Terminal

/// The layout of the full view: one photo, or up to four photos side by side.
package struct LookLayout: Sendable {
  package static let limit = 4
  private static let factsWidth = 34
  /// Narrower pages place the facts below the photo.
  private static let leastWidth = 76
  private static let captionRows = 1

  package let panes: [CellArea]
  package let facts: CellArea?
  package let isFramed: Bool

  package init(area: CellArea, count: Int, showsFacts: Bool) {
    var area = area
    facts = showsFacts ? Self.takeFacts(from: &area) : nil
    isFramed = count > 1
    panes = count > 1 ? Self.panes(in: area, count: min(count, Self.limit)) : [area]
  }

  private static func takeFacts(from area: inout CellArea) -> CellArea {
    if area.columns >= leastWidth {
      area.columns -= factsWidth + 1
      return CellArea(
        column: area.column + area.columns + 1, row: area.row, columns: factsWidth, rows: area.rows)
    }
    let rows = area.rows / 2
    area.rows -= rows
    return CellArea(column: area.column, row: area.row + area.rows, columns: area.columns, rows: rows)
  }

  /// Arranges two or three panes in a row, four in two rows. Each has a column and a line for its frame.
  private static func panes(in area: CellArea, count: Int) -> [CellArea] {
    let (across, down) = count == 4 ? (2, 2) : (count, 1)
    let (width, height) = ((area.columns - 1) / across, (area.rows - 1) / down)
    return (0..<count).map { index in
      CellArea(
        column: area.column + 1 + index % across * width, row: area.row + 1 + index / across * height,
        columns: max(width - 1, 1), rows: max(height - 1, 1))
    }
  }

  package func picture(_ index: Int) -> CellArea {
    var area = panes[index]
    area.rows = max(area.rows - Self.captionRows, 1)
    return area
  }

  package func pane(column: Int, row: Int) -> Int? {
    panes.firstIndex { $0.contains(column: column, row: row) }
  }
}

/// The division of a terminal into title, filter bar, content, status line and keys.
package struct PageArea: Sendable {
  /// Smaller terminals have no title, and show the keys in the bottom line.
  private static let leastRows = 10
  /// Smaller terminals have no filter bar, which would take the room of the frames.
  private static let leastRowsOfBar = 11

  /// The row of the title; `nil` if there is no room.
  package let title: Int?
  /// The row of the bar; `nil` if the page has no bar.
  package let bar: Int?
  package let content: CellArea
  package let status: Int
  /// The row of the keys; `nil` if they share the bottom line.
  package let keys: Int?

  package init(_ size: TerminalSize, hasBar: Bool = false) {
    let isFull = size.rows >= Self.leastRows
    title = isFull ? 0 : nil
    bar = hasBar && size.rows >= Self.leastRowsOfBar ? 1 : nil
    keys = isFull ? size.rows - 1 : nil
    let first = (title == nil ? 0 : 1) + (bar == nil ? 0 : 1)
    status = size.rows - (keys == nil ? 1 : 2)
    content = CellArea(column: 0, row: first, columns: size.columns, rows: max(status - first, 1))
  }
}
