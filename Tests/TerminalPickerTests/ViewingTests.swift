import PhotoFiles
import PhotoLibrary
import PhotoPicker
import TestSupport
import Terminal
import Testing

@testable import TerminalPicker

/// Moves, prompts, pages, and changes of the library.
struct ViewingTests {
  @Test func `down and up keep the column and cross sections`() {
    var model = Photos.model(Photos.contents(6, 5))
    model.press(.right, .right, .right, .down)
    #expect(model.cursor == 5)
    model.press(.down)
    #expect(model.cursor == 7)
    model.press(.up, .up)
    #expect(model.cursor == 1)
  }

  @Test(arguments: [(20, 5), (31, 7), (80, 24), (200, 50)])
  func `the cursor is always seen`(columns: Int, rows: Int) {
    var model = Photos.model(Photos.contents(37, 0, 1, 90, 5), columns: columns, rows: rows)
    var generator = SeededGenerator(seed: 7)
    let keys: [Key] = [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end]
    let isSeen = (0..<2000).allSatisfy { _ in
      model.press(keys[Int.random(in: 0..<keys.count, using: &generator)])
      let line = model.layout.line(of: model.cursorPath)
      return line >= model.scroll
        && line + model.layout.cellHeight <= model.scroll + model.layout.area.rows
    }
    #expect(isSeen)
  }

  @Test func `a page down and a page up come back`() {
    var model = Photos.model(Photos.contents(300))
    model.press(.pageDown, .pageDown)
    #expect(model.cursor > 8)
    model.press(.pageUp, .pageUp)
    #expect(model.cursor == 0)
    model.press(.end)
    #expect(model.cursor == 299)
  }

  @Test func `find jumps to the next match and back on escape`() {
    var model = Photos.model(Photos.contents(30))
    model.press(.right)
    model.type("/-2")
    #expect(model.current.map { $0.name.text } == "0-2.jpg")
    model.type("9")
    #expect(model.cursor == 29)
    model.press(.escape)
    #expect(model.cursor == 1)
    model.type("/JPG")
    model.press(.enter, .character("n"))
    #expect(model.cursor == 2)
    model.type("N")
    #expect(model.cursor == 1)
    model.type("/nowhere")
    #expect(model.message == "nothing found: nowhere")
  }

  @Test func `a search narrows what is shown until escape widens it`() {
    var model = Photos.model(Photos.contents(30))
    model.type("/")
    #expect(model.press(.character("7")) == [.picker(.makeContents)])
    #expect(model.press(.enter) == [])
    #expect(model.prompt == nil && model.search?.text == "7")
    #expect(StatusText(model).title.hasSuffix(" · /7"))
    #expect(model.press(.escape) == [.picker(.makeContents)])
    #expect(model.search == nil)
    #expect(model.press(.escape) == [.picker(.cancel)])
  }

  @Test func `a query with a mistake stays in its prompt and changes nothing`() {
    var model = Photos.model(Photos.contents(30))
    model.type("/name:0-2*")
    #expect(model.current?.name.text == "0-2.jpg")
    model.type(" iso:")
    #expect(model.message == "column 15: expected a value right behind the field")
    #expect(model.search?.text == "name:0-2* iso")
    #expect(model.press(.enter) == [])
    #expect(model.prompt != nil && model.message?.hasPrefix("column 15") == true)
    for _ in " iso:" { model.press(.backspace) }
    model.press(.enter)
    #expect(model.prompt == nil && model.search?.text == "name:0-2*")
  }

  @Test func `a filter is asked for and refused until it is one`() {
    var model = Photos.model(Photos.contents(3))
    model.type("fphto")
    #expect(model.press(.enter) == [])
    #expect(model.message?.hasPrefix("there is no kind \"phto\"") == true)
    model.press(.backspace, .backspace, .backspace)
    model.type("oto,!screenshot")
    model.press(.control("u"))
    model.type("photo, !screenshot")
    #expect(model.press(.enter) == [.picker(.makeContents)])
    #expect(model.query.kinds == KindFilter(including: [.photo], excluding: [.screenshot]))
  }

  @Test func `grouping and order are chosen`() {
    var model = Photos.model(Photos.contents(3))
    #expect(model.press(.character("g"), .right, .right, .enter) == [.picker(.makeContents)])
    #expect(model.query.grouping == .day)
    #expect(model.press(.character("s"), .left, .enter) == [.picker(.makeContents)])
    #expect(model.query.sorting == .size)
    #expect(model.query.direction == .ascending)
    #expect(model.press(.character("g"), .escape) == [])
  }

  @Test func `changes of the library keep the place and the picks`() {
    var model = Photos.model(Photos.contents(100))
    for _ in 0..<50 { model.press(.right) }
    model.type(" ")
    let distance = model.layout.line(of: model.cursorPath) - model.scroll
    let more = (0..<9).map { Photos.asset("new\($0).jpg") } + model.contents.groups[0].assets
    let section = AssetGroup(key: "0", title: "0", assets: more)
    _ = model.handle(.update(PickerUpdate(NumberedView([section]))))
    #expect(model.cursor == 59)
    #expect(model.pickedNames == ["0-50.jpg"])
    #expect(abs(model.layout.line(of: model.cursorPath) - model.scroll - distance) <= model.layout.cellHeight)
  }

  @Test func `picks that are gone are let go, edited ones stay`() {
    var model = Photos.model(Photos.contents(4))
    model.type("A")
    let edited = Photos.asset("0-1.jpg", size: 5000)
    let found: [PhotoKey: Asset?] = [
      PhotoKey(Photos.asset("0-0.jpg")): Asset?.none, PhotoKey(edited): .some(edited),
    ]
    _ = model.handle(.update(PickerUpdate(model.contents, picks: found)))
    #expect(model.pickedNames == ["0-1.jpg", "0-2.jpg", "0-3.jpg"])
    #expect(model.picks.byteCount == 7000)
    #expect(model.message == "0-0.jpg was picked and is gone")
    let others = model.picks.assets.map { (PhotoKey($0), Asset?.none) }
    _ = model.handle(.update(PickerUpdate(model.contents, picks: Dictionary(uniqueKeysWithValues: others))))
    #expect(model.message == "0-1.jpg and 2 others were picked and are gone")
  }

  @Test func `an album that is opened asks for its photos`() {
    var model = Photos.model(Photos.contents(4)) { $0.startsWithAlbums = true }
    let folder = Album.Kind.folder(Folder("/photos/trip"))
    _ = model.handle(.albums([.all, folder].map { AlbumSummary($0, count: 2, dates: nil) }))
    #expect(model.page == .albums)
    #expect(model.press(.down, .enter) == [.picker(.makeContents)])
    #expect(model.album == folder)
    #expect(model.page == .grid)
    #expect(model.press(.tab) == [])
    #expect(model.page == .albums)
  }

  @Test func `the preview pages and picks`() {
    var model = Photos.model(Photos.contents(4))
    model.press(.character("p"), .right, .character(" "))
    #expect(model.page == .preview)
    #expect(model.pickedNames == ["0-1.jpg"])
    model.press(.character("q"))
    #expect(model.page == .grid)
  }

  @Test(arguments: [
    (Key.character("d"), PickerPages.Effect.picker(.finish)), (.control("d"), .picker(.finish)),
    (.character("q"), .picker(.cancel)), (.control("c"), .picker(.cancel)), (.control("z"), .suspend),
    (.character("r"), .picker(.rescan)),
  ])
  func `keys end, stop and reread`(key: Key, effect: PickerPages.Effect) {
    var model = Photos.model(Photos.contents(4))
    #expect(model.press(key) == [effect])
  }

  @Test func `an empty library answers every key`() {
    var model = Photos.model(Photos.contents())
    for key: Key in [
      .up, .down, .pageDown, .end, .character(" "), .character("v"), .character("a"), .character("A"),
      .character("p"), .character("n"), .tab, .down, .enter, .escape,
    ] { model.press(key) }
    _ = model.resize(TerminalSize(columns: 1, rows: 1))
    #expect(PickerDrawing(model) { _ in .waiting }.frame().size == TerminalSize(columns: 1, rows: 1))
  }
}
