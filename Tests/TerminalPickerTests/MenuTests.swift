import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

/// Menus and what is typed.
struct MenuTests {
  private func chosen(_ model: PickerPages) -> String? { model.menu.map { $0.words[$0.chosen] } }

  @Test func `the filter is a checklist that shows what it lets pass at once`() {
    var model = Photos.model(Photos.contents(3))
    model.type("f")
    #expect(
      model.menu?.words
        == AssetKind.allCases.map(\.rawValue) + [
          "unrated", "rejected", "★", "★★", "★★★", "★★★★", "★★★★★",
        ])
    #expect(model.menu?.marks.allSatisfy { $0 == " " } == true)
    #expect(model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(model.query.kinds == KindFilter(including: [AssetKind.allCases[0]], excluding: []))
    #expect(model.menu?.marks.first == "✓")
    // Not those.
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
    // Judgements are shown or do not matter.
    #expect(model.press(.character(" ")) == [.picker(.makeContents)] && model.judged == [])
    #expect(model.press(.character(" "), .enter) == [] && model.prompt == nil)
    #expect(model.judged == [.fiveStars])
  }

  @Test func `escape brings the filter back as it was, backspace shows everything`() {
    var model = Photos.model(Photos.contents(3))
    model.type("fx")
    model.press(.character(" "), .end, .character(" "), .enter)
    let before = FilterState(kinds: model.query.kinds, judged: model.judged)
    #expect(before != FilterState(kinds: KindFilter(), judged: []))
    model.type("f")
    #expect(model.press(.backspace) == [.picker(.makeContents)])
    #expect(model.query.kinds == KindFilter() && model.judged == [])
    #expect(model.press(.backspace) == [], "nothing changed")
    #expect(model.press(.escape) == [.picker(.makeContents)] && model.prompt == nil)
    #expect(FilterState(kinds: model.query.kinds, judged: model.judged) == before)
    #expect(model.press(.character("f"), .escape) == [])
  }

  @Test func `initials move in the checklist and never mark`() {
    var model = Photos.model(Photos.contents(3))
    model.type("fr")
    let first = chosen(model)
    #expect(first?.first == "r" && model.query.kinds == KindFilter() && model.judged == [])
    model.type("rr")
    #expect(chosen(model)?.first == "r" && model.prompt != nil)
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

  @Test func `an initial goes to the next word, and chooses the only one`() {
    let words = PickerModel.groupings.map(\.rawValue)
    for word in Set(words.compactMap(\.first)) {
      var model = Photos.model(Photos.contents(3))
      model.type("g")
      let start = model.menu?.chosen ?? 0
      let places = words.indices.filter { words[$0].first == word }
      let effects = model.type(String(word).uppercased())
      if places.count == 1 {
        #expect(effects == [.picker(.makeContents)] && model.prompt == nil)
        #expect(model.query.grouping == PickerModel.groupings[places[0]])
      } else {
        #expect(effects == [] && model.menu?.chosen == places.first { $0 > start } ?? places[0])
        // Around the end.
        for _ in places { model.type(String(word)) }
        #expect(model.menu?.chosen == places.first { $0 > start } ?? places[0])
        #expect(model.press(.enter) == [.picker(.makeContents)])
      }
    }
    var model = Photos.model(Photos.contents(3))
    #expect(model.type("s§") == [] && model.prompt != nil)
    #expect(model.type("l") == [.picker(.makeContents)] && model.query.sorting == .size)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (9, 4), (1, 1), (200, 50)])
  func `every word of a menu is reached by keys, seen, and chosen by a click`(columns: Int, rows: Int) {
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

  @Test func `up and down keep the column of a menu, and stop at its ends`() {
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

  @Test func `a click beside a menu does nothing`() {
    var model = Photos.model(Photos.contents(3))
    model.type("g")
    for row in [0, 5, 22, 23] {
      #expect(model.handle(.mouse(MouseInput(.press, column: 3, row: row))) == [])
      #expect(model.prompt != nil && model.picks.count == 0)
    }
  }

  @Test func `keywords are typed with their signs`() {
    let text = KeywordText(" Kyoto, -Tokyo ,,+Travel/Japan,-, A b ")
    #expect(text.added == ["Kyoto", "Travel/Japan", "A b"] && text.removed == ["Tokyo"])
    #expect(!text.isEmpty && KeywordText(" , -").isEmpty)
    #expect(KeywordText("Kyoto, -To").lastWord == "To" && KeywordText("Kyoto,").lastWord == "")
    #expect(KeywordText("Kyoto, -To").completed("Tokyo") == "Kyoto, -Tokyo")
    #expect(KeywordText("ky").completed("Kyoto") == "Kyoto" && KeywordText("ky").completed(nil) == "ky")
    #expect(KeywordText("").completed("Kyoto") == "Kyoto")
  }
}
