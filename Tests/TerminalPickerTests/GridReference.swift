import PhotoLibrary
import Terminal

@testable import TerminalPicker

/// A reference implementation of `GridLayout` that places each line by the rules.
///
/// A section joins the shelf of the previous one if it fits into the rest of the row; otherwise it starts a new
/// shelf. A shelf starts with a line of headings. Each row of cells follows, with the gutter above its cells; then
/// the gutter below the last row. Empty sections have only a heading, and a shelf to themselves.
struct GridReference {
  /// The contents of a line.
  enum Line: Equatable {
    case headings
    /// A row of cells by number on the page, or the gutter above it.
    case row(Int)
    case gutter
    /// The footers of a shelf.
    case footers
  }

  let layout: GridLayout
  private(set) var lines: [Line] = []
  /// The photos of each row by column; `nil` after the last one.
  private(set) var rows: [[ItemIndexPath?]] = []
  /// The lines of each row, including the gutter above it.
  private var rowLines: [Range<Int>] = []
  /// The line after the cells of each shelf.
  private var footerLines: [Int] = []
  private var places: [ItemIndexPath: (row: Int, column: Int)] = [:]
  /// The line above each row, where a screen may start.
  private(set) var stops: [Int] = []
  /// The heading line and rows of each shelf, with sections and columns.
  private(set) var shelves: [(top: Int, rows: Range<Int>, sections: [(section: Int, column: Int)])] = []

  private let footers: [Int]
  private var perRow: Int { layout.perRow }
  var stride: Int { layout.cellHeight + layout.gutter }

  init(_ area: CellArea, _ counts: [Int], captions: Int = 1, footers: [Int] = []) {
    layout = GridLayout(area: area, counts: counts, captions: captions, footers: footers)
    self.footers = footers.isEmpty ? counts.map { _ in 0 } : footers
    var shelf: [(section: Int, column: Int)] = []
    var used = 0
    for (section, count) in counts.enumerated() {
      let fits = !shelf.isEmpty && used > 0 && used < perRow && count > 0 && used + count <= perRow
      if !fits, !shelf.isEmpty {
        finish(shelf, counts)
        (shelf, used) = ([], 0)
      }
      shelf.append((section, used))
      used += count
    }
    if !shelf.isEmpty { finish(shelf, counts) }
  }

  private mutating func finish(_ sections: [(section: Int, column: Int)], _ counts: [Int]) {
    let top = lines.count
    let photos = sections.flatMap { section, _ in
      (0..<counts[section]).map { ItemIndexPath(section: section, item: $0) }
    }
    let first = rows.count
    lines.append(.headings)
    if photos.isEmpty { stops.append(top) }
    for start in Swift.stride(from: 0, to: photos.count, by: perRow) {
      stops.append(lines.count - 1)
      let cells = photos[start..<min(start + perRow, photos.count)]
      rowLines.append(lines.count..<lines.count + stride)
      for _ in 0..<stride { lines.append(.row(rows.count)) }
      for (column, path) in cells.enumerated() { places[path] = (rows.count, column) }
      rows.append((0..<perRow).map { $0 < cells.count ? cells[start + $0] : nil })
    }
    if !photos.isEmpty, layout.gutter > 0 { lines.append(.gutter) }
    footerLines.append(lines.count)
    for _ in 0..<(sections.map { footers[$0.section] }.max() ?? 0) { lines.append(.footers) }
    shelves.append((top, first..<rows.count, sections))
  }

  /// Returns the row and column of a photo.
  func place(_ path: ItemIndexPath) -> (row: Int, column: Int)? { places[path] }

  /// The first line of a row's cells.
  func firstLine(_ row: Int) -> Int { rowLines[row].lowerBound + layout.gutter }

  /// The first stop at or after a line, or the last stop.
  func stop(from line: Int) -> Int { stops.first { $0 >= line } ?? stops.last ?? 0 }

  /// The maximum scroll position.
  var lastScroll: Int { lines.count > layout.area.rows ? stop(from: lines.count - layout.area.rows) : 0 }

  /// Returns the scroll position that displays the row and the headings.
  func scroll(_ scroll: Int, showing path: ItemIndexPath) -> Int {
    guard let (row, _) = place(path) else { return scroll }
    let line = stops.last { $0 < firstLine(row) } ?? 0
    let end = line + 1 + stride + layout.gutter
    if line < scroll { return line }
    if end > scroll + layout.area.rows { return min(stop(from: end - layout.area.rows), line) }
    return min(scroll, lastScroll)
  }

  /// Returns the scroll position `count` stops further.
  func scroll(_ scroll: Int, by count: Int) -> Int {
    var line = scroll
    for _ in 0..<abs(count) {
      line = count > 0 ? stop(from: line + 1) : stops.last { $0 < line } ?? 0
    }
    return min(count == 0 ? stop(from: line) : line, lastScroll)
  }

  /// Returns the displayed bands of a screen with `count` lines: the headings of the first shelf, and everything with a
  /// line below them.
  func bands(from scroll: Int, lines count: Int) -> [(line: Int, band: GridLayout.Band)] {
    guard count > 0, scroll < lines.count, let first = shelves.lastIndex(where: { $0.top <= scroll }) else {
      return []
    }
    let seen = (scroll + 1)..<(scroll + count)
    var bands: [(line: Int, band: GridLayout.Band)] = []
    for (index, shelf) in shelves.enumerated().dropFirst(first) where shelf.top < scroll + count {
      if index == first || seen.contains(shelf.top) {
        let line = index == first ? scroll : shelf.top
        bands += shelf.sections.map { (line, .heading(section: $0.section, column: $0.column)) }
      }
      for row in shelf.rows {
        guard !rowLines[row].clamped(to: seen).isEmpty else { continue }
        for (section, column) in shelf.sections {
          let items = rows[row].compactMap { $0 }.filter { $0.section == section }.map(\.item)
          guard let low = items.first, let high = items.last else { continue }
          bands.append((firstLine(row), .cells(section: section, items: low..<high + 1, column: column)))
        }
      }
      let start = footerLines[index]
      for (section, column) in shelf.sections
      where !(start..<start + footers[section]).clamped(to: seen).isEmpty {
        bands.append((start, .footer(section: section, column: column, lines: footers[section])))
      }
    }
    return bands
  }

  /// Returns the photo of a row in a column, or the last one before it.
  func photo(_ row: Int, nearest column: Int) -> ItemIndexPath? {
    rows[row].prefix(column + 1).compactMap { $0 }.last ?? rows[row].compactMap { $0 }.first
  }

  /// Returns the photo at a terminal cell: its cells, the gutter above and the gutter to the right.
  func path(column: Int, row: Int, scroll: Int) -> ItemIndexPath? {
    let area = layout.area
    let line = scroll + row - area.row
    guard row > area.row, row < area.row + area.rows, lines.indices.contains(line),
      case .row(let cells) = lines[line]
    else { return nil }
    for (index, path) in rows[cells].enumerated() {
      let start = area.column + 1 + index * (layout.cellWidth + 1)
      // The first cell includes the gutter at the left edge.
      let columns = (index == 0 ? area.column : start)...(start + layout.cellWidth)
      if columns.contains(column), column < area.column + area.columns { return path }
    }
    return nil
  }

  /// Returns the photo near a line: from the same row, or from the row below or above.
  func path(nearLine line: Int, column: Int, isAbove: Bool) -> ItemIndexPath? {
    let line = min(max(line, 0), lines.count - 1)
    guard lines.indices.contains(line) else { return nil }
    let shelf = shelves.lastIndex { $0.top <= line } ?? 0
    let (before, own) = (shelves[..<shelf].flatMap(\.rows).last, shelves[shelf].rows)
    let after = shelves[(shelf + 1)...].flatMap(\.rows).first
    let row: Int?
    switch lines[line] {
    case .row(let found): row = found
    // Headings belong to the row below them.
    case .headings: row = own.first ?? (isAbove ? before ?? after : after ?? before)
    case .gutter, .footers:
      row = isAbove ? own.last ?? before ?? after : after ?? own.last ?? before
    }
    return row.flatMap { photo($0, nearest: column) }
  }
}
