import PhotoLibrary
import Terminal
import Testing

@testable import TerminalPicker

/// The places of cells and headings.
struct GridLayoutTests {
  private func layout(_ columns: Int, _ rows: Int, _ counts: [Int]) -> GridLayout {
    GridLayout(area: CellArea(column: 0, row: 1, columns: columns, rows: rows), counts: counts)
  }

  @Test(arguments: [(20, 2), (32, 4), (80, 4), (119, 4), (120, 5), (200, 8), (1, 1)])
  func `at least four stand in a row if the width allows`(columns: Int, perRow: Int) {
    #expect(layout(columns, 40, [10]).perRow == perRow)
  }

  @Test(arguments: [(20, 3), (80, 22), (200, 48)])
  func `every photo is found where it is drawn`(columns: Int, rows: Int) {
    let layout = layout(columns, rows, [7, 0, 1, 40])
    for section in 0..<4 {
      for item in 0..<[7, 0, 1, 40][section] {
        let path = ItemIndexPath(section: section, item: item)
        let scroll = layout.scroll(0, showing: path)
        let cell = layout.cell(line: layout.line(of: path), index: item % layout.perRow, scroll: scroll)
        #expect(layout.path(column: cell.column, row: cell.row, scroll: scroll) == path)
        let (last, bottom) = (cell.column + cell.columns - 1, cell.row + cell.rows - 1)
        #expect(layout.path(column: last, row: bottom, scroll: scroll) == path)
      }
    }
  }

  @Test func `a row that is scrolled to begins at the top, and the page has an end`() {
    let layout = layout(80, 22, [7, 3, 40])
    var scroll = 0
    var seen = 0
    while case let next = layout.scroll(scroll, by: 1), next > scroll {
      scroll = next
      seen += 1
      #expect(layout.bands(from: scroll, lines: 1).first?.line == scroll)
    }
    #expect(scroll == layout.lastScroll)
    #expect(seen > 5)
    while case let next = layout.scroll(scroll, by: -1), next < scroll { scroll = next }
    #expect(scroll == 0)
  }

  @Test func `a page of a million photos is laid out at once`() {
    let layout = layout(200, 48, Array(repeating: 1000, count: 1000))
    #expect(layout.bands(from: layout.lastScroll, lines: 48).count < 60)
    #expect(layout.path(column: 0, row: 1, scroll: layout.lastScroll) != nil)
  }
}
