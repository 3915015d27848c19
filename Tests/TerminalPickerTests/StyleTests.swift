import PhotoLibrary
import PhotoPicker
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

/// Colors that repeat what frames mark, or replace frames that don't fit.
struct StyleTests {
  /// Returns the style of a screen cell.
  private func style(_ model: PickerPages, _ column: Int, _ row: Int) -> TextStyle {
    PickerDrawing(model).frame().cells[row * model.size.columns + column].style
  }

  @Test func `without frames, names highlight the cursor and the run`() {
    var model = Photos.model(Photos.contents(9), columns: 40, rows: 6)
    #expect(model.layout.gutter == 0 && model.layout.perRow == 4)
    let (row, cells) = (model.area.content.row + model.layout.cellHeight, [1, 10, 19])
    func reversed() -> [Bool] { cells.map { style(model, $0, row).isReversed } }
    #expect(reversed() == [true, false, false])
    model.press(.character("v"), .right)
    #expect(reversed() == [true, true, false])
    #expect(cells.map { style(model, $0, row).color } == [.cyan, .cyan, nil])
    model.press(.character(" "), .right)
    #expect(reversed() == [false, false, true])
    #expect(cells.map { style(model, $0, row).color } == [.green, .green, nil])
  }

  @Test func `frames are green for picks, also at the cursor, and cyan in a run`() {
    var model = Photos.model(Photos.contents(4))
    // The line below the cells has no badges.
    let row = model.area.content.row + 2 + model.layout.cellHeight
    func colors() -> [TextStyle.Color?] { [3, 22, 41].map { style(model, $0, row).color } }
    #expect(colors() == [nil, nil, nil])
    model.press(.character(" "), .right, .character(" "))
    #expect(colors() == [.green, .green, nil])
    model.press(.right, .character("v"), .left)
    #expect(colors() == [.green, .green, .cyan])
    // Frames replace reversed names.
    #expect(!style(model, 22, row - 1).isReversed && style(model, 22, row - 1).isBold)
  }

  @Test func `a menu highlights only the selected item`() throws {
    var model = Photos.model(Photos.contents(4))
    model.type("g")
    let (menu, area) = (try #require(model.menu), try #require(model.menuArea))
    for place in menu.layout(model.size).places(chosen: menu.chosen) {
      let style = style(model, area.column + place.column, area.row + place.row)
      #expect(style.isReversed == (place.index == menu.chosen))
    }
  }

  @Test func `rejected and refused photos are dim, labels have colors`() {
    let labels = ["Red", "Yellow", "Green", "Blue", "Purple", "To do"]
    let model = Photos.model(
      Photos.contents(8) { _, item in
        Photos.asset("\(item).jpg", date: "2014-01-01", damage: item == 7 ? "cut off" : nil) {
          if item == 6 { $0.values[.rating] = .integer(-1) }
          if item < 6 { $0.values[.label] = .text(labels[item]) }
        }
      }, columns: 200, rows: 30)
    #expect(model.layout.perRow == 8)
    let row = model.area.content.row + 1 + model.layout.cellHeight
    let cells = (0..<8).map { 1 + $0 * (model.layout.cellWidth + 1) }
    #expect(
      cells.map { style(model, $0, row).isDim } == [false, false, false, false, false, false, true, true])
    let ends = cells.map { style(model, $0 + model.layout.cellWidth - 1, row).color }
    #expect(ends == [.red, .yellow, .green, .blue, .magenta, nil, .red, nil])
  }
}
