@testable import PhotoActions
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct MenuTests {
  private func chosen(_ model: PickerPages) -> String? { model.menu.map { $0.words[$0.chosen] } }

  @Test func `the filter checklist applies immediately`() {
    var model = Photos.model(Photos.contents(3))
    model.type("f")
    #expect(
      model.menu?.words
        == AssetKind.allCases.map(\.words) + [
          "unrated", "rejected", "★ or more", "★★ or more", "★★★ or more", "★★★★ or more", "★★★★★",
        ])
    #expect(model.menu?.marks.allSatisfy { $0 == " " } == true)
    #expect(model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(model.query.kinds == KindFilter(including: [AssetKind.allCases[0]], excluding: []))
    #expect(model.menu?.marks.first == "✓")
    // Exclude.
    #expect(model.press(.right, .character(" "), .character(" ")) == [.picker(.makeContents)])
    #expect(
      model.query.kinds
        == KindFilter(including: [AssetKind.allCases[0]], excluding: [AssetKind.allCases[1]]))
    #expect(model.menu?.marks.prefix(2) == ["✓", "×"])
    #expect(model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(model.query.kinds.excluded == [])
    model.press(.end)
    #expect(chosen(model) == "★★★★★" && model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(model.judged == [.fiveStars] && model.menu?.marks.last == "✓")
    // Ratings have no excluded state.
    #expect(model.press(.character(" ")) == [.picker(.makeContents)] && model.judged == [])
    #expect(model.press(.character(" "), .enter) == [] && model.prompt == nil)
    #expect(model.judged == [.fiveStars])
  }

  @Test func `escape restores the filter, backspace clears it`() {
    var model = Photos.model(Photos.contents(3))
    model.type("fx")
    model.press(.character(" "), .end, .character(" "), .enter)
    let before = model.filterState
    #expect(before != FilterState())
    model.type("f")
    #expect(model.press(.backspace) == [.picker(.makeContents)])
    #expect(model.query.kinds == KindFilter() && model.judged == [])
    #expect(model.press(.backspace) == [], "nothing changed")
    #expect(model.press(.escape) == [.picker(.makeContents)] && model.prompt == nil)
    #expect(model.filterState == before)
    #expect(model.press(.character("f"), .escape) == [])
  }

  @Test func `initials move in the checklist without marking`() {
    var model = Photos.model(Photos.contents(3))
    model.type("fr")
    let first = chosen(model)
    #expect(first == "RAW" && model.filterState == FilterState())
    model.type("R")
    #expect(chosen(model) == "rejected" && model.prompt != nil)
  }

  @Test func `the filter lists the contents of the view with counts, and selected items`() {
    let photos = [
      judged("a.jpg", rating: 3, label: "Red"), judged("b.jpg", rating: 5, label: "Red"),
      judged("c.jpg", rating: -1, label: "To \u{1B}[2Jdo"), judged("d.png") { $0.fileType = .png },
      judged("e.jxl") { $0.fileType = .jpegXL },
    ]
    var model = Photos.model(Photos.contents(5) { _, item in photos[item] })
    _ = model.handle(.counts(FilterCounts(photos)))
    model.type("f")
    #expect(
      model.menu?.words == [
        "photos 5", "JPEG 3", "PNG 1", "JPEG XL 1", "unrated 2", "rejected 1", "★ or more 2", "★★ or more 2",
        "★★★ or more 2", "★★★★ or more 1", "★★★★★ 1", "Red 2", #"To \e[2Jdo 1"#,
      ])
    model.press(.end, .left, .character(" "))
    #expect(model.labels == ["Red"] && StatusText(model).title.hasSuffix(" · Red"))
    let shown = photos.filter { model.narrowedQuery.filter?.includes($0) == true }
    #expect(shown.map(\.name.text) == ["a.jpg", "b.jpg"])
    // Ratings and labels are combined with AND.
    model.press(.home)
    for _ in 0..<9 { model.press(.right) }
    #expect(chosen(model) == "★★★★ or more 1" && model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(photos.filter { model.narrowedQuery.filter?.includes($0) == true }.count == 1)
    // Selected labels remain in the list when no photo has them.
    _ = model.handle(.counts(FilterCounts([photos[3]])))
    #expect(model.menu?.words.last == "Red 0" && model.menu?.words.first == "photos 0")
    #expect(chosen(model) == "★★★★ or more 0", "the cursor stays on its line")
  }

  private func judged(
    _ name: String, rating: Int64? = nil, label: String? = nil,
    change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    Photos.asset(name) { metadata in
      if let rating { metadata.values[.rating] = .integer(rating) }
      if let label { metadata.values[.label] = .text(label) }
      change(&metadata)
    }
  }

  @Test func `the cursor returns to its photo after a filter hid it`() {
    let all = Photos.contents(9)
    var model = Photos.model(all)
    model.press(.right, .right, .right, .right)
    let place = model.current
    model.type("f")
    model.press(.character(" "))
    func show(_ items: [Int]) {
      let photos = items.compactMap { all[$0] }
      _ = model.handle(
        .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: photos)]))))
    }
    show([0, 1, 6, 7])
    #expect(model.current == all[6], "the nearest one")
    model.press(.character(" "))
    show([2, 3, 5])
    #expect(model.current == all[5])
    model.press(.escape)
    show(Array(0..<9))
    #expect(model.current == place)
  }

  @Test func `arrows move between the rows of a menu, and stop at the first and the last`() throws {
    var model = Photos.model(Photos.contents(3))
    model.type("g")
    let menu = try #require(model.menu)
    let (count, perRow) = (menu.words.count, menu.layout(model.size).perRow)
    #expect(perRow > 1 && count > perRow)
    var path: [Int?] = []
    model.press(.home)
    for key in [Key.up, .down, .up] {
      model.press(key)
      path.append(model.menu?.chosen)
    }
    #expect(path == [0, perRow, 0])
    for _ in 0..<count { model.press(.down) }
    #expect(model.menu?.chosen == (count - 1) / perRow * perRow)
    model.press(.end, .down)
    #expect(model.menu?.chosen == count - 1)
  }

  @Test func `grouping and order are chosen with arrows`() {
    var model = Photos.model(Photos.contents(3))
    let before = model.query.grouping
    #expect(model.press(.character("g"), .right, .right, .enter) == [.picker(.makeContents)])
    let index = PickerModel.groupings.firstIndex(of: before) ?? 0
    #expect(model.query.grouping == PickerModel.groupings[index + 2])
    #expect(model.press(.character("s"), .left, .left, .enter) == [.picker(.makeContents)])
    #expect(model.query.sorting == .size && model.query.direction == .ascending)
    #expect(model.press(.character("g"), .right, .escape) == [] && model.prompt == nil)
    #expect(model.query.grouping == PickerModel.groupings[index + 2])
  }

  @Test(arguments: ["g", "s", "!"])
  func `in menus, a letter selects the next item with that initial, and enter confirms`(key: String) {
    let file = Array("e edit gimp {}\nv view less {}\ns sheet montage {}\nE export convert {}\n".utf8)
    let actions = UserActions(file, of: "actions")
    func open() -> PickerPages {
      var model = Photos.model(Photos.contents(3)) { $0.actions = actions }
      if key == "!" { _ = model.handle(.actions(actions)) } else { model.type(key) }
      return model
    }
    let words = open().menu?.words ?? []
    #expect(words.count > 3)
    for letter in Set(words.compactMap { $0.lowercased().first }) {
      var model = open()
      let start = model.menu?.chosen ?? 0
      let places = words.indices.filter { words[$0].lowercased().first == letter }
      #expect(model.type(String(letter).uppercased()) == [] && model.prompt != nil)
      #expect(model.menu?.chosen == places.first { $0 > start } ?? places[0])
      // Wrap around.
      for _ in places { model.type(String(letter)) }
      #expect(model.menu?.chosen == places.first { $0 > start } ?? places[0])
      #expect(model.press(.enter).count == 1 && model.prompt == nil)
    }
    var model = open()
    #expect(model.type("§") == [] && model.prompt != nil)
  }

  @Test func `menu items are words, not option values`() {
    let groupings = PickerModel.groupings.map(\.words)
    #expect(groupings.contains("hour of the day") && groupings.contains("day of the week"))
    #expect(!(groupings + PickerModel.orders.map(\.name)).contains { $0.contains(where: \.isUppercase) })
    #expect(AssetKind.format(.jxl).words == "JPEG XL")
    #expect(AssetQuery.Grouping.field(AssetField(.focalLength)).words == "focal length")
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (9, 4), (1, 1), (200, 50)])
  func `keys and clicks reach every menu item`(columns: Int, rows: Int) {
    for key in ["f", "g", "s"] {
      var model = Photos.model(Photos.contents(3), columns: columns, rows: rows)
      model.type(key)
      model.press(.home)
      let count = model.menu?.words.count ?? 0
      for index in 0..<count {
        guard let menu = model.menu, let area = model.menuArea else { break }
        #expect(menu.chosen == index)
        let places = menu.layout(model.size).places(chosen: index)
        guard let place = places.first(where: { $0.index == index }) else {
          Issue.record("\(key): word \(index) is not seen")
          break
        }
        #expect(place.row < area.rows && (rows == 1 || area.row + area.rows == PageArea(model.size).status))
        for other in places where columns > 9 {
          #expect(
            menu.layout(model.size).index(column: other.column, row: other.row, chosen: index) == other.index)
        }
        var clicked = model
        let click = MouseInput(.press, column: place.column, row: area.row + place.row)
        #expect(clicked.handle(.mouse(click)) == [.picker(.makeContents)])
        #expect((clicked.prompt == nil) == (key != "f"))
        model.press(.right)
      }
      #expect(model.menu?.chosen == 0)
      model.press(.left)
      #expect(model.menu?.chosen == count - 1)
    }
  }

  @Test func `up and down stay in the column of a menu and stop at its ends`() {
    var model = Photos.model(Photos.contents(3), columns: 40)
    model.type("f")
    guard let menu = model.menu else { return }
    let perRow = menu.layout(model.size).perRow
    #expect(perRow > 1 && perRow < menu.words.count)
    model.press(.right, .down)
    #expect(model.menu?.chosen == perRow + 1)
    model.press(.up, .up)
    #expect(model.menu?.chosen == 1)
    model.press(.end, .down)
    #expect(model.menu?.chosen == menu.words.count - 1)
  }

  @Test func `a click outside of a menu does nothing`() {
    var model = Photos.model(Photos.contents(3))
    model.type("g")
    for row in [0, 5, 22, 23] {
      #expect(model.handle(.mouse(MouseInput(.press, column: 3, row: row))) == [])
      #expect(model.prompt != nil && model.picks.count == 0)
    }
  }

  @Test func `keyword input preserves its characters`() {
    let text = KeywordText(" Kyoto, -Tokyo ,,+Travel/Japan,-, A b ")
    #expect(text.added == ["Kyoto", "Travel/Japan", "A b"] && text.removed == ["Tokyo"])
    #expect(!text.isEmpty && KeywordText(" , -").isEmpty)
    #expect(KeywordText("Kyoto, -To").lastWord == "To" && KeywordText("Kyoto,").lastWord == "")
    #expect(KeywordText("Kyoto, -To").completed("Tokyo") == "Kyoto, -Tokyo")
    #expect(KeywordText("ky").completed("Kyoto") == "Kyoto" && KeywordText("ky").completed(nil) == "ky")
    #expect(KeywordText("").completed("Kyoto") == "Kyoto")
  }
}
