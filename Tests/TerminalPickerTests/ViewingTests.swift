import PhotoFiles
import PhotoLibrary
import PhotoPicker
import TestSupport
import Terminal
import Testing

@testable import TerminalPicker

struct ViewingTests {
  @Test func `down and up keep the column across sections`() {
    var model = Photos.model(Photos.contents(6, 5))
    model.press(.right, .right, .right, .down)
    #expect(model.cursor == 5)
    model.press(.down)
    #expect(model.cursor == 7)
    model.press(.up, .up)
    #expect(model.cursor == 1)
  }

  @Test(arguments: [(20, 5), (31, 7), (40, 12), (80, 24), (200, 50)])
  func `the cursor and its frame are always completely visible`(columns: Int, rows: Int) {
    var model = Photos.model(Photos.contents(37, 0, 1, 2, 1, 90, 1, 1, 5), columns: columns, rows: rows)
    var generator = SeededGenerator(seed: 7)
    let keys: [Key] = [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end]
    let isSeen = (0..<2000).allSatisfy { _ in
      model.press(keys[Int.random(in: 0..<keys.count, using: &generator)])
      let (line, gutter) = (model.layout.line(of: model.cursorPath), model.layout.gutter)
      return line - gutter > model.scroll
        && line + model.layout.cellHeight + gutter <= model.scroll + model.layout.area.rows
    }
    #expect(isSeen)
  }

  @Test func `page down and page up are inverse`() {
    var model = Photos.model(Photos.contents(300))
    model.press(.pageDown, .pageDown)
    #expect(model.cursor > 8)
    model.press(.pageUp, .pageUp)
    #expect(model.cursor == 0)
    model.press(.end)
    #expect(model.cursor == 299)
  }

  @Test func `search jumps to the next match, and escape returns`() {
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

  @Test func `a search filters the view until escape clears it`() {
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

  @Test(arguments: [false, true])
  func `escape after a search restores the position, unless the cursor moved`(isMoved: Bool) {
    let all = Photos.contents(30)
    var model = Photos.model(all)
    model.press(.right, .right)
    model.type("/-2")
    _ = model.handle(.update(PickerUpdate(NumberedView([part(all, [2, 20, 21, 22])]))))
    model.type("1")
    model.press(.enter)
    _ = model.handle(.update(PickerUpdate(NumberedView([part(all, [21, 22])]))))
    #expect(model.current == all[21])
    if isMoved { model.press(.right) }
    #expect(model.press(.escape) == [.picker(.makeContents)])
    _ = model.handle(.update(PickerUpdate(all)))
    #expect(model.current == all[isMoved ? 22 : 2])
  }

  private func part(_ view: NumberedView, _ positions: [Int]) -> AssetGroup {
    AssetGroup(key: "0", title: "0", assets: positions.compactMap { view[$0] })
  }

  @Test func `an invalid query stays in the prompt and changes nothing`() {
    var model = Photos.model(Photos.contents(30))
    model.type("/name:0-2*")
    #expect(model.current?.name.text == "0-2.jpg")
    model.type(" iso:")
    #expect(model.message == "column 15: expected a value directly after the field")
    #expect(model.search?.text == "name:0-2* iso")
    #expect(model.press(.enter) == [])
    #expect(model.prompt != nil && model.message?.hasPrefix("column 15") == true)
    for _ in " iso:" { model.press(.backspace) }
    model.press(.enter)
    #expect(model.prompt == nil && model.search?.text == "name:0-2*")
  }

  @Test func `changes of the library preserve position and picks`() {
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

  @Test func `deleted picks are removed, edited ones remain`() {
    var model = Photos.model(Photos.contents(4))
    model.type("A")
    let edited = Photos.asset("0-1.jpg", size: 5000)
    let found: [PhotoKey: Asset?] = [
      PhotoKey(Photos.asset("0-0.jpg")): Asset?.none, PhotoKey(edited): .some(edited),
    ]
    _ = model.handle(.update(PickerUpdate(model.contents, picks: found)))
    #expect(model.pickedNames == ["0-1.jpg", "0-2.jpg", "0-3.jpg"])
    #expect(model.picks.byteCount == 7000)
    #expect(model.message == "0-0.jpg was picked but no longer exists")
    let others = model.picks.assets.map { (PhotoKey($0), Asset?.none) }
    _ = model.handle(.update(PickerUpdate(model.contents, picks: Dictionary(uniqueKeysWithValues: others))))
    #expect(model.message == "0-1.jpg and 2 others were picked but no longer exist")
  }

  @Test func `the photo at the cursor isn't returned instead of a deleted pick`() {
    var model = Photos.model(Photos.contents(2))
    model.press(.right, .character(" "))
    let gone: [PhotoKey: Asset?] = [PhotoKey(Photos.asset("0-1.jpg")): Asset?.none]
    _ = model.handle(.update(PickerUpdate(Photos.contents(1), picks: gone)))
    #expect(model.press(.character("d")) == [] && model.picks.count == 0)
    #expect(model.message == "0-1.jpg was picked but no longer exists")
    var returned = model
    // The file may be there again.
    _ = returned.handle(.update(PickerUpdate(Photos.contents(2))))
    #expect(returned.press(.character("d")) == [.picker(.finish)])
    #expect(model.press(.character(" "), .character("d")) == [.picker(.finish)])
    #expect(model.pickedNames == ["0-0.jpg"])
  }

  @Test func `opening an album requests its photos`() {
    var model = Photos.model(Photos.contents(4)) { $0.startsWithAlbums = true }
    let folder = Album.Kind.folder(Folder("/photos/trip"))
    _ = model.handle(.albums([.all, folder].map { AlbumSummary($0, count: 2, dates: nil) }))
    #expect(model.page == .albums)
    #expect(model.press(.right, .enter) == [.picker(.makeContents)])
    #expect(model.album == folder)
    #expect(model.page == .grid)
    #expect(model.press(.tab) == [])
    #expect(model.page == .albums)
  }

  @Test(arguments: [
    (Key.character("d"), PickerPages.Effect.picker(.finish)), (.control("d"), .picker(.finish)),
    (.character("q"), .picker(.cancel)), (.control("c"), .picker(.cancel)), (.control("z"), .suspend),
    (.character("r"), .picker(.rescan)),
  ])
  func `keys cancel, suspend and rescan`(key: Key, effect: PickerPages.Effect) {
    var model = Photos.model(Photos.contents(4))
    #expect(model.press(key) == [effect])
  }

  @Test func `done without picks returns the photo at the cursor if it is pickable`() {
    var model = Photos.model(
      Photos.contents(3) { _, item in item == 2 ? Photos.asset("bad.jpg", damage: "cut off") : nil })
    model.press(.right)
    #expect(model.press(.character("d")) == [.picker(.finish)] && model.pickedNames == ["0-1.jpg"])
    var bad = Photos.model(model.contents)
    bad.press(.end)
    #expect(bad.press(.character("d")) == [])
    #expect(bad.message == "bad.jpg cannot be picked: it is damaged: cut off")
  }

  @Test(arguments: [Key.character("q"), .escape])
  func `leaving asks once before it discards picks`(key: Key) {
    var model = Photos.model(Photos.contents(4))
    model.press(.character(" "))
    #expect(model.press(key) == [])
    #expect(
      model.message == "Discard 1 picked photo? The same key again discards it; d returns it.")
    // Any key in between cancels the confirmation.
    model.press(.right, .character(" "))
    #expect(model.press(key) == [])
    #expect(
      model.message == "Discard 2 picked photos? The same key again discards them; d returns them.")
    #expect(model.press(key) == [.picker(.cancel)])
    #expect(model.press(.left) == [] && model.press(.control("c")) == [.picker(.cancel)])
  }

  @Test func `unchanged or saved picks need no confirmation`() {
    var draft = Photos.model(Photos.contents(4)) { $0.onChange = { _ in } }
    #expect(draft.press(.character(" "), .escape) == [.picker(.cancel)])
    var earlier = Photos.model(Photos.contents(4)) { $0.pickedSection = "0" }
    #expect(earlier.picks.count == 4 && earlier.press(.escape) == [.picker(.cancel)])
    #expect(earlier.press(.character(" "), .escape) == [], "one of them was let go")
  }

  @Test func `an empty library handles every key`() {
    var model = Photos.model(Photos.contents())
    for key: Key in [
      .up, .down, .pageDown, .end, .character(" "), .character("v"), .character("a"), .character("A"),
      .character("p"), .character("n"), .tab, .down, .enter, .escape,
    ] { model.press(key) }
    _ = model.resize(TerminalSize(columns: 1, rows: 1))
    #expect(PickerDrawing(model).frame().size == TerminalSize(columns: 1, rows: 1))
  }
}
