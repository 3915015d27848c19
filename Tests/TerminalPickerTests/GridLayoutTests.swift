import PhotoLibrary
import Terminal
import Testing

@testable import TerminalPicker

struct GridLayoutTests {
  private func layout(_ columns: Int, _ rows: Int, _ counts: [Int]) -> GridLayout {
    GridLayout(area: CellArea(column: 0, row: 1, columns: columns, rows: rows), counts: counts)
  }

  @Test(arguments: [
    (1, 1, 1), (11, 1, 9), (12, 1, 10), (20, 1, 18), (23, 2, 10), (28, 2, 12), (29, 4, 6), (40, 4, 8),
    (44, 4, 9), (45, 4, 10), (80, 4, 18),
    (120, 4, 28), (121, 5, 23), (200, 8, 23),
  ])
  func `a row has at least four cells if the width allows, with gutters at both ends`(
    columns: Int, perRow: Int, width: Int
  ) {
    let layout = layout(columns, 40, [10])
    #expect(layout.perRow == perRow && layout.cellWidth == width)
    #expect(1 + perRow * (width + 1) <= max(columns, 3))
  }

  @Test func `a row has lines for frames from seven on, and a cell fits below the heading`() {
    for rows in 1...60 {
      let layout = layout(80, rows, [9])
      #expect(layout.gutter == (rows >= 7 ? 1 : 0))
      #expect(layout.cellHeight == max(min(8, rows - 1 - 2 * layout.gutter), 1))
      #expect(layout.pictureRows == layout.cellHeight - 1)
      #expect(layout.rowsOfScreen == max((rows - 1 - layout.gutter) / (layout.cellHeight + layout.gutter), 1))
    }
  }

  @Test func `small groups share a row, in order, and a full row is closed`() {
    let layout = layout(80, 21, [1, 2, 1, 3, 1, 0, 1, 5, 1, 4])
    var seen: [[Int]] = []
    for case (let line, .heading(let section, let column)) in layout.bands(from: 0, lines: layout.height) {
      seen.append([line, section, column])
    }
    #expect(
      seen == [
        [0, 0, 0], [0, 1, 1], [0, 2, 3], [11, 3, 0], [11, 4, 3], [22, 5, 0], [23, 6, 0], [34, 7, 0],
        [54, 8, 0],
        [65, 9, 0],
      ])
    #expect(layout.height == 76)
  }

  @Test func `the heading of the visible section remains on the first line`() {
    let layout = layout(80, 21, [1, 1, 9, 3])
    var scroll = -1
    while case let next = layout.scroll(max(scroll, 0), by: scroll < 0 ? 0 : 1), next > scroll {
      scroll = next
      let bands = layout.bands(from: scroll, lines: 21)
      let onTop = bands.filter { $0.line == scroll }.map(\.band)
      guard case .heading? = bands.first?.band,
        case .cells(let section, _, let column)? = bands.first(where: { $0.line > scroll })?.band
      else {
        Issue.record("no heading at \(scroll)")
        return
      }
      #expect(onTop.contains(.heading(section: section, column: column)))
    }
    #expect(scroll == layout.lastScroll && scroll > 0)
  }

  @Test(arguments: [(80, 21, [7, 3, 40]), (40, 9, [1, 1, 1, 9, 30, 0, 2]), (20, 3, [9]), (7, 1, [3, 2])])
  func `a page is scrolled to its end and back, row by row`(columns: Int, rows: Int, counts: [Int]) {
    let layout = layout(columns, rows, counts)
    var scrolls = [0]
    while scrolls.count < 1000, let scroll = scrolls.last, case let next = layout.scroll(scroll, by: 1),
      next > scroll
    { scrolls.append(next) }
    #expect(scrolls.last == layout.lastScroll && scrolls.count > 2 && scrolls.count < 1000)
    for scroll in scrolls.dropLast().reversed() {
      #expect(layout.scroll(scrolls.removeLast(), by: -1) == scroll)
    }
    #expect(layout.scroll(0, by: -1) == 0)
    #expect(layout.scroll(0, by: 100_000) == layout.lastScroll)
  }

  @Test(arguments: [Array(repeating: 10, count: 100_000), Array(repeating: 1000, count: 1000)])
  func `the layout of a million photos is fast`(counts: [Int]) {
    let layout = layout(200, 47, counts)
    #expect(layout.bands(from: layout.lastScroll, lines: 47).count < 60)
    #expect(layout.path(column: 1, row: 3, scroll: layout.lastScroll) != nil)
    let last = ItemIndexPath(section: counts.count - 1, item: counts[0] - 1)
    #expect(layout.scroll(0, showing: last) == layout.lastScroll)
    #expect(layout.path(after: last, isDown: false) != nil && layout.path(after: last, isDown: true) == nil)
    #expect(layout.path(nearLine: layout.height, column: 0, isAbove: true)?.section == last.section)
  }

  @Test func `no sections and empty ones have no photos`() {
    let (none, empty) = (layout(80, 21, []), layout(80, 21, [0, 0]))
    #expect(none.height == 0 && none.bands(from: 0, lines: 5).isEmpty && none.lastScroll == 0)
    #expect(none.line(of: ItemIndexPath(section: 0, item: 0)) == 2 && none.scroll(3, by: 1) == 0)
    #expect(empty.height == 2 && empty.bands(from: 0, lines: 5).map(\.line) == [0, 1])
    for layout in [none, empty] {
      #expect(layout.path(nearLine: 0, column: 0, isAbove: false) == nil)
      #expect(layout.path(column: 3, row: 3, scroll: 0) == nil)
    }
  }
}
