import PhotoLibrary
import Terminal

/// The places of the grid's headings and cells, in lines of one long page. A screen shows a part of it.
package struct GridLayout: Sendable, Equatable {
  /// The content of some lines of the page.
  package enum Band: Sendable, Equatable {
    /// The heading of a section, one line.
    case heading(section: Int)
    /// A row of cells: the photos of a section from one item on.
    case cells(section: Int, items: Range<Int>)
  }

  /// The narrowest cell in which a name can still be told.
  private static let minimumWidth = 8
  /// The width that cells have if there is room.
  private static let usualWidth = 24
  /// There are fewer than these only if a terminal is too narrow.
  private static let minimumPerRow = 4

  /// The part of the terminal that shows the page.
  package let area: CellArea
  /// Cells in a row.
  package let perRow: Int
  /// The width of a cell in columns.
  package let cellWidth: Int
  /// The height of a cell in rows: picture and caption.
  package let cellHeight: Int
  private let counts: [Int]
  private let tops: [Int]
  /// The lines of the page.
  package let height: Int

  /// A layout of sections with so many photos each.
  package init(area: CellArea, counts: [Int]) {
    self.area = area
    let width = max(area.columns, 1)
    let wanted = max(width / Self.usualWidth, Self.minimumPerRow)
    perRow = max(min(wanted, width / Self.minimumWidth), 1)
    cellWidth = max(width / perRow, 1)
    // Cells of a terminal are about twice as high as wide; photos are four to three.
    let pictureHeight = max((cellWidth - 1) * 3 / 8, 1)
    cellHeight = max(min(pictureHeight + 1, area.rows - 1), 1)
    self.counts = counts
    var tops = [Int]()
    var line = 0
    for count in counts {
      tops.append(line)
      line += 1 + (count + perRow - 1) / perRow * cellHeight
    }
    self.tops = tops
    height = line
  }

  /// The columns of a cell's picture: one stays free beside it.
  package var pictureColumns: Int { max(cellWidth - 1, 1) }
  /// The rows of a cell's picture: one holds the caption.
  package var pictureRows: Int { max(cellHeight - 1, 0) }

  /// The line on which a photo's row begins.
  package func line(of path: ItemIndexPath) -> Int {
    guard tops.indices.contains(path.section) else { return 0 }
    return tops[path.section] + 1 + path.item / perRow * cellHeight
  }

  /// The section that holds a line.
  private func section(at line: Int) -> Int {
    var (low, high) = (0, tops.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if tops[middle] <= line { low = middle } else { high = middle }
    }
    return low
  }

  /// The first line at or after one on which a heading or row begins; the last such line beyond the end.
  private func start(from line: Int) -> Int {
    guard line > 0, !tops.isEmpty else { return 0 }
    let section = section(at: min(line, height - 1))
    let inside = line - tops[section] - 1
    if inside < 0 { return tops[section] }
    let rows = (counts[section] + perRow - 1) / perRow
    let row = (inside + cellHeight - 1) / cellHeight
    if row < rows { return tops[section] + 1 + row * cellHeight }
    return section + 1 < tops.count ? tops[section + 1] : tops[section] + 1 + max(rows - 1, 0) * cellHeight
  }

  /// The farthest line to which the page is scrolled.
  package var lastScroll: Int { height > area.rows ? start(from: height - area.rows) : 0 }

  /// A scroll near `scroll` that shows a photo's row whole, and its section's heading above a first row.
  package func scroll(_ scroll: Int, showing path: ItemIndexPath) -> Int {
    let row = line(of: path)
    let isFirst = path.item < perRow
    let top = isFirst && area.rows > cellHeight ? row - 1 : row
    if top < scroll { return top }
    if row + cellHeight > scroll + area.rows { return start(from: row + cellHeight - area.rows) }
    return min(scroll, lastScroll)
  }

  /// A scroll that is `rows` rows of cells farther down, or up if negative.
  package func scroll(_ scroll: Int, by rows: Int) -> Int {
    // Rows are at most a cell's height apart, so that the start found above lies above.
    min(start(from: scroll + rows * cellHeight), lastScroll)
  }

  /// The bands from a line on, each with its line, for so many lines.
  package func bands(from scroll: Int, lines: Int) -> [(line: Int, band: Band)] {
    guard !tops.isEmpty, lines > 0, scroll < height else { return [] }
    var bands = [(line: Int, band: Band)]()
    var section = section(at: max(scroll, 0))
    while section < tops.count, tops[section] < scroll + lines {
      if tops[section] >= scroll { bands.append((tops[section], .heading(section: section))) }
      let count = counts[section]
      var row = max((scroll - tops[section] - 1) / cellHeight, 0)
      while row * perRow < count {
        let line = tops[section] + 1 + row * cellHeight
        guard line < scroll + lines else { break }
        if line + cellHeight > scroll {
          let items = (row * perRow)..<min((row + 1) * perRow, count)
          bands.append((line, .cells(section: section, items: items)))
        }
        row += 1
      }
      section += 1
    }
    return bands
  }

  /// The cells of a row's photo on the terminal while the page is scrolled to a line.
  package func cell(line: Int, index: Int, scroll: Int) -> CellArea {
    CellArea(
      column: area.column + index * cellWidth, row: area.row + line - scroll, columns: cellWidth,
      rows: cellHeight)
  }

  /// The photo that is shown at a cell of the terminal; `nil` if there is none.
  package func path(column: Int, row: Int, scroll: Int) -> ItemIndexPath? {
    guard area.contains(column: column, row: row) else { return nil }
    let line = row - area.row + scroll
    for (start, band) in bands(from: scroll, lines: area.rows) where start <= line {
      guard case .cells(let section, let items) = band, line < start + cellHeight else { continue }
      let item = items.lowerBound + (column - area.column) / cellWidth
      return items.contains(item) ? ItemIndexPath(section: section, item: item) : nil
    }
    return nil
  }

  /// The photo nearest to a line and a column of cells, below it unless `isAbove`.
  package func path(nearLine line: Int, column: Int, isAbove: Bool) -> ItemIndexPath? {
    let filled = counts.indices.filter { counts[$0] > 0 }
    guard let firstFilled = filled.first else { return nil }
    var section = section(at: min(max(line, 0), height - 1))
    var row = max((line - tops[section] - 1) / cellHeight, 0)
    let rows = (counts[section] + perRow - 1) / perRow
    if row >= rows {
      row = 0
      let next = isAbove ? nil : filled.first { $0 > section }
      let found = next ?? filled.last { $0 <= section } ?? firstFilled
      if found <= section { row = (counts[found] - 1) / perRow }
      section = found
    }
    return ItemIndexPath(section: section, item: min(row * perRow + column, counts[section] - 1))
  }
}
