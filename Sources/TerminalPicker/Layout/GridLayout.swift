import PhotoFiles
import PhotoLibrary
import Terminal

/// The layout of the grid's headings and cells, in lines of a long, scrolling page.
///
/// Small sections share a row of cells; a section that fills a row starts a new one. Cells are separated by gutters
/// one column wide and one line high, which contain the frames. The top line always contains the headings
/// of the row below it.
package struct GridLayout: Sendable {
  package enum Band: Sendable, Hashable {
    case heading(section: Int, column: Int)
    /// The photos of a section in one row, starting at a column of cells.
    case cells(section: Int, items: Range<Int>, column: Int)
    case footer(section: Int, column: Int, lines: Int)
  }

  /// Rows of cells below one line of headings.
  struct Shelf: Sendable {
    let top: Int
    /// The sections in this shelf. Only a section that is alone in the shelf may have several rows.
    var sections: Range<Int>
    let rows: Int
    var footerLines: Int

    func footerLine(stride: Int, _ gutter: Int) -> Int { top + 1 + (rows > 0 ? rows * stride + gutter : 0) }

    func end(stride: Int, _ gutter: Int) -> Int { footerLine(stride: stride, gutter) + footerLines }
  }

  private static let usualWidth = 24
  private static let minimumPerRow = 4
  /// The minimum width of a cell; longer names are shortened.
  private static let narrowestWidth = 6
  /// The width of a readable name, for terminals too narrow for four photos in a row.
  private static let readableWidth = 10
  private static let framedRows = 7

  package let area: CellArea
  package let perRow: Int
  package let cellWidth: Int
  /// The height of a cell, in rows: picture and captions.
  package let cellHeight: Int
  /// The number of lines between rows of cells, 1 or 0.
  package let gutter: Int
  package let height: Int
  private let captions: Int
  let counts: [Int]
  private let footers: [Int]
  private let shelves: [Shelf]
  private let places: [(shelf: Int, column: Int)]

  /// Creates a layout, given the photo count of each section.
  ///
  /// - Parameters:
  ///   - captions: the number of lines below each picture.
  ///   - footers: the number of lines below the cells of each section; empty for none.
  package init(area: CellArea, counts: [Int], captions: Int = 1, footers: [Int] = []) {
    self.area = area
    self.counts = counts
    self.footers = footers.isEmpty ? [Int](repeating: 0, count: counts.count) : footers
    self.captions = captions
    let width = max(area.columns - 1, 1)
    let wanted = max(width / Self.usualWidth, Self.minimumPerRow)
    perRow = width / wanted > Self.narrowestWidth ? wanted : max(width / (Self.readableWidth + 1), 1)
    cellWidth = max(width / perRow - 1, 1)
    gutter = area.rows >= Self.framedRows ? 1 : 0
    // Terminal cells are about twice as high as wide; most photos are 4:3.
    let room = area.rows - 1 - 2 * gutter
    cellHeight = max(min(max((cellWidth * 3 + 4) / 8, 1) + captions, room), 1)
    (shelves, places) = Self.shelves(
      counts, self.footers, perRow: perRow, stride: cellHeight + gutter, gutter: gutter)
    height = shelves.last.map { [cellHeight, gutter] in $0.end(stride: cellHeight + gutter, gutter) } ?? 0
  }

  private static func shelves(
    _ counts: [Int], _ footers: [Int], perRow: Int, stride: Int, gutter: Int
  ) -> (shelves: [Shelf], places: [(shelf: Int, column: Int)]) {
    var (shelves, places) = ([Shelf](), [(shelf: Int, column: Int)]())
    places.reserveCapacity(counts.count)
    var room = 0
    for (section, count) in counts.enumerated() {
      if count > 0, count <= room {
        shelves[shelves.count - 1].sections = shelves[shelves.count - 1].sections.lowerBound..<section + 1
        shelves[shelves.count - 1].footerLines = max(shelves[shelves.count - 1].footerLines, footers[section])
        places.append((shelves.count - 1, perRow - room))
        room -= count
        continue
      }
      let rows = (count + perRow - 1) / perRow
      let top = shelves.last?.end(stride: stride, gutter) ?? 0
      shelves.append(
        Shelf(top: top, sections: section..<section + 1, rows: rows, footerLines: footers[section]))
      places.append((shelves.count - 1, 0))
      room = rows == 1 ? perRow - count : 0
    }
    return (shelves, places)
  }

  package var pictureColumns: Int { cellWidth }
  package var pictureRows: Int { max(cellHeight - captions, 0) }
  package var rowsOfScreen: Int { max((area.rows - 1 - gutter) / stride, 1) }
  private var stride: Int { cellHeight + gutter }

  private func shelf(at line: Int) -> Int {
    max(shelves.partitioningIndex { $0.top > line } - 1, 0)
  }

  /// Returns the shelf, row and column of a photo; `nil` if there is no such section.
  private func place(of path: ItemIndexPath) -> (shelf: Int, row: Int, column: Int)? {
    guard places.indices.contains(path.section) else { return nil }
    let (shelf, column) = places[path.section]
    guard shelves[shelf].rows > 1 else { return (shelf, 0, column + path.item) }
    return (shelf, path.item / perRow, path.item % perRow)
  }

  /// Returns the smallest scroll position that displays the row: the line above the row, which contains
  /// the heading or is covered by one.
  private func start(of path: ItemIndexPath) -> Int {
    place(of: path).map { shelves[$0.shelf].top + $0.row * stride } ?? 0
  }

  package func line(of path: ItemIndexPath) -> Int { start(of: path) + 1 + gutter }

  package func column(of path: ItemIndexPath) -> Int { place(of: path)?.column ?? 0 }

  /// Returns the first row start at or after a line, or the last row start.
  private func start(from line: Int) -> Int {
    guard line > 0, !shelves.isEmpty else { return 0 }
    let index = shelf(at: min(line, height - 1))
    let row = (line - shelves[index].top + stride - 1) / stride
    if row < max(shelves[index].rows, 1) { return shelves[index].top + row * stride }
    return index + 1 < shelves.count
      ? shelves[index + 1].top : shelves[index].top + max(shelves[index].rows - 1, 0) * stride
  }

  /// Returns the last row start before a line.
  private func start(before line: Int) -> Int {
    guard line > 0, !shelves.isEmpty else { return 0 }
    let index = shelf(at: min(line, height) - 1)
    let row = min((min(line, height) - 1 - shelves[index].top) / stride, max(shelves[index].rows - 1, 0))
    return shelves[index].top + row * stride
  }

  package var lastScroll: Int { height > area.rows ? start(from: height - area.rows) : 0 }

  /// Returns the scroll position nearest to `scroll` that completely displays the row of a photo.
  package func scroll(_ scroll: Int, showing path: ItemIndexPath) -> Int {
    let row = start(of: path)
    let end = row + 1 + stride + gutter
    if row < scroll { return row }
    if end > scroll + area.rows { return min(start(from: end - area.rows), row) }
    return min(scroll, lastScroll)
  }

  /// Returns the scroll position after moving by `rows` rows of cells; negative values move up.
  package func scroll(_ scroll: Int, by rows: Int) -> Int {
    var line = scroll
    for _ in 0..<abs(rows) { line = rows > 0 ? start(from: line + 1) : start(before: line) }
    return min(rows == 0 ? start(from: line) : line, lastScroll)
  }

  /// Returns the bands in view, each with the line on the page. The headings come first, at the scroll position,
  /// where they stay while cells scroll.
  package func bands(from scroll: Int, lines: Int) -> [(line: Int, band: Band)] {
    guard !shelves.isEmpty, lines > 0, scroll < height else { return [] }
    let first = shelf(at: max(scroll, 0))
    var bands = headings(of: first).map { (line: scroll, band: $0) }
    for index in first..<shelves.count where shelves[index].top < scroll + lines {
      let shelf = shelves[index]
      if index > first { bands += headings(of: index).map { (shelf.top, $0) } }
      var row = max((scroll - shelf.top) / stride, 0)
      while row < shelf.rows, shelf.top + 1 + row * stride < scroll + lines {
        let line = shelf.top + 1 + row * stride + gutter
        bands += cells(of: shelf, row: row).map { (line, $0) }
        row += 1
      }
      bands += visibleFooters(of: shelf, from: scroll, lines: lines)
      if shelf.top + 1 + row * stride >= scroll + lines { break }
    }
    return bands
  }

  private func visibleFooters(of shelf: Shelf, from scroll: Int, lines: Int) -> [(line: Int, band: Band)] {
    let start = shelf.footerLine(stride: stride, gutter)
    guard shelf.footerLines > 0, start < scroll + lines else { return [] }
    return shelf.sections.compactMap { section in
      guard footers[section] > 0, start + footers[section] > scroll + 1 else { return nil }
      return (start, .footer(section: section, column: places[section].column, lines: footers[section]))
    }
  }

  private func headings(of index: Int) -> [Band] {
    shelves[index].sections.map { .heading(section: $0, column: places[$0].column) }
  }

  private func cells(of shelf: Shelf, row: Int) -> [Band] {
    shelf.sections.map { section in
      let items = (row * perRow)..<min((row + 1) * perRow, counts[section])
      return .cells(section: section, items: items, column: places[section].column)
    }
  }

  package func cell(line: Int, column: Int, scroll: Int) -> CellArea {
    CellArea(
      column: area.column + 1 + column * (cellWidth + 1), row: area.row + line - scroll, columns: cellWidth,
      rows: cellHeight)
  }

  /// Returns the terminal area for lines of a section, such as its heading.
  package func lines(_ count: Int, of section: Int, column: Int, line: Int, scroll: Int) -> CellArea {
    let start = column * (cellWidth + 1)
    let isAlone = shelves[places[section].shelf].sections.count == 1
    let width = isAlone ? area.columns - 1 - start : counts[section] * (cellWidth + 1) - 1
    return CellArea(
      column: area.column + 1 + start, row: area.row + line - scroll, columns: width, rows: count)
  }

  package func path(column: Int, row: Int, scroll: Int) -> ItemIndexPath? {
    guard !shelves.isEmpty, area.contains(column: column, row: row), row > area.row else { return nil }
    let line = row - area.row + scroll
    let index = shelf(at: line)
    let inside = line - shelves[index].top - 1
    guard inside >= 0, inside / stride < shelves[index].rows else { return nil }
    let place = max(column - area.column - 1, 0) / (cellWidth + 1)
    guard place < perRow else { return nil }
    let found = path(shelf: index, row: inside / stride, column: place)
    return self.column(of: found) == place ? found : nil
  }

  private func path(shelf index: Int, row: Int, column: Int) -> ItemIndexPath {
    let shelf = shelves[index]
    let section = shelf.sections.last { places[$0].column <= column } ?? shelf.sections.lowerBound
    let item = row * perRow + column - places[section].column
    return ItemIndexPath(section: section, item: max(min(item, counts[section] - 1), 0))
  }

  /// Returns the photo in the next or previous row.
  package func path(after path: ItemIndexPath, isDown: Bool) -> ItemIndexPath? {
    guard let (shelf, row, column) = place(of: path) else { return nil }
    let next = row + (isDown ? 1 : -1)
    if (0..<shelves[shelf].rows).contains(next) { return self.path(shelf: shelf, row: next, column: column) }
    guard let other = neighbour(of: shelf, isDown: isDown) else { return nil }
    return self.path(shelf: other, row: isDown ? 0 : shelves[other].rows - 1, column: column)
  }

  private func neighbour(of shelf: Int, isDown: Bool) -> Int? {
    isDown
      ? shelves[(shelf + 1)...].firstIndex { $0.rows > 0 } : shelves[..<shelf].lastIndex { $0.rows > 0 }
  }

  /// Returns the photo nearest to a line and column of cells: below the line, or above it if `isAbove`.
  package func path(nearLine line: Int, column: Int, isAbove: Bool) -> ItemIndexPath? {
    guard !shelves.isEmpty else { return nil }
    let index = shelf(at: min(max(line, 0), height - 1))
    let row = max((line - shelves[index].top - 1) / stride, 0)
    if row < shelves[index].rows { return path(shelf: index, row: row, column: column) }
    let next = isAbove ? nil : neighbour(of: index, isDown: true)
    let last = shelves[index].rows > 0 ? index : neighbour(of: index, isDown: false)
    guard let found = next ?? last ?? neighbour(of: index, isDown: true) else { return nil }
    return path(shelf: found, row: found > index ? 0 : shelves[found].rows - 1, column: column)
  }
}
