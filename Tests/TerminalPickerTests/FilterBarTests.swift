import PhotoFormats
import PhotoLibrary
import PhotoPicker
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

struct FilterBarTests {
  private static let photos = (0..<12).map { index in
    Photos.asset("\(index).jpg") { metadata in
      if index < 6 { metadata.values[.rating] = .integer(Int64(index)) }
      if index == 6 { metadata.values[.rating] = .integer(-1) }
      if index % 3 == 0 { metadata.values[.label] = .text("Red") }
      if index == 11 { metadata.fileType = .png }
    }
  }

  private func model(
    columns: Int = 100, rows: Int = 24, _ photos: [Asset] = photos,
    _ change: (inout PickerOptions) -> Void = { _ in }
  ) -> PickerPages {
    var model = Photos.model(
      Photos.contents(photos.count) { photos[$1] }, columns: columns, rows: rows, change)
    _ = model.handle(.counts(FilterCounts(photos)))
    return model
  }

  private func row(_ model: PickerPages) -> String { PickerDrawing(model).rows[1] }

  @Test func `the bar counts, and chips change the filter`() {
    var model = model()
    #expect(row(model).hasPrefix(" ★1+ 5  ★2+ 4  ★3+ 3  ★4+ 2  ★5 1  rejected 1  unrated 6  ●Red 4"))
    model.type("F")
    model.press(.right, .right)
    #expect(model.press(.character(" ")) == [.picker(.makeContents)])
    #expect(model.judged == [.threeStars])
    #expect(row(model).hasPrefix(" ★1+ 5  ★2+ 4 ✓★3+ 3  ★4+ 2  ★5 1  rejected 1  unrated 6  ●Red 1"))
    // Another minimum replaces it.
    #expect(model.press(.right, .enter) == [.picker(.makeContents)] && model.judged == [.fourStars])
    #expect(model.press(.enter) == [.picker(.makeContents)] && model.judged == [])
    model.press(.end, .character(" "))
    #expect(model.query.kinds.included == [.format(.png)])
    // The checklist displays the same filter.
    #expect(model.press(.escape) == [] && model.prompt == nil)
    model.type("f")
    #expect(model.filterItems.filter { $0.mark(in: model.filterState) == "✓" } == [.kind(.format(.png))])
    model.press(.escape)
    model.type("F")
    #expect(model.press(.backspace) == [.picker(.makeContents)] && model.filterState == FilterState())
    #expect(model.press(.backspace) == [])
    model.press(.left)
    #expect(model.filterBar?.chosen == model.filterBar.map { $0.chips.count - 1 }, "it wraps around")
    model.press(.home, .escape)
    #expect(model.page == .grid && model.prompt == nil)
  }

  @Test func `keys leave the bar`() {
    for key in [Key.escape, .up, .down, .character("F"), .character("q")] {
      var model = model()
      model.type("F")
      #expect(model.prompt != nil && model.press(key) == [] && model.prompt == nil)
    }
    var model = model()
    model.type("Ff")
    #expect(model.menu?.isChecklist == true)
  }

  @Test func `the bar follows an excluded kind, and removes it`() {
    var model = model { $0.query.kinds = KindFilter(excluding: [.format(.png), .screenshot]) }
    #expect(row(model).contains("×PNG 1") && row(model).contains("×screenshots 0"))
    model.type("F")
    model.press(.end, .character(" "))
    #expect(model.query.kinds.excluded == [.format(.png)])
  }

  @Test func `a click toggles a chip`() {
    var model = model()
    #expect(model.handle(.mouse(MouseInput(.press, column: 9, row: 1))) == [.picker(.makeContents)])
    #expect(model.judged == [.twoStars] && model.picks.count == 0)
    #expect(model.handle(.mouse(MouseInput(.press, column: 99, row: 1))) == [])
    #expect(model.handle(.mouse(MouseInput(.release, column: 9, row: 1))) == [])
    #expect(model.judged == [.twoStars])
  }

  @Test func `a narrow bar is short, and is cut between chips`() {
    var model = model(columns: 40, rows: 12)
    #expect(row(model) == "  ★1+ 5  ★2+ 4  ★3+ 3  ★4+ 2  ★5 1  ✗ 1›" || row(model).hasSuffix("›"))
    #expect(row(model).hasPrefix("  ★1+ 5  ★2+ 4  ★3+ 3  ★4+ 2  ★5 1"))
    model.type("F")
    model.press(.end)
    #expect(row(model).hasPrefix("‹") && row(model).contains("PNG 1") && !row(model).hasSuffix("›"))
    model.press(.character(" "))
    #expect(row(model).contains("✓PNG 1"))
    let many = (0..<12_345).map { Photos.asset("\($0).jpg") }
    #expect(row(self.model(columns: 40, rows: 12, many)).hasPrefix(" ☆ 12k  JPEG 12k"))
    #expect(row(self.model(many)).hasPrefix(" unrated 12345  JPEG 12345"))
  }

  @Test func `small terminals, other pages and opened stacks have no bar`() {
    for (rows, hasBar) in [(9, false), (10, false), (11, true), (12, true)] {
      var model = model(rows: rows)
      #expect((model.area.bar != nil) == hasBar && model.layout.gutter == 1)
      #expect(model.layout.area == model.area.content)
      model.type("F")
      #expect((model.prompt != nil) == hasBar && (model.model.message == nil) == hasBar)
    }
    var model = model()
    model.press(.tab)
    #expect(row(model).hasPrefix(" ★1+ 5"))
    model.press(.tab, .enter)
    #expect(model.filterBar == nil)
    model.type("F")
    #expect(model.model.message == "There is no filter bar here: f filters.")
    var empty = Photos.model(Photos.contents(0))
    empty.type("F")
    #expect(empty.model.message == "There is nothing to filter." && row(empty).allSatisfy { $0 == " " })
  }

  @Test func `without color, marks and brightness distinguish chips`() throws {
    var model = model()
    model.type("F ")
    let cells = PickerDrawing(model).frame().cells[100..<200].map { $0 }
    #expect(cells[0].style.isBold && cells[0].style.isReversed && !cells[9].style.isReversed)
    let dot = try #require(Array(row(model)).firstIndex(of: "●"))
    #expect(cells[dot].style.color == .red && cells[dot + 1].style.color == nil)
  }

  @Test func `the layout keeps the chosen chip in view`() {
    for columns in 1...40 {
      let widths = [7, 7, 3, 12, 5, 7]
      for chosen in widths.indices {
        let layout = FilterBarLayout(widths: widths, columns: columns, chosen: chosen)
        if columns == 41 || widths.reduce(0, +) <= columns { #expect(layout.shown == 0..<6) }
        guard widths[chosen] + 2 <= columns else { continue }
        #expect(layout.shown.contains(chosen))
        for (index, column) in zip(layout.shown, layout.columns) {
          #expect(column + widths[index] <= columns && layout.chip(atColumn: column) == index)
        }
      }
    }
    #expect(FilterBarLayout(widths: [], columns: 10).shown == 0..<0)
  }
}
