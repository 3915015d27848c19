import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

/// The grid against one that is laid out line by line.
struct GridReferenceTests {
  /// A grid whose every line says what stands in it.
  private struct Reference {
    struct Line {
      let band: GridLayout.Band
      let start: Int
    }
    let layout: GridLayout
    let lines: [Line]
    let starts: [Int]

    init(columns: Int, rows: Int, _ counts: [Int]) {
      layout = GridLayout(area: CellArea(column: 2, row: 1, columns: columns, rows: rows), counts: counts)
      var lines: [Line] = []
      var starts: [Int] = []
      for (section, count) in counts.enumerated() {
        starts.append(lines.count)
        lines.append(Line(band: .heading(section: section), start: lines.count))
        for first in stride(from: 0, to: count, by: layout.perRow) {
          let items = first..<min(first + layout.perRow, count)
          starts.append(lines.count)
          let start = lines.count
          for _ in 0..<layout.cellHeight {
            lines.append(Line(band: .cells(section: section, items: items), start: start))
          }
        }
      }
      self.lines = lines
      self.starts = starts
    }

    /// The first band that begins at a line or below it; else the last.
    func start(from line: Int) -> Int { line <= 0 ? 0 : starts.first { $0 >= line } ?? starts.last ?? 0 }
    var lastScroll: Int { lines.count > layout.area.rows ? start(from: lines.count - layout.area.rows) : 0 }
  }

  private static let grids: [(columns: Int, rows: Int, counts: [Int])] = [
    (80, 22, [7, 0, 1, 40]), (80, 22, [4]), (80, 22, [8, 4, 5]), (20, 3, [5, 5]), (33, 7, [1, 0, 0, 3]),
    (7, 1, [3]),
    (200, 48, [100]), (80, 16, [0, 4]), (80, 8, [3, 9]),
  ]

  @Test(arguments: grids.indices)
  func `bands and their places are those of the lines`(index: Int) {
    let (columns, rows, counts) = Self.grids[index]
    let reference = Reference(columns: columns, rows: rows, counts)
    let layout = reference.layout
    #expect(layout.height == reference.lines.count)
    #expect(layout.lastScroll == reference.lastScroll)
    #expect(
      layout.pictureColumns == max(layout.cellWidth - 1, 1) && layout.pictureRows == layout.cellHeight - 1)
    for scroll in 0...layout.height {
      for lines in [0, 1, 2, rows, layout.height] {
        let seen = reference.lines.dropFirst(scroll).prefix(lines)
        var expected: [Int] = []
        for line in seen where expected.last != line.start { expected.append(line.start) }
        let bands = layout.bands(from: scroll, lines: lines)
        #expect(bands.map(\.line) == expected)
        for (start, band) in bands { #expect(band == reference.lines[start].band) }
      }
      for by in [-2, -1, 0, 1, 2] {
        let start = reference.start(from: scroll + by * layout.cellHeight)
        #expect(layout.scroll(scroll, by: by) == min(start, reference.lastScroll))
      }
    }
  }

  @Test(arguments: grids.indices)
  func `each cell of the screen leads to the photo that is drawn there`(index: Int) {
    let (columns, rows, counts) = Self.grids[index]
    let reference = Reference(columns: columns, rows: rows, counts)
    let layout = reference.layout
    for scroll in 0..<layout.height {
      for row in 0...(rows + 1) {
        for column in [1, 2, 3, layout.cellWidth + 1, layout.cellWidth + 2, columns + 1, columns + 2] {
          var expected: ItemIndexPath?
          let line = scroll + row - 1
          if (1...rows).contains(row), (2..<columns + 2).contains(column), line < reference.lines.count,
            case .cells(let section, let items) = reference.lines[line].band
          {
            let item = items.lowerBound + (column - 2) / layout.cellWidth
            if items.contains(item) { expected = ItemIndexPath(section: section, item: item) }
          }
          #expect(layout.path(column: column, row: row, scroll: scroll) == expected)
        }
      }
    }
  }

  @Test(arguments: grids.indices)
  func `scrolling to a photo shows it, and its heading if it stands in the first row`(index: Int) {
    let (columns, rows, counts) = Self.grids[index]
    let reference = Reference(columns: columns, rows: rows, counts)
    let layout = reference.layout
    for (section, count) in counts.enumerated() {
      for item in 0..<count {
        let path = ItemIndexPath(section: section, item: item)
        let items = item / layout.perRow * layout.perRow
        let band = GridLayout.Band.cells(section: section, items: items..<min(items + layout.perRow, count))
        let row = layout.line(of: path)
        #expect(reference.lines[row].band == band && reference.lines[row].start == row)
        for scroll in 0..<layout.height {
          let showsHeading = items == 0 && rows > layout.cellHeight
          let top = showsHeading ? row - 1 : row
          let expected =
            top < scroll
            ? top
            : row + layout.cellHeight > scroll + rows
              ? reference.start(from: row + layout.cellHeight - rows) : min(scroll, reference.lastScroll)
          #expect(layout.scroll(scroll, showing: path) == expected)
        }
      }
    }
  }

  @Test func `a line is nearest to the row that it is in, or to the next that holds photos`() {
    let layout = GridLayout(
      area: CellArea(column: 0, row: 0, columns: 80, rows: 22), counts: [0, 5, 0, 2, 0])
    func near(_ line: Int, _ column: Int = 0, isAbove: Bool = false) -> [Int]? {
      layout.path(nearLine: line, column: column, isAbove: isAbove).map { [$0.section, $0.item] }
    }
    let height = layout.cellHeight
    // Line 0 heads an empty section, line 1 the one of five photos in two rows.
    #expect(near(0) == [1, 0] && near(0, 2) == [1, 2] && near(0, isAbove: true) == [1, 0])
    #expect(near(1, 3) == [1, 3] && near(2, 3) == [1, 3] && near(1 + height, 3) == [1, 3])
    #expect(near(2 + height, 3) == [1, 4] && near(1 + 2 * height) == [1, 4])
    // Between them an empty section.
    #expect(near(2 + 2 * height, 1) == [3, 1] && near(2 + 2 * height, 1, isAbove: true) == [1, 4])
    #expect(near(3 + 2 * height) == [3, 0] && near(3 + 3 * height, 9) == [3, 1])
    #expect(near(4 + 3 * height, 1) == [3, 1] && near(1000, 1) == [3, 1] && near(-5, 1) == [1, 1])
    let empty = GridLayout(area: layout.area, counts: [0, 0])
    #expect(empty.path(nearLine: 0, column: 0, isAbove: false) == nil)
    let none = GridLayout(area: layout.area, counts: [])
    #expect(none.path(nearLine: 0, column: 0, isAbove: true) == nil && none.height == 0)
    #expect(none.bands(from: 0, lines: 5).isEmpty && none.line(of: ItemIndexPath(section: 0, item: 0)) == 0)
  }

  @Test func `arrows go to the photo above, below and beside`() {
    let counts = [5, 0, 1, 9, 4]
    let contents = NumberedView(Photos.groups(counts))
    let perRow = Photos.model(contents).layout.perRow
    #expect(perRow == 4)
    func position(_ section: Int, _ item: Int) -> Int { contents.positions(of: section).lowerBound + item }
    for start in 0..<contents.count {
      var model = Photos.model(contents)
      model.press(.home)
      for _ in 0..<start { model.press(.right) }
      #expect(model.cursor == start)
      let path = model.cursorPath
      let (section, item, column) = (path.section, path.item, path.item % perRow)
      let isLastRow = item / perRow == (counts[section] - 1) / perRow
      var (below, above) = (start, start)
      if !isLastRow {
        below = position(section, min(item + perRow, counts[section] - 1))
      } else if let next = counts.indices.first(where: { $0 > section && counts[$0] > 0 }) {
        below = position(next, min(column, counts[next] - 1))
      }
      if item >= perRow {
        above = start - perRow
      } else if let next = counts.indices.last(where: { $0 < section && counts[$0] > 0 }) {
        above = position(next, min((counts[next] - 1) / perRow * perRow + column, counts[next] - 1))
      }
      for (key, expected) in [
        (Key.down, below), (.up, above), (.left, max(start - 1, 0)),
        (.right, min(start + 1, contents.count - 1)),
        (.home, 0), (.end, contents.count - 1),
      ] {
        var moved = model
        moved.press(key)
        #expect(moved.cursor == expected, "\(key) from \(start)")
      }
    }
  }

  @Test func `keys choose albums, one by one and by pages`() {
    var model = Photos.model(Photos.contents(3))
    let albums = (0..<12).map { AlbumSummary(.folder(Folder(FilePath("/p/\($0)"))), count: 1, dates: nil) }
    _ = model.handle(.albums(albums))
    model.press(.tab)
    let page = AlbumListLayout(size: model.size).count
    #expect(page > 1 && page < 6)
    for (key, cursor) in [
      (Key.down, 1), (.up, 0), (.up, 0), (.pageDown, page), (.pageUp, 0), (.pageUp, 0), (.end, 11),
      (.down, 11),
      (.pageDown, 11), (.up, 10), (.home, 0),
    ] {
      model.press(key)
      #expect(model.albumCursor == cursor, "after \(key)")
    }
    // The chosen album stays chosen when others come before it, and the last one if it is gone.
    model.press(.end)
    _ = model.handle(.albums([AlbumSummary(.folder(Folder("/p")), count: 1, dates: nil)] + albums))
    #expect(model.albumCursor == 12)
    _ = model.handle(.albums(Array(albums.prefix(3))))
    #expect(model.albumCursor == 2)
    #expect(model.press(.enter) == [.picker(.makeContents)] && model.page == .grid)
  }

  @Test func `help scrolls to its end and no further`() {
    var model = Photos.model(Photos.contents(3), rows: 12)
    model.type("?")
    #expect(model.page == .help && model.helpScroll == 0)
    model.press(.up)
    #expect(model.helpScroll == 0)
    let last = HelpText.lines.count - PageArea(model.size).content.rows
    #expect(last > 1)
    for step in 1...last {
      model.press(.down)
      #expect(model.helpScroll == step)
    }
    model.press(.down)
    #expect(model.helpScroll == last)
    model.press(.up)
    #expect(model.helpScroll == last - 1)
    model.press(.escape)
    #expect(model.page == .grid)
  }

  @Test(arguments: [
    (1, nil, 0, 1, 0), (2, nil, 0, 1, 1), (9, nil, 0, 8, 8), (10, 0, 1, 8, 9), (24, 0, 1, 22, 23),
  ])
  func `a page has a title if there is room`(rows: Int, title: Int?, first: Int, count: Int, status: Int) {
    let page = PageArea(TerminalSize(columns: 30, rows: rows))
    #expect(page.title == title && page.status == status)
    #expect(page.content == CellArea(column: 0, row: first, columns: 30, rows: count))
  }

  @Test(arguments: [(5, 1), (6, 1), (7, 2), (8, 2), (16, 2), (17, 5), (24, 5)])
  func `albums are drawn as high as there is room, and are found where they are drawn`(rows: Int, height: Int)
  {
    let list = AlbumListLayout(size: TerminalSize(columns: 40, rows: rows))
    #expect(list.rowHeight == height && list.count == list.area.rows / height)
    for cursor in [0, 1, list.count - 1, list.count, 2 * list.count] {
      #expect(list.first(cursor: cursor) == cursor / list.count * list.count)
      for place in 0..<list.count {
        let index = list.first(cursor: cursor) + place
        let area = list.album(index, cursor: cursor)
        #expect(list.index(atRow: area.row, cursor: cursor) == index)
        #expect(list.index(atRow: area.row + area.rows - 1, cursor: cursor) == index)
      }
      #expect(list.index(atRow: list.area.row - 1, cursor: cursor) == nil)
      #expect(list.index(atRow: list.area.row + list.count * height, cursor: cursor) == nil)
    }
  }

  @Test func `pictures that were not seen for longest go first, and only as many as must`() {
    let requests = (0..<8).map { PictureRequest(Photos.asset("\($0).jpg"), columns: 4, rows: 2) }
    func picture(_ number: Int) -> PhotoPicture {
      .ready(
        TerminalPicture(TerminalDrawing(lines: ["abcd", "abcd"], columns: 4), identifier: UInt64(number)))
    }
    let one = 256 + 64 + 2 * 36
    var store = PictureStore(byteLimit: 4 * one)
    for number in 0..<4 {
      store.use([requests[number]])
      #expect(store.insert(picture(number), for: requests[number]).isEmpty)
    }
    #expect(
      requests.map { store.picture($0) != nil } == [true, true, true, true, false, false, false, false])
    store.use([requests[0], requests[4]])
    // Three quarters of the limit are kept; what is used now stays in any case.
    #expect(store.insert(picture(4), for: requests[4]).map(\.identifier) == [1, 2])
    #expect(
      requests.map { store.picture($0) != nil } == [true, false, false, true, true, false, false, false])
    #expect(store.insert(picture(4), for: requests[4]).isEmpty, "one in the place of itself")
    #expect(store.removeAll().count == 3 && store.picture(requests[0]) == nil)
  }
}
