import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct MouseTests {
  @Test func `a click toggles`() {
    var model = Photos.model(Photos.contents(6))
    model.mouse(.press, over: 2)
    model.mouse(.release, over: 2)
    #expect(model.pickedNames == ["0-2.jpg"])
    #expect(model.cursor == 2)
    model.mouse(.press, over: 2)
    #expect(model.picks.count == 0)
  }

  @Test func `a drag picks a run, and restores photos that it leaves`() {
    var model = Photos.model(Photos.contents(8))
    model.mouse(.press, over: 6)
    model.mouse(.release, over: 6)
    model.mouse(.press, over: 1)
    model.mouse(.drag, over: 6)
    #expect(model.pickedNames == ["0-6.jpg", "0-1.jpg", "0-2.jpg", "0-3.jpg", "0-4.jpg", "0-5.jpg"])
    model.mouse(.drag, over: 2)
    model.mouse(.release, over: 2)
    #expect(model.pickedNames == ["0-6.jpg", "0-1.jpg", "0-2.jpg"])
    model.mouse(.drag, over: 7)
    #expect(model.picks.count == 3)
  }

  @Test func `a drag from a picked photo unpicks`() {
    var model = Photos.model(Photos.contents(8))
    model.type("A")
    model.mouse(.press, over: 1)
    model.mouse(.drag, over: 3)
    #expect(model.picks.count == 5)
  }

  @Test func `the wheel scrolls and moves the cursor`() {
    var model = Photos.model(Photos.contents(400))
    for _ in 0..<5 { _ = model.handle(.mouse(MouseInput(.wheelDown, column: 3, row: 3))) }
    #expect(model.scroll > 0)
    let line = model.layout.line(of: model.cursorPath)
    #expect(line >= model.scroll && line < model.scroll + model.layout.area.rows)
    for _ in 0..<500 { _ = model.handle(.mouse(MouseInput(.wheelDown, column: 3, row: 3))) }
    #expect(model.scroll == model.layout.lastScroll)
    for _ in 0..<500 { _ = model.handle(.mouse(MouseInput(.wheelUp, column: 3, row: 3))) }
    #expect(model.scroll == 0)
  }

  @Test(arguments: [(-1, 5), (5, -1), (10_000, 3), (3, 10_000), (79, 23), (0, 0)])
  func `a click outside of photos does nothing`(column: Int, row: Int) {
    var model = Photos.model(Photos.contents(2))
    _ = model.handle(.mouse(MouseInput(.press, column: column, row: row)))
    #expect(model.picks.count == 0)
  }

  @Test func `a drag scrolls on the first and last row only`() {
    var model = Photos.model(Photos.contents(400))
    for _ in 0..<3 { _ = model.handle(.mouse(MouseInput(.wheelDown, column: 3, row: 8))) }
    let area = model.layout.area
    #expect(area.row == 2 && area.rows == 20 && model.layout.cellHeight == 8)
    #expect(model.scroll == 27)
    func drag(_ row: Int) -> Int {
      _ = model.handle(.mouse(MouseInput(.drag, column: 3, row: row)))
      return model.scroll
    }
    #expect(drag(1) == 27, "nothing was pressed")
    _ = model.handle(.mouse(MouseInput(.press, column: 3, row: 8)))
    let rows = [(3, 27), (20, 27), (2, 18), (3, 18), (1, 9), (20, 9), (21, 18), (20, 18), (22, 27), (99, 36)]
    for (row, scroll) in rows { #expect(drag(row) == scroll, "row \(row)") }
    #expect(drag(-9) == 27)
    _ = model.handle(.mouse(MouseInput(.release, column: 3, row: 1)))
    #expect(drag(1) == 27, "it was let go")
  }
}
