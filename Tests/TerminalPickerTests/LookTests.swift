import PhotoFormats
import PhotoLibrary
import Terminal
import TestSupport
import Testing

@testable import PhotoPicker
@testable import TerminalPicker

struct LookTests {
  /// Returns a picker of photos with 4000 x 3000 pixels, more than the terminal has.
  private func large(_ count: Int, columns: Int = 80, rows: Int = 24) -> PickerPages {
    Photos.model(
      Photos.contents(count) { _, item in
        Photos.asset("\(item).jpg") { $0.pixelSize = PixelSize(width: 4000, height: 3000) }
      }, columns: columns, rows: rows)
  }

  /// Returns the first request for the open photo.
  private func first(_ model: PickerPages) -> PictureRequest? { PickerDrawing(model).wanted().first }

  private func region(_ model: PickerPages) -> PictureRequest.Region? {
    if case .region(let region)? = first(model)?.detail { region } else { nil }
  }

  @Test func `enter opens the full view, arrows turn pages, escape returns to the photo`() {
    var model = large(4)
    model.press(.enter)
    #expect(model.page == .look && first(model)?.detail == .fit && first(model)?.asset == model.contents[0])
    model.press(.right, .down, .character(" "))
    #expect(model.cursor == 2 && model.pickedNames == ["2.jpg"])
    model.press(.left)
    #expect(model.cursor == 1)
    model.press(.end)
    #expect(model.cursor == 3)
    model.press(.escape)
    #expect(model.page == .grid && model.cursor == 3)
    for key: Key in [.character("q"), .character("p"), .enter, .backspace] {
      model.press(.enter)
      #expect(model.page == .look)
      #expect(model.press(key) == [] && model.page == .grid)
    }
  }

  @Test func `neighbors and full-resolution pixels are prefetched`() {
    var model = large(5)
    model.press(.right, .enter)
    let wanted = PickerDrawing(model).wanted()
    #expect(wanted.map(\.asset) == [1, 2, 3, 1, 0].map { model.contents[$0] })
    #expect(wanted.enumerated().allSatisfy { ($0 == 3) != ($1.detail == .fit) })
    model.press(.character("z"))
    #expect(wanted[3].detail == first(model)?.detail)
  }

  @Test func `z toggles between 100 % and the complete photo`() {
    var model = large(2)
    model.press(.enter, .character("z"))
    // 80 x 20 cells of 4 x 8 pixels, from the center of the photo.
    #expect(region(model) == PictureRequest.Region(x: 1840, y: 1420, width: 320, height: 160, factor: 1))
    #expect(StatusText(model).title.hasSuffix(" · 100 %"))
    model.press(.character("z"))
    #expect(first(model)?.detail == .fit && !StatusText(model).title.contains("%"))
  }

  /// Returns a picker of three shots: RAW and JPEG, RAW alone, RAW and JPEG and an edit, which is a crop.
  private func shots() throws -> PickerPages {
    let sides: [(String, PhotoFileType, UInt32)] = [
      ("IMG_1.JPG", .jpeg, 3000), ("IMG_1.CR2", .canonRAW, 6000), ("IMG_2.CR2", .canonRAW, 6000),
      ("IMG_3.JPG", .jpeg, 3000), ("IMG_3.CR2", .canonRAW, 6000), ("IMG_3-edited.jpg", .jpeg, 1500),
    ]
    let files = sides.map { name, type, side in
      Photos.asset(name, date: "2014-06-01T09:3\(name.dropFirst(4).prefix(1)):00") {
        $0.fileType = type
        $0.pixelSize = PixelSize(width: side, height: side / 3 * 2)
      }
    }
    var query = AssetQuery()
    (query.grouping, query.sorting, query.stacks) = (.all, .name, .shots)
    let groups = try query.groupsWithCopies(of: LibrarySnapshot(inAnyOrder: files))
    return Photos.model(NumberedView(groups, unit: .shot))
  }

  private func displayed(_ pages: PickerPages) -> [String] { pages.lookedAtPictures.map(\.name.text) }

  @Test func `V displays the next picture of the shot, also of the next shots`() throws {
    var pages = try shots()
    #expect(pages.model.contents.count == 3)
    pages.press(.end, .enter)
    #expect(displayed(pages) == ["IMG_3-edited.jpg"] && pages.hasOtherPicture)
    for (name, kind) in [("IMG_3.JPG", "JPEG"), ("IMG_3.CR2", "RAW"), ("IMG_3-edited.jpg", "edit")] {
      pages.type("V")
      #expect(displayed(pages) == [name] && first(pages)?.asset.name.text == name)
      #expect(pages.model.message == "\(kind): \(name)" && StatusText(pages).title.hasSuffix(" · \(kind)"))
    }
    pages.type("VV")
    pages.press(.left)
    pages.type("V")
    #expect(displayed(pages) == ["IMG_2.CR2"] && pages.model.message == "This shot has no other picture.")
    pages.press(.left)
    #expect(displayed(pages) == ["IMG_1.CR2"])
    // Keys act on the shot.
    #expect(pages.press(.character(" ")) == [] && pages.pickedNames == ["IMG_1.JPG"])
    pages.press(.escape, .enter)
    #expect(displayed(pages) == ["IMG_1.JPG"])
  }

  @Test func `compared shots display the same kind of picture, at the same place of the frame`() throws {
    var pages = try shots()
    pages.type("A")
    pages.type("c")
    #expect(displayed(pages) == ["IMG_1.CR2", "IMG_2.CR2", "IMG_3.CR2"])
    pages.press(.escape)
    pages.press(.right, .character(" "), .left)
    pages.type("c")
    #expect(displayed(pages) == ["IMG_1.JPG", "IMG_3.JPG"])
    pages.press(.tab)
    pages.type("VV")
    #expect(displayed(pages) == ["IMG_1.JPG", "IMG_3-edited.jpg"])
    pages.type("z")
    func regions() -> [PictureRequest.Region] {
      PickerDrawing(pages).wanted().prefix(2).compactMap {
        if case .region(let region) = $0.detail { region } else { nil }
      }
    }
    // 100 % of the picture in focus, which has half the size.
    #expect(regions().map(\.factor) == [0.5, 1] && StatusText(pages).title.contains("100 %"))
    #expect(regions()[0].width == 2 * regions()[1].width && regions()[0].x == 2 * regions()[1].x)
    let before = regions()
    pages.press(.tab)
    #expect(regions() == before && StatusText(pages).title.contains("50 %"))
    pages.type("V")
    #expect(displayed(pages) == ["IMG_1.CR2", "IMG_3.CR2"] && regions().map(\.factor) == [0.25, 0.25])
  }

  @Test func `zooming steps from the complete photo to 800 % and back`() {
    var model = large(2)
    model.press(.enter)
    var names: [String] = []
    for key in Array(repeating: Key.character("+"), count: 8) + Array(repeating: .character("-"), count: 8) {
      model.press(key)
      names.append(model.look.zoomName)
    }
    let up = ["12.5 %", "25 %", "50 %", "100 %", "200 %", "400 %", "800 %", "800 %"]
    #expect(names == up + ["400 %", "200 %", "100 %", "50 %", "25 %", "12.5 %", "fit", "fit"])
    #expect(!model.look.isZoomed)
    model.press(.character("="))
    #expect(model.look.zoomName == "12.5 %")
  }

  @Test func `arrows pan a zoomed photo up to its edges`() {
    var model = large(2)
    model.press(.enter, .character("z"), .right, .character("j"))
    #expect(region(model).map { [$0.x, $0.y] } == [1920, 1460])
    model.press(.character("h"), .left, .character("k"), .up)
    #expect(region(model).map { [$0.x, $0.y] } == [1760, 1380] && model.cursor == 0)
    for _ in 0..<100 { model.press(.left, .up) }
    #expect(region(model).map { [$0.x, $0.y] } == [0, 0])
    for _ in 0..<200 { model.press(.right, .down) }
    #expect(region(model) == PictureRequest.Region(x: 3680, y: 2840, width: 320, height: 160, factor: 1))
    // The next photo opens at the same place.
    model.press(.pageDown)
    #expect(model.cursor == 1 && region(model).map { [$0.x, $0.y] } == [3680, 2840])
    model.press(.escape, .enter)
    #expect(!model.look.isZoomed && model.look.place.center == LookState.Point(x: 0.5, y: 0.5))
  }

  @Test func `panning applies the orientation`() {
    var model = Photos.model(
      Photos.contents(1) { _, _ in
        Photos.asset("turned.jpg") {
          $0.pixelSize = PixelSize(width: 4000, height: 3000)
          $0.orientation = .right
        }
      })
    model.press(.enter, .character("z"))
    #expect(region(model) == PictureRequest.Region(x: 1340, y: 1920, width: 320, height: 160, factor: 1))
  }

  @Test func `a photo that fits at 100 % is not enlarged`() {
    var model = Photos.model(
      Photos.contents(2) { _, _ in
        Photos.asset("small.jpg") { $0.pixelSize = PixelSize(width: 100, height: 50) }
      })
    model.press(.enter, .character("z"))
    #expect(first(model)?.detail == .fit && !model.look.isZoomed)
    #expect(model.message == "All pixels of this photo are shown already; + makes them larger.")
    model.press(.right)
    #expect(model.cursor == 1)
    model.press(.character("+"))
    #expect(region(model)?.factor == 2)
    #expect(model.look.zoomName == "200 %")
  }

  @Test func `a photo of unknown size can't be zoomed, with a message`() {
    for key in ["z", "+", "-"] {
      var model = Photos.model(
        Photos.contents(1) { _, _ in Photos.asset("unknown.jpg") { $0.pixelSize = nil } })
      model.press(.enter)
      model.type(key)
      #expect(!model.look.isZoomed)
      #expect(model.message == "This photo cannot be zoomed: its size in pixels is unknown.")
    }
  }

  @Test func `compare opens the picks, or the photo at the cursor and the next`() {
    var model = large(6)
    model.press(.right, .character("c"))
    #expect(model.page == .look && model.lookedAt == [1, 2].map { model.contents[$0] })
    model.press(.character("c"))
    #expect(model.page == .look && model.lookedAt == [model.contents[1]])
    model.press(.escape, .home, .character(" "), .right, .right, .character(" "), .end, .character(" "))
    model.press(.character("c"))
    #expect(model.lookedAt == [0, 2, 5].map { model.contents[$0] } && model.cursor == 0)
    model.press(.escape, .character("A"), .character("c"))
    #expect(model.page == .grid)
    #expect(model.message == "6 photos are too many to compare: pick 2 to 4, or let all go.")
    var alone = large(1)
    alone.press(.character("c"))
    #expect(alone.page == .grid && alone.message == "There is no other photo to compare with.")
  }

  @Test func `a run is compared`() {
    var model = large(6)
    model.press(.right, .character("v"), .right, .right, .character("c"))
    #expect(model.lookedAt == [1, 2, 3].map { model.contents[$0] } && model.run == nil)
  }

  @Test func `keys apply to the focused photo, zoom to all compared photos`() {
    var model = large(6)
    model.press(.right, .character("v"), .right, .right, .character("c"), .tab)
    #expect(model.look.focus == 1 && model.cursor == 2)
    model.press(.right, .right)
    #expect(model.look.focus == 0)
    model.press(.backTab, .character(" "))
    #expect(model.look.focus == 2 && model.pickedNames == ["3.jpg"])
    model.press(.character("z"))
    let wanted = PickerDrawing(model).wanted()
    #expect(wanted.count == 3 && Set(wanted.map(\.detail)).count == 1)
    model.press(.right)
    #expect(model.look.focus == 2, "arrows move over all of them")
    model.press(.escape)
    #expect(model.page == .look && !model.look.isZoomed)
    model.press(.escape)
    #expect(model.page == .grid && model.cursor == 3)
  }

  @Test func `a click focuses and picks a compared photo`() {
    var model = large(6)
    model.press(.character("v"), .right, .right, .character("c"))
    let pane = model.lookLayout.panes[2]
    _ = model.handle(.mouse(MouseInput(.press, column: pane.column, row: pane.row)))
    #expect(model.look.focus == 2 && model.pickedNames == ["2.jpg"])
    // Gaps between panes ignore clicks.
    _ = model.handle(.mouse(MouseInput(.press, column: pane.column - 1, row: pane.row)))
    #expect(model.pickedNames == ["2.jpg"])
  }

  @Test func `deleted photos leave the comparison, and the focus follows the cursor`() {
    var model = large(6)
    model.press(.character("v"), .right, .right, .character("c"), .tab, .tab)
    let kept = [0, 1, 3, 4, 5].compactMap { model.contents[$0] }
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: kept)]))))
    #expect(model.lookedAt == Array(kept.prefix(2)))
    #expect(model.current == model.lookedAt[model.look.focus])
    _ = model.handle(.update(PickerUpdate()))
    #expect(model.page == .grid)
  }

  @Test func `photos deleted while the help is open leave the comparison`() {
    var model = large(6)
    model.press(.character("v"), .right, .right, .character("c"), .tab, .character("?"))
    let kept = [0, 2, 3, 4, 5].compactMap { model.contents[$0] }
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: kept)]))))
    model.press(.escape)
    #expect(model.page == .look && model.lookedAt == Array(kept.prefix(2)))
    #expect(model.current == model.lookedAt[model.look.focus])
  }

  @Test func `the last compared photo becomes a single view`() {
    var model = large(4)
    model.press(.character("c"))
    let kept = [0, 2, 3].compactMap { model.contents[$0] }
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: kept)]))))
    #expect(model.page == .look && model.lookedAt == [kept[0]])
    model.press(.right)
    #expect(model.lookedAt == [kept[1]])
  }

  @Test func `hidden picks are not compared`() {
    var model = large(6)
    model.press(.character(" "), .end, .character(" "))
    let kept = (0..<5).compactMap { model.contents[$0] }
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: kept)]))))
    model.press(.home, .character("c"))
    #expect(model.pickedNames.count == 2 && model.lookedAt == Array(kept.prefix(2)))
  }

  @Test(arguments: [(80, 24), (200, 50), (40, 12), (20, 5), (3, 2), (1, 1)])
  func `panes and facts are side by side`(columns: Int, rows: Int) {
    let area = PageArea(TerminalSize(columns: columns, rows: rows)).content
    for count in 1...5 {
      for showsFacts in [false, true] where columns >= 20 && rows >= 5 {
        let layout = LookLayout(area: area, count: count, showsFacts: showsFacts)
        #expect(layout.panes.count == min(count, 4) && (layout.facts != nil) == showsFacts)
        let all = layout.panes + (layout.facts.map { [$0] } ?? [])
        for (index, pane) in all.enumerated() where pane.columns > 1 && pane.rows > 1 {
          #expect(pane.column >= 0 && pane.column + pane.columns <= columns)
          #expect(pane.row >= area.row && pane.row + pane.rows <= area.row + area.rows)
          for other in all[..<index] {
            #expect(
              pane.column >= other.column + other.columns || pane.row >= other.row + other.rows
                || pane.row + pane.rows <= other.row)
          }
        }
      }
    }
  }

  @Test func `seconds appear if neighbors share the minute`() {
    let times = ["10:00:07", "10:00:09", "10:01:00", "10:01:30", "10:03:00"]
    var model = Photos.model(
      Photos.contents(5) { _, item in Photos.asset("\(item).jpg", date: "2014-05-25T\(times[item])") })
    func shows(_ text: String) -> Bool { PickerDrawing(model).rows.contains { $0.contains(text) } }
    #expect(shows("2014-05-25 10:00:07"))
    model.press(.end)
    #expect(shows("2014-05-25 10:03  "))
    model.press(.enter)
    #expect(shows("2014-05-25 10:03  "))
    model.press(.left)
    #expect(shows("2014-05-25 10:01:30"))
    model.press(.escape, .home, .character("v"), .right, .right, .character("c"))
    #expect(shows("10:00:07") && shows("10:00:09") && shows("10:01") && !shows("10:01:00"))
  }

  @Test func `undo moves the cursor to its photo`() {
    var model = Photos.model(Photos.contents(40))
    let photos = (0..<40).compactMap { model.contents[$0] }
    model.press(.end)
    #expect(model.scroll > 0)
    _ = model.handle(.changed(PickerChange(assets: [photos[3]], place: photos[3], message: "Taken back")))
    #expect(model.current == photos[3] && model.scroll == 0)
    // The result of a mark doesn't move the focus.
    _ = model.handle(.changed(PickerChange(assets: [photos[9]], message: "★★★")))
    #expect(model.current == photos[3])
    model.press(.character("v"), .right, .character("c"), .right)
    _ = model.handle(.changed(PickerChange(assets: [photos[3]], place: photos[3], message: "Taken back")))
    #expect(model.look.focus == 0 && model.current == photos[3])
  }
}
