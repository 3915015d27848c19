import Terminal

/// How the rows of a terminal are shared among title, content, status and keys.
package struct PageArea: Sendable {
  /// Terminals of fewer rows show no title, and the keys in the line of the status.
  private static let leastRows = 10

  /// The row of the title; `nil` if there is no room for it.
  package let title: Int?
  /// What shows photos.
  package let content: CellArea
  /// The row of the status line.
  package let status: Int
  /// The row of the keys; `nil` if they stand in the status line.
  package let keys: Int?

  /// The rows of a terminal.
  package init(_ size: TerminalSize) {
    let isFull = size.rows >= Self.leastRows
    title = isFull ? 0 : nil
    keys = isFull ? size.rows - 1 : nil
    let first = title == nil ? 0 : 1
    status = size.rows - (keys == nil ? 1 : 2)
    content = CellArea(column: 0, row: first, columns: size.columns, rows: max(status - first, 1))
  }
}
