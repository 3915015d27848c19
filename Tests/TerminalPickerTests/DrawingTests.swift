import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

/// What stands on the screen.
struct DrawingTests {
  private func rows(_ model: PickerPages, _ renderers: GridRenderers = GridRenderers()) -> [String] {
    let frame = PickerDrawing(model, renderers: renderers) { _ in .waiting }.frame()
    return (0..<frame.size.rows).map { frame.text(ofRow: $0) }
  }

  @Test func `headings count, captions name, the status line tells`() {
    var model = Photos.model(Photos.contents(5, 2))
    model.type(" ")
    let shown = rows(model)
    #expect(shown[0].hasPrefix("All Photos · by month · newest"))
    #expect(shown[1].hasPrefix("Section 0 · 5"))
    #expect(shown.contains { $0.contains("✓ 0-0.jpg") && $0.contains("0-3.jpg") })
    #expect(shown[23].hasPrefix("1 picked · 1.0 kB"))
    #expect(shown[23].contains("1/7"))
  }

  /// What the status line tells of a photo of a camera.
  private func status(of name: String, date: String? = "2019-04-06T07:08:09", columns: Int) -> String {
    let asset = Photos.asset(
      name, size: 25_000_000, date: date, camera: Camera(make: "FUJIFILM", model: "X-T2"))
    let shown = rows(Photos.model(Photos.contents(1) { _, _ in asset }, columns: columns, rows: 24))
    return shown[23].replacing("0 picked", with: "").trimmingPrefix { $0 == " " }.description
  }

  @Test func `facts leave a status line that is too narrow for them, the date last`() {
    let name = "DSCF0007.RAF"
    #expect(
      status(of: name, columns: 100).hasPrefix("\(name)  2019-04-06 07:08  400×300  25 MB  FUJIFILM X-T2"))
    #expect(status(of: name, columns: 80) == "\(name)  2019-04-06 07:08  400×300  25 MB  1/1  ? help")
    #expect(status(of: name, columns: 66) == "\(name)  2019-04-06 07:08  400×300  1/1  ? help")
    #expect(status(of: name, columns: 53) == "\(name)  2019-04-06 07:08  1/1  ? help")
    #expect(status(of: name, columns: 52) == "\(name)  1/1  ? help")
    #expect(status(of: name, columns: 30) == "DSC…RAF  1/1  ? help")
    #expect(status(of: name, columns: 28) == "1/1  ? help")
  }

  @Test func `a long name is cut in the middle`() {
    let name = "Photo of the garden behind the house in the morning (1234).jpg"
    #expect(
      status(of: name, columns: 80)
        == "Photo of the garden… morning (1234).jpg  2019-04-06 07:08  1/1  ? help")
    #expect(status(of: name, columns: 57) == "Photo of…34).jpg  2019-04-06 07:08  1/1  ? help")
    #expect(status(of: name, date: nil, columns: 40) == "Photo of…234).jpg  1/1  ? help")
  }

  @Test func `numbers stand on photos where their order counts`() {
    var model = Photos.model(Photos.contents(5)) { $0.showsNumbers = true }
    model.press(.right, .character(" "), .left, .character(" "))
    #expect(rows(model).contains { $0.contains("2 0-0.jpg") && $0.contains("1 0-1.jpg") })
  }

  @Test(arguments: [(20, 5), (8, 2), (1, 1), (33, 9), (80, 24), (300, 90)])
  func `nothing is drawn outside of the terminal`(columns: Int, rows: Int) {
    let name = "東京\u{1B}[31m\u{202E}ﷺ👩‍👩‍👧‍👦.jpg"
    for page in ["", "p", "?", "g", "s", "f", "/x"] {
      var model = Photos.model(
        Photos.contents(9) { _, item in Photos.asset("\(item)\(name)", damage: item == 2 ? "x" : nil) },
        columns: columns, rows: rows)
      model.type("A" + page)
      let frame = PickerDrawing(model) { _ in .waiting }.frame()
      for row in 0..<rows {
        let text = frame.text(ofRow: row)
        #expect(TerminalText.columns(of: text) <= columns)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }
  }

  @Test(arguments: [(14, "Group by: mon…"), (13, "Group by: mo…")])
  func `the chosen word is seen, cut if there is no room for it`(columns: Int, shown: String) {
    var model = Photos.model(Photos.contents(5), columns: columns, rows: 6)
    model.type("g")
    #expect(rows(model).contains(shown))
  }

  @Test func `a message of two lines, and one that is too long for a line, take rows of their own`() {
    var model = Photos.model(Photos.contents(5)) { $0.policy = SelectionChecks(maximumCount: 1) }
    model.type("A")
    let told = rows(model)
    #expect(told[22].hasPrefix("Only 1 photo please!"))
    #expect(told[23].hasPrefix("You can only send 1 photo at a time."))
    model.type("p")
    model.model.message = Array(repeating: "word", count: 50).joined(separator: " ")
    let beside = rows(model)
    #expect(beside[21].allSatisfy { $0 == " " })
    #expect(beside[22].hasPrefix("word word"))
    #expect(beside[23].hasSuffix("word…"))
    model.press(.escape)
    model.model.message = Array(repeating: "word", count: 500).joined(separator: " ")
    let below = rows(model)
    #expect(!below[19].hasPrefix("word"))
    #expect(below[20...23].allSatisfy { $0.hasPrefix("word word") })
  }

  @Test func `nothing to show says what could not be read, and why`() {
    var model = Photos.model(Photos.contents())
    #expect(rows(model).contains { $0.contains("No photos found") })
    let problems = (1...30).map {
      ScanProblem(path: FilePath("/photos/locked \($0)"), reason: "permission denied; check who may read it")
    }
    _ = model.handle(.update(PickerUpdate(problems: Array(problems.prefix(2)))))
    for key: Key in [.escape, .tab] {
      model.press(key)
      let shown = rows(model)
      #expect(shown[10].contains("No photos found"))
      #expect(shown[11].contains("/photos/locked 1: permission denied; check who may read it"))
      #expect(shown[12].contains("/photos/locked 2: permission denied"))
    }
    // What is read of a page of 22 rows is 22 rows.
    _ = model.handle(.update(PickerUpdate(problems: problems)))
    let full = rows(model)
    #expect(full[1].contains("No photos found"))
    #expect(full[22].contains("/photos/locked 21: permission denied"))
    #expect(full[23].hasPrefix("0 picked"))
  }

  @Test func `photos that are on their way are not told as missing`() {
    let albums = Photos.model(Photos.contents(5)) { $0.startsWithAlbums = true }
    #expect(rows(albums).contains { $0.contains("Reading…") })
    #expect(!rows(albums).contains { $0.contains("No photos found") })
  }

  @Test func `what could not be read is told beside what was, once`() {
    var model = Photos.model(Photos.contents(5))
    let problems = ["b", "c"].map { ScanProblem(path: FilePath("/photos/\($0)"), reason: "it is \($0)") }
    let update = PickerUpdate(model.contents, problems: [problems[0]])
    _ = model.handle(.update(update))
    #expect(rows(model)[23].hasPrefix("/photos/b: it is b"))
    model.press(.right)
    _ = model.handle(.update(update))
    #expect(rows(model)[23].hasPrefix("0 picked"))
    _ = model.handle(.update(PickerUpdate(model.contents, problems: problems)))
    #expect(model.message == "/photos/c: it is c")
    model = Photos.model(Photos.contents(5))
    _ = model.handle(.update(PickerUpdate(model.contents, problems: problems)))
    #expect(model.message == "/photos/b: it is b\nAnd 1 more, which is told at the end.")
  }

  @Test func `the status line of albums counts albums`() {
    var model = Photos.model(Photos.contents(5, 2)) { $0.startsWithAlbums = true }
    let folders = ["/photos/a", "/photos/b"].map { Album.Kind.folder(Folder(FilePath($0))) }
    _ = model.handle(.albums(([.all] + folders).map { AlbumSummary($0, count: 7, dates: nil) }))
    #expect(rows(model)[0].hasPrefix("Albums · 2"))
    #expect(rows(model)[23].hasSuffix("2 albums  ? help"))
    model.press(.down)
    #expect(rows(model)[23].hasSuffix("album 1/2  ? help"))
    model.press(.end)
    #expect(rows(model)[23].hasSuffix("album 2/2  ? help"))
    // One album that was asked for stands alone.
    _ = model.handle(.albums([AlbumSummary(folders[1], count: 7, dates: nil)]))
    #expect(rows(model)[0].hasPrefix("Albums · 1"))
    #expect(rows(model)[23].hasSuffix("album 1/1  ? help"))
  }

  @Test(arguments: [(24, 16), (8, 10), (6, 2)])
  func `names of albums stand in line, beside their posters if there is room`(rows: Int, column: Int) {
    var model = Photos.model(Photos.contents(5), rows: rows) { $0.startsWithAlbums = true }
    let folders = ["/photos/first", "/photos/second"].map { Album.Kind.folder(Folder(FilePath($0))) }
    let poster = Photos.asset("poster.jpg")
    _ = model.handle(
      .albums([
        AlbumSummary(folders[0], count: 7, dates: nil, poster: poster),
        AlbumSummary(folders[1], count: 7, dates: nil),
      ]))
    let names = self.rows(model).filter { $0.contains(" · 7") }
    #expect(names.count == 2)
    for (shown, name) in zip(names, ["first", "second"]) {
      #expect(shown.dropFirst(column).hasPrefix("\(name) · 7"))
    }
    let wanted = PickerDrawing(model) { _ in .waiting }.wanted()
    // Two columns for the cursor, and two between poster and name.
    #expect(wanted.map(\.columns) == (column > 2 ? [column - 4] : []))
  }

  @Test func `a text of wide characters stands in the middle of a cell, whole`() {
    let model = Photos.model(Photos.contents(1) { _, _ in Photos.asset("bad.jpg", damage: "壊れた写真") })
    #expect(model.layout.pictureColumns == 19)
    #expect(rows(model).contains { $0.contains("damaged: 壊れた写真") })
  }

  @Test func `20 by 5 cells show photos, names and the status`() {
    let shown = rows(Photos.model(Photos.contents(9), columns: 20, rows: 5))
    #expect(shown[0].hasPrefix("Section 0 · 9"))
    #expect(shown[3].contains("0-0.jpg"))
    #expect(shown[3].contains("0-1.jpg"))
    #expect(shown[4].hasPrefix("0 picked"))
  }

  @Test func `a renderer of one's own draws the cells it was registered for`() {
    struct Stamp: CellRenderer {
      func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
        frame.write("STAMP", column: area.column, row: area.row)
      }
    }
    struct Shout: HeadingRenderer {
      func draw(_ section: AssetGroup, isAtCursor: Bool, in area: CellArea, of frame: inout Frame) {
        frame.write(section.title.uppercased(), column: 0, row: area.row)
      }
    }
    let model = Photos.model(Photos.contents(2, 2))
    var renderers = GridRenderers()
    renderers.registerCell(Stamp()) { section, asset in section.key == "1" && asset.isJPEG }
    renderers.registerHeading(Shout()) { $0.key == "0" }
    let text = rows(model, renderers).joined(separator: "\n")
    #expect(text.components(of: "STAMP") == 2)
    #expect(text.contains("SECTION 0"))
    #expect(text.contains("Section 1 · 2"))
  }

  @Test func `visible pictures are wanted first, each once, and none of damaged photos`() {
    var model = Photos.model(
      Photos.contents(200) { _, item in item == 1 ? Photos.asset("bad", damage: "x") : nil })
    let first = PickerDrawing(model) { _ in .waiting }.wanted()
    #expect(first.first?.asset == model.contents[0])
    #expect(!first.contains { $0.asset.damage != nil })
    #expect(Set(first).count == first.count)
    #expect(first.count < 40)
    model.press(.end)
    let last = PickerDrawing(model) { _ in .waiting }.wanted()
    #expect(last.prefix(16).contains { $0.asset == model.contents[199] })
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
