import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

/// Albums, help, and the division of a terminal's rows.
struct PageTests {
  /// Returns a picker with `count` albums of the same folder.
  private func albums(
    _ count: Int, columns: Int = 80, rows: Int = 24
  ) -> (model: PickerPages, albums: [AlbumSummary]) {
    var model = Photos.model(Photos.contents(3), columns: columns, rows: rows)
    let albums = (0..<count).map { AlbumSummary(.folder(Folder(FilePath("/p/\($0)"))), count: 1, dates: nil) }
    _ = model.handle(.albums(albums))
    model.press(.tab)
    return (model, albums)
  }

  @Test func `keys move between albums, by one, by row and by page`() {
    var (model, albums) = albums(30)
    let perRow = model.albumPage.layout.perRow
    let page = perRow * model.albumPage.layout.rowsOfScreen
    #expect(perRow == 4 && page == 4)
    for (key, cursor) in [
      (Key.right, 1), (.left, 0), (.left, 0), (.up, 0), (.down, 4), (.character("j"), 8),
      (.character("k"), 4),
      (.character("l"), 5), (.character("h"), 4), (.up, 0), (.pageDown, page), (.pageUp, 0), (.pageUp, 0),
      (.end, 29), (.right, 29), (.down, 29), (.pageDown, 29), (.up, 25), (.down, 29), (.home, 0),
    ] {
      model.press(key)
      #expect(model.albumPage.cursor == cursor, "after \(key)")
    }
    // The selection follows its album when others are inserted, and moves to the last one when it is deleted.
    model.press(.end)
    _ = model.handle(.albums([AlbumSummary(.folder(Folder("/p")), count: 2, dates: nil)] + albums))
    #expect(model.albumPage.cursor == 30)
    _ = model.handle(.albums(Array(albums.prefix(3))))
    #expect(model.albumPage.cursor == 2)
    #expect(model.press(.enter) == [.picker(.makeContents)] && model.page == .grid)
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 50), (20, 5), (1, 1)])
  func `a click opens an album at any scroll position`(
    columns: Int, rows: Int
  ) {
    let (model, albums) = albums(23, columns: columns, rows: rows)
    for index in albums.indices {
      var model = model
      model.press(.home)
      for _ in 0..<index { model.press(.right) }
      let page = model.albumPage
      let path = ItemIndexPath(section: 0, item: index)
      let cell = page.layout.cell(
        line: page.layout.line(of: path), column: page.layout.column(of: path), scroll: page.scroll)
      guard columns > 1 else { continue }
      #expect(cell.row > page.layout.area.row && cell.row < page.layout.area.row + page.layout.area.rows)
      #expect(
        model.handle(.mouse(MouseInput(.press, column: cell.column, row: cell.row)))
          == [.picker(.makeContents)])
      #expect(model.album == albums[index].kind)
    }
  }

  @Test(arguments: [(3, 0), (3, 1), (70, 15), (3, 22), (79, 23), (-1, 5), (500, 500)])
  func `a click outside of albums opens none`(column: Int, row: Int) {
    var (model, _) = albums(3)
    #expect(model.handle(.mouse(MouseInput(.press, column: column, row: row))) == [])
    #expect(model.page == .albums && model.albumPage.cursor == 0)
  }

  @Test func `album names are relative to the common parent folder`() {
    func names(_ paths: String...) -> (base: String, names: [String]) {
      var model = Photos.model(Photos.contents(3))
      let albums = paths.enumerated().map { index, path in
        AlbumSummary(.folder(Folder(FilePath(path))), count: 9 - index, dates: nil)
      }
      _ = model.handle(.albums([AlbumSummary(.all, count: 9, dates: nil)] + albums))
      return (String(decoding: model.albumPage.base, as: UTF8.self), model.albumPage.names)
    }
    #expect(
      names("/p/2012/Rome", "/p/2012/Rome/Day 2", "/p/2013") == (
        "/p", ["All Photos", "2012/Rome", "2012/Rome/Day 2", "2013"]
      ))
    // Roma is not below Rom.
    #expect(names("/p/Rom", "/p/Roma") == ("/p", ["All Photos", "Rom", "Roma"]))
    #expect(names("/p/Trip") == ("/p", ["All Photos", "Trip"]))
    #expect(names("/p", "/p/Trip") == ("/p", ["All Photos", "p", "Trip"]))
    #expect(names("/a", "/b").names == ["All Photos", "a", "b"])
  }

  @Test func `the parent folder is displayed without control characters`() {
    var (model, _) = albums(0)
    let evil = "/p/e\u{1B}[2J"
    let albums = ["x", "y"].map {
      AlbumSummary(.folder(Folder(FilePath("\(evil)/\($0)"))), count: 1, dates: nil)
    }
    _ = model.handle(.albums([AlbumSummary(.all, count: 9, dates: nil)] + albums))
    #expect(String(decoding: model.albumPage.base, as: UTF8.self) == evil)
    let rows = PickerDrawing(model).rows
    #expect(rows.contains { $0.contains(#"/p/e\e[2J"#) } && !rows.joined().contains("\u{1B}"))
  }

  @Test func `on the album page, done requires picks`() {
    var (model, _) = albums(3)
    #expect(model.press(.character("d")) == [])
    #expect(model.message == "Nothing is picked: Enter opens an album.")
    model.press(.tab, .character(" "), .tab)
    #expect(model.page == .albums && model.press(.character("d")) == [.picker(.finish)])
  }

  @Test func `sorting albums preserves the cursor`() {
    var options = PickerOptions()
    options.albumOrder = .name
    var model = PickerPages(options, size: TerminalSize(columns: 80, rows: 24))
    let albums = [("b10", 3), ("a", 1), ("b9", 7)].map { name, count in
      AlbumSummary(.folder(Folder(FilePath("/p/\(name)"))), count: count, dates: nil)
    }
    _ = model.handle(.albums([AlbumSummary(.all, count: 11, dates: nil)] + albums))
    model.press(.tab)
    #expect(model.albumPage.names == ["All Photos", "a", "b9", "b10"])
    model.press(.right)
    #expect(model.press(.character("s")) == [] && model.menu?.words.contains("most photos") == true)
    #expect(model.press(.character("m"), .enter) == [] && model.prompt == nil)
    #expect(model.albumPage.names == ["All Photos", "b9", "b10", "a"])
    #expect(model.albumPage.current?.name == "a")
    #expect(PickerDrawing(model).rows[0].hasPrefix("Albums · 3 · most photos"))
    // Later albums are sorted in the same order.
    _ = model.handle(.albums(albums))
    #expect(model.albumPage.names == ["b9", "b10", "a"])
    #expect(model.press(.character("g")) == [] && model.prompt == nil)
    #expect(model.message == "Albums have no groups: Tab shows the photos.")
  }

  @Test func `help scrolls to its end and no further`() {
    var model = Photos.model(Photos.contents(3), rows: 12)
    model.type("?")
    #expect(model.page == .help && model.helpScroll == 0)
    model.press(.up)
    #expect(model.helpScroll == 0)
    let last = HelpText.lines(width: 80, isCropping: false).count - PageArea(model.size).content.rows
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

  @Test(
    arguments: [
      (1, nil, 0, 1, 0, nil), (2, nil, 0, 1, 1, nil), (9, nil, 0, 8, 8, nil), (10, 0, 1, 7, 8, 9),
      (24, 0, 1, 21, 22, 23),
    ] as [(Int, Int?, Int, Int, Int, Int?)])
  func `a page has a title and a line of keys if there is room`(
    rows: Int, title: Int?, first: Int, count: Int, status: Int, keys: Int?
  ) {
    let page = PageArea(TerminalSize(columns: 30, rows: rows))
    #expect(page.title == title && page.status == status && page.keys == keys)
    #expect(page.content == CellArea(column: 0, row: first, columns: 30, rows: count))
  }
}
