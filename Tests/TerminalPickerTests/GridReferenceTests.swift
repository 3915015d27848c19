import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct GridReferenceTests {
  /// A grid on a terminal.
  struct Grid: Sendable, CustomTestStringConvertible {
    let columns: Int
    let rows: Int
    let counts: [Int]
    var captions = 1
    var footers: [Int] = []

    var testDescription: String {
      "\(columns)x\(rows) \(counts.prefix(12)) \(captions) \(footers.prefix(12))"
    }
    var reference: GridReference {
      GridReference(
        CellArea(column: 2, row: 1, columns: columns, rows: rows), counts, captions: captions,
        footers: footers)
    }
  }

  private static let chosen = [
    Grid(columns: 80, rows: 21, counts: [7, 0, 1, 40]), Grid(columns: 80, rows: 21, counts: [4]),
    Grid(columns: 80, rows: 21, counts: [1, 1, 1, 1]), Grid(columns: 80, rows: 21, counts: [2, 2, 3, 1, 1]),
    Grid(columns: 80, rows: 21, counts: [8, 4, 5]), Grid(columns: 20, rows: 3, counts: [5, 5]),
    Grid(columns: 33, rows: 7, counts: [1, 0, 0, 3]), Grid(columns: 7, rows: 1, counts: [3]),
    Grid(columns: 80, rows: 6, counts: [3, 2, 9]), Grid(columns: 80, rows: 7, counts: [3, 2, 9]),
    Grid(columns: 200, rows: 47, counts: [100, 3, 3, 3]), Grid(columns: 80, rows: 16, counts: [0, 4]),
    Grid(columns: 40, rows: 9, counts: [1, 1, 1, 9, 1]), Grid(columns: 80, rows: 21, counts: [0]),
    Grid(columns: 80, rows: 21, counts: []), Grid(columns: 80, rows: 21, counts: [0, 0, 2, 0]),
    Grid(columns: 80, rows: 21, counts: [30], captions: 2), Grid(columns: 1, rows: 1, counts: [2, 1]),
    Grid(columns: 80, rows: 21, counts: [2, 2, 0, 9], footers: [0, 3, 1, 2]),
    Grid(columns: 80, rows: 16, counts: [0, 4, 1], footers: [1, 1, 1]),
  ]

  /// Random grids, identical in each run.
  private static let random: [Grid] = {
    var generator = SeededGenerator(seed: 11)
    return (0..<30).map { _ in
      let counts = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        Int.random(in: 0...9, using: &generator) < 8
          ? Int.random(in: 0...6, using: &generator) : Int.random(in: 7...40, using: &generator)
      }
      let hasFooters = Bool.random(using: &generator)
      return Grid(
        columns: Int.random(in: 1...210, using: &generator), rows: Int.random(in: 1...50, using: &generator),
        counts: counts, captions: Int.random(in: 1...2, using: &generator),
        footers: hasFooters ? counts.map { _ in Int.random(in: 0...3, using: &generator) } : [])
    }
  }()

  private static var grids: [Grid] { chosen + random }

  /// The scroll positions to test: all rows, and lines between them.
  private func scrolls(_ reference: GridReference) -> [Int] {
    reference.stops + stride(from: 0, through: reference.lines.count, by: reference.lines.count / 40 + 1)
  }

  @Test(arguments: grids)
  func `bands equal the reference lines`(grid: Grid) {
    let reference = grid.reference
    let layout = reference.layout
    #expect(layout.height == reference.lines.count)
    #expect(layout.lastScroll == reference.lastScroll)
    var wrong: [String] = []
    for scroll in scrolls(reference) {
      // A single-line screen starts at a row.
      let isStop = reference.stops.contains(scroll)
      for lines in [0, 2, max(grid.rows, 2), layout.height + 1] + (isStop ? [1, grid.rows] : []) {
        let (bands, expected) = (
          layout.bands(from: scroll, lines: lines), reference.bands(from: scroll, lines: lines)
        )
        if bands.map(\.line) != expected.map(\.line) || bands.map(\.band) != expected.map(\.band) {
          wrong.append("\(lines) lines from \(scroll)")
        }
      }
      for count in -3...3
      where layout.scroll(scroll, by: count) != reference.scroll(scroll, by: count) {
        wrong.append("\(count) rows from \(scroll)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: grids)
  func `each screen cell maps to the photo drawn there`(grid: Grid) {
    let reference = grid.reference
    let layout = reference.layout
    let edges = (0...layout.perRow).flatMap { column in
      let start = 3 + column * (layout.cellWidth + 1)
      return [start - 1, start, start + layout.cellWidth - 1, start + layout.cellWidth]
    }
    var wrong: [String] = []
    for scroll in Set(reference.stops.prefix(8) + reference.stops.suffix(3) + [layout.height / 2]) {
      for row in 0...(grid.rows + 1) {
        for column in [1, 2, grid.columns + 1, grid.columns + 2] + edges
        where layout.path(column: column, row: row, scroll: scroll)
          != reference.path(column: column, row: row, scroll: scroll)
        {
          wrong.append("column \(column), row \(row), scrolled to \(scroll)")
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: grids)
  func `scrolling to a photo makes it visible below its heading`(grid: Grid) {
    let reference = grid.reference
    let layout = reference.layout
    var wrong: [String] = []
    for (index, cells) in reference.rows.enumerated() {
      for (column, path) in cells.enumerated() {
        guard let path else { continue }
        let line = layout.line(of: path)
        #expect(line == reference.firstLine(index) && layout.column(of: path) == column)
        for scroll in [0, line, layout.height] + reference.stops.prefix(20) {
          let shown = layout.scroll(scroll, showing: path)
          if shown != reference.scroll(scroll, showing: path) { wrong.append("\(path) from \(scroll)") }
          // Below the headings, including the frame if there is one.
          let frame = (line - layout.gutter)..<(line + layout.cellHeight + layout.gutter)
          guard grid.rows > 1 else { continue }
          if frame.lowerBound <= shown || frame.upperBound > shown + grid.rows {
            wrong.append("\(path) at \(shown)")
          }
          let cell = layout.cell(line: line, column: column, scroll: shown)
          let (last, bottom) = (cell.column + cell.columns - 1, cell.row + cell.rows - 1)
          guard last < layout.area.column + grid.columns else { continue }
          if layout.path(column: cell.column, row: cell.row, scroll: shown) != path
            || layout.path(column: last, row: bottom, scroll: shown) != path
          {
            wrong.append("\(path) is not found at \(shown)")
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: grids)
  func `neighboring rows and rows near a line equal the reference`(grid: Grid) {
    let reference = grid.reference
    let layout = reference.layout
    var wrong: [String] = []
    for (index, cells) in reference.rows.enumerated() {
      for (column, path) in cells.enumerated() {
        guard let path else { continue }
        let below = index + 1 < reference.rows.count ? reference.photo(index + 1, nearest: column) : nil
        let above = index > 0 ? reference.photo(index - 1, nearest: column) : nil
        if layout.path(after: path, isDown: true) != below || layout.path(after: path, isDown: false) != above
        {
          wrong.append("rows beside \(path)")
        }
      }
    }
    for line in -2...(layout.height + 2) {
      for (column, isAbove) in [(0, true), (layout.perRow - 1, false), (layout.perRow / 2, line % 2 == 0)]
      where layout.path(nearLine: line, column: column, isAbove: isAbove)
        != reference.path(nearLine: line, column: column, isAbove: isAbove)
      {
        wrong.append("line \(line), column \(column), above: \(isAbove)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: grids)
  func `headings are above their cells and never overlap`(grid: Grid) {
    let layout = grid.reference.layout
    var before: CellArea?
    for case (let line, .heading(let section, let column)) in layout.bands(from: 0, lines: layout.height) {
      let heading = layout.lines(1, of: section, column: column, line: line, scroll: 0)
      let first = layout.cell(line: line, column: column, scroll: 0)
      #expect(heading.column == first.column && heading.row == layout.area.row + line)
      #expect(heading.column + heading.columns <= max(layout.area.column + grid.columns, heading.column + 1))
      if let before, before.row == heading.row {
        #expect(before.column + before.columns < heading.column)
      }
      before = heading
    }
  }

  @Test func `arrows move to the neighboring photos`() {
    let counts = [5, 0, 1, 9, 4, 2, 1, 1, 3]
    let contents = NumberedView(Photos.groups(counts))
    var model = Photos.model(contents)
    let reference = GridReference(model.layout.area, counts)
    func position(_ path: ItemIndexPath) -> Int {
      contents.positions(of: path.section).lowerBound + path.item
    }
    for start in 0..<contents.count {
      model.press(.home)
      for _ in 0..<start { model.press(.right) }
      #expect(model.cursor == start)
      guard let (row, column) = reference.place(model.cursorPath) else { continue }
      let below = row + 1 < reference.rows.count ? reference.photo(row + 1, nearest: column) : nil
      let above = row > 0 ? reference.photo(row - 1, nearest: column) : nil
      for (key, expected) in [
        (Key.down, below.map(position) ?? start), (.up, above.map(position) ?? start),
        (.left, max(start - 1, 0)), (.right, min(start + 1, contents.count - 1)), (.home, 0),
        (.end, contents.count - 1),
      ] {
        var moved = model
        moved.press(key)
        #expect(moved.cursor == expected, "\(key) from \(start)")
      }
    }
  }
}
