import Terminal

/// The places of a list's albums on the terminal.
package struct AlbumListLayout: Sendable {
  /// The part of the terminal that shows albums.
  package let area: CellArea
  /// The height of an album in rows.
  package let rowHeight: Int

  /// The list on a terminal.
  package init(size: TerminalSize) {
    area = PageArea(size).content
    rowHeight = area.rows >= 15 ? 5 : area.rows >= 6 ? 2 : 1
  }

  /// How many albums are shown at once.
  package var count: Int { area.rows / rowHeight }

  /// The first album that is shown while the cursor is on one: lists page.
  package func first(cursor: Int) -> Int { count > 0 ? cursor / count * count : cursor }

  /// The cells of an album; they may be outside of the area.
  package func album(_ index: Int, cursor: Int) -> CellArea {
    CellArea(
      column: area.column, row: area.row + (index - first(cursor: cursor)) * rowHeight, columns: area.columns,
      rows: rowHeight)
  }

  /// The album at a row of the terminal; `nil` if there is none.
  package func index(atRow row: Int, cursor: Int) -> Int? {
    guard row >= area.row, row < area.row + count * rowHeight else { return nil }
    return first(cursor: cursor) + (row - area.row) / rowHeight
  }
}
