import Terminal

/// The layout of menu items, in columns at the bottom of a page.
package struct MenuLayout: Sendable {
  package let width: Int
  package let perRow: Int
  package let rows: Int
  private let count: Int

  package init(count: Int, widest: Int, columns: Int, rows: Int) {
    self.count = count
    width = max(min(widest + 2, columns), 1)
    perRow = max(columns / width, 1)
    self.rows = min((count + perRow - 1) / perRow, max(rows / 2, 1))
  }

  private func firstRow(_ chosen: Int) -> Int { max(chosen / perRow - rows + 1, 0) }

  package func places(chosen: Int) -> [(index: Int, column: Int, row: Int)] {
    let first = firstRow(chosen)
    return (first * perRow..<max(min((first + rows) * perRow, count), first * perRow)).map {
      ($0, $0 % perRow * width, $0 / perRow - first)
    }
  }

  package func index(column: Int, row: Int, chosen: Int) -> Int? {
    guard (0..<rows).contains(row), column / width < perRow else { return nil }
    let index = (row + firstRow(chosen)) * perRow + column / width
    return index < count ? index : nil
  }
}
