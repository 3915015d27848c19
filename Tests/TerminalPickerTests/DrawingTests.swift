import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct DrawingTests {
  private func rows(_ model: PickerPages, _ renderers: GridRenderers = GridRenderers()) -> [String] {
    PickerDrawing(model, renderers: renderers).rows
  }

  @Test func `headings have counts, captions names, the status line facts`() {
    var model = Photos.model(Photos.contents(5, 2))
    model.type(" ")
    let shown = rows(model)
    #expect(shown[0].hasPrefix("All Photos · by month · newest"))
    #expect(shown[2].hasPrefix(" Section 0 · 5"))
    #expect(shown[3].hasPrefix("▗ ✓ ▄▄▄"))
    #expect(shown.contains { $0.contains("0-0.jpg") && $0.contains("0-3.jpg") })
    #expect(shown[22].hasPrefix("1 picked · 1.0 kB"))
    #expect(shown[22].contains("1/7"))
    #expect(shown[23].hasPrefix(" Space pick"))
  }

  /// Returns the bottom line for a photo with a camera.
  private func status(of name: String, date: String? = "2019-04-06T07:08:09", columns: Int) -> String {
    let asset = Photos.asset(
      name, size: 25_000_000, date: date, camera: Camera(make: "FUJIFILM", model: "X-T2"))
    let shown = rows(Photos.model(Photos.contents(1) { _, _ in asset }, columns: columns, rows: 24))
    return shown[22].replacing("0 picked", with: "").trimmingPrefix { $0 == " " }.description
  }

  @Test func `a narrow status line drops facts, the date last`() {
    let name = "DSCF0007.RAF"
    #expect(
      status(of: name, columns: 100).hasPrefix("\(name)  2019-04-06 07:08  400×300  25 MB  FUJIFILM X-T2"))
    #expect(status(of: name, columns: 72) == "\(name)  2019-04-06 07:08  400×300  25 MB  1/1")
    #expect(status(of: name, columns: 58) == "\(name)  2019-04-06 07:08  400×300  1/1")
    #expect(status(of: name, columns: 45) == "\(name)  2019-04-06 07:08  1/1")
    #expect(status(of: name, columns: 44) == "\(name)  1/1")
    #expect(status(of: name, columns: 22) == "DSC…RAF  1/1")
    #expect(status(of: name, columns: 20) == "1/1")
  }

  @Test func `a long name is truncated in the middle`() {
    let name = "Photo of the garden behind the house in the morning (1234).jpg"
    #expect(
      status(of: name, columns: 80)
        == "Photo of the garden beh… the morning (1234).jpg  2019-04-06 07:08  1/1")
    #expect(status(of: name, columns: 49) == "Photo of…34).jpg  2019-04-06 07:08  1/1")
    #expect(status(of: name, date: nil, columns: 32) == "Photo of…234).jpg  1/1")
  }

  @Test func `photos are numbered if the picking order matters`() {
    var model = Photos.model(Photos.contents(5)) { $0.showsNumbers = true }
    model.press(.right, .character(" "), .left, .character(" "))
    #expect(rows(model)[3].hasPrefix("▗ 2 ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖ 1 ━━━"))
  }

  @Test(arguments: [(20, 5), (8, 2), (1, 1), (33, 9), (80, 24), (300, 90)])
  func `nothing is drawn outside of the terminal`(columns: Int, rows: Int) {
    let name = "東京\u{1B}[31m\u{202E}ﷺ👩‍👩‍👧‍👦.jpg"
    for page in ["", "p", "?", "g", "s", "f", "/x"] {
      var model = Photos.model(
        Photos.contents(9) { _, item in Photos.asset("\(item)\(name)", damage: item == 2 ? "x" : nil) },
        columns: columns, rows: rows)
      model.type("A" + page)
      let frame = PickerDrawing(model).frame()
      for row in 0..<rows {
        let text = frame.text(ofRow: row)
        #expect(TerminalText.columns(of: text) <= columns)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }
  }

  @Test(arguments: [(14, "Group by: mon…"), (13, "Group by: mo…")])
  func `the selected item is visible, truncated if necessary`(columns: Int, shown: String) {
    var model = Photos.model(Photos.contents(5), columns: columns, rows: 6)
    model.type("g")
    #expect(rows(model).contains(shown))
  }

  @Test func `long messages use several rows`() {
    var model = Photos.model(Photos.contents(5)) { $0.policy = SelectionChecks(maximumCount: 1) }
    model.type("A")
    let told = rows(model)
    #expect(told[21].hasPrefix("Only 1 photo please!"))
    #expect(told[22].hasPrefix("You can only pick 1 photo at a time."))
    #expect(told[23].hasPrefix(" Space pick"))
    model.type("p")
    model.model.message = Array(repeating: "word", count: 50).joined(separator: " ")
    let beside = rows(model)
    #expect(beside[20].allSatisfy { $0 == " " })
    #expect(beside[21].hasPrefix("word word"))
    #expect(beside[22].hasSuffix("word…"))
    model.press(.escape)
    model.model.message = Array(repeating: "word", count: 500).joined(separator: " ")
    let below = rows(model)
    #expect(!below[18].hasPrefix("word"))
    #expect(below[19...22].allSatisfy { $0.hasPrefix("word word") })
  }

  @Test func `an empty grid lists read errors`() {
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
    // Errors fill the 20 rows of the page.
    _ = model.handle(.update(PickerUpdate(problems: problems)))
    let full = rows(model)
    #expect(full[2].contains("No photos found"))
    #expect(full[21].contains("/photos/locked 19: permission denied"))
    #expect(full[22].hasPrefix("0 picked"))
  }

  @Test func `photos being loaded are not reported as missing`() {
    let albums = Photos.model(Photos.contents(5)) { $0.startsWithAlbums = true }
    #expect(rows(albums).contains { $0.contains("Reading…") })
    #expect(!rows(albums).contains { $0.contains("No photos found") })
  }

  @Test func `read errors are reported once next to the photos`() {
    var model = Photos.model(Photos.contents(5))
    let problems = ["b", "c"].map { ScanProblem(path: FilePath("/photos/\($0)"), reason: "it is \($0)") }
    let update = PickerUpdate(model.contents, problems: [problems[0]])
    _ = model.handle(.update(update))
    #expect(rows(model)[22].hasPrefix("/photos/b: it is b"))
    model.press(.right)
    _ = model.handle(.update(update))
    #expect(rows(model)[22].hasPrefix("0 picked"))
    _ = model.handle(.update(PickerUpdate(model.contents, problems: problems)))
    #expect(model.message == "/photos/c: it is c")
    model = Photos.model(Photos.contents(5))
    _ = model.handle(.update(PickerUpdate(model.contents, problems: problems)))
    #expect(model.message == "/photos/b: it is b\n1 more problem is reported at the end.")
  }

  @Test func `the status line of albums counts albums`() {
    var model = Photos.model(Photos.contents(5, 2)) { $0.startsWithAlbums = true }
    let folders = ["/photos/a", "/photos/b"].map { Album.Kind.folder(Folder(FilePath($0))) }
    _ = model.handle(.albums(([.all] + folders).map { AlbumSummary($0, count: 7, dates: nil) }))
    #expect(rows(model)[0].hasPrefix("Albums · 2 · most photos"))
    #expect(rows(model)[22].hasSuffix("2 albums"))
    model.press(.right)
    #expect(rows(model)[22].hasSuffix("album 1/2"))
    model.press(.end)
    #expect(rows(model)[22].hasSuffix("album 2/2"))
    // A single requested album has no "All Photos".
    _ = model.handle(.albums([AlbumSummary(folders[1], count: 7, dates: nil)]))
    #expect(rows(model)[0].hasPrefix("Albums · 1"))
    #expect(rows(model)[22].hasSuffix("album 1/1"))
  }

  @Test(arguments: [(24, 18, 7), (9, 18, 3), (5, 18, 1)])
  func `albums are posters with names, counts and years, sized to the screen`(
    rows: Int, columns: Int, height: Int
  ) {
    var model = Photos.model(Photos.contents(5), rows: rows) { $0.startsWithAlbums = true }
    let folders = ["/photos/first", "/photos/second"].map { Album.Kind.folder(Folder(FilePath($0))) }
    let poster = Photos.asset("poster.jpg")
    _ = model.handle(
      .albums([
        AlbumSummary(folders[0], count: 7, dates: nil, poster: poster),
        AlbumSummary(folders[1], count: 1, dates: nil),
      ]))
    let shown = self.rows(model)
    #expect(shown.contains { $0.dropFirst().hasPrefix("first             ") && $0.contains("second") })
    #expect(shown.contains { $0.dropFirst().hasPrefix("7 photos          ") && $0.contains("1 photo ") })
    let wanted = PickerDrawing(model).wanted()
    #expect(wanted.map(\.columns) == [columns] && wanted.map(\.rows) == [height])
  }

  @Test func `wide characters are centered and never split`() {
    let model = Photos.model(Photos.contents(1) { _, _ in Photos.asset("bad.jpg", damage: "壊れた写真も") })
    #expect(model.layout.pictureColumns == 18)
    #expect(rows(model).contains { $0.hasPrefix("▐   壊れた写真も   ▌") })
  }

  @Test func `the most important keys fit 40 columns`() throws {
    for columns in 40...200 {
      for rows in [10, 24] {
        for marks in [nil, PickerMarks(journals: "/journals", scanner: LibraryScanner())] {
          var model = Photos.model(Photos.contents(9), columns: columns, rows: rows) { $0.marks = marks }
          let keys = try #require(self.rows(model).last)
          #expect(["Space pick", "Enter look", "d done", "q cancel"].allSatisfy(keys.contains), "\(columns)")
          model.press(.enter)
          let look = try #require(self.rows(model).last)
          #expect(["Space pick", "Esc back", "z 100 %"].allSatisfy(look.contains), "\(columns)")
          model.press(.escape, .tab)
          let albums = try #require(self.rows(model).last)
          #expect(["Enter open", "Tab photos", "q cancel"].allSatisfy(albums.contains), "\(columns)")
          #expect(!albums.contains("d done"), "nothing is picked that could be returned")
          model.press(.tab, .character(" "), .tab)
          #expect(self.rows(model).last?.contains("d done") == true, "\(columns)")
        }
      }
    }
  }

  @Test func `20 by 5 cells show photos, names and the status`() {
    let shown = rows(Photos.model(Photos.contents(9), columns: 20, rows: 5))
    #expect(shown[0].hasPrefix(" Section 0 · 9"))
    // A tilde precedes the date of a file.
    #expect(shown[3].hasPrefix(" ~0-0.jpg "))
    #expect(shown[4].hasPrefix("0 picked"))
  }

  @Test func `a custom renderer draws its registered cells`() {
    struct Stamp: CellRenderer {
      func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
        frame.write("STAMP", column: area.column, row: area.row)
      }
    }
    struct Shout: SupplementaryRenderer {
      func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
        let text = view.section.title.uppercased() + (view.isAtCursor ? "!" : "")
        frame.write(text, column: 0, row: area.row)
      }
    }
    var model = Photos.model(Photos.contents(2, 2))
    var renderers = GridRenderers()
    renderers.registerCell(Stamp()) { section, asset in section.key == "1" && asset.isJPEG }
    renderers.registerSupplementary(Shout(), of: .heading) { section, _ in section.key == "0" }
    let text = rows(model, renderers).joined(separator: "\n")
    #expect(text.components(of: "STAMP") == 2)
    #expect(text.contains("SECTION 0!"))
    #expect(text.contains("Section 1 · 2"))
    model.press(.end)
    #expect(rows(model, renderers).joined().contains("SECTION 0  "))
  }

  @Test func `supplementary views are drawn at the places of their kinds`() {
    struct Words: SupplementaryRenderer {
      let words: String

      func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
        for row in 0..<area.rows {
          let text = "\(words) \(view.section.key)\(view.asset?.name.text ?? "") \(row)"
          frame.write(text, column: area.column, row: area.row + row, limit: area.columns)
        }
      }
    }
    let note = SupplementaryKind("note", .footer(lines: 2))
    let stamp = SupplementaryKind("stamp", .badge)
    var renderers = GridRenderers()
    renderers.registerSupplementary(Words(words: "unseen"), of: .footer)
    renderers.registerSupplementary(Words(words: "foot"), of: .footer)
    renderers.registerSupplementary(Words(words: "note"), of: note) { section, _ in section.key == "1" }
    renderers.registerSupplementary(Words(words: "stamp"), of: stamp) { _, asset in
      asset?.name.text == "1-0.jpg"
    }
    let model = Photos.model(Photos.contents(2, 2, 4), rows: 44, renderers: renderers)
    let shown = rows(model, renderers)
    #expect(!shown.joined().contains("unseen"))
    // The first two sections share a row, and each footer is below the cells of the section.
    let line = shown.firstIndex { $0.contains("foot 0 0") } ?? 0
    #expect(shown[line].contains("foot 1 0") && shown[line + 1].contains("note 1 0"))
    #expect(shown[line + 2].contains("note 1 1") && !shown[line + 1].contains("0 0"))
    #expect(shown[line + 3].contains("Section 2 · 4"))
    #expect(shown.joined().components(of: "stamp 11-0.jpg 0") == 1)
    #expect(shown.joined().components(of: "foot 2 0") == 1)
    // If no renderer is registered, supplementary views take no space.
    #expect(rows(Photos.model(Photos.contents(2, 2, 4), rows: 44))[line].contains("Section 2 · 4"))
  }

  @Test func `visible pictures are requested first, once each, without corrupt photos`() {
    var model = Photos.model(
      Photos.contents(200) { _, item in item == 1 ? Photos.asset("bad", damage: "x") : nil })
    let first = PickerDrawing(model).wanted()
    #expect(first.first?.asset == model.contents[0])
    #expect(!first.contains { $0.asset.damage != nil })
    #expect(Set(first).count == first.count)
    #expect(first.count < 40)
    model.press(.end)
    let last = PickerDrawing(model).wanted()
    #expect(last.prefix(16).contains { $0.asset == model.contents[199] })
  }
}

extension String {
  /// Returns the number of occurrences of a string.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
