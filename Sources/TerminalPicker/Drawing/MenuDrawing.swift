import Terminal

/// Draws a menu at the foot of the page.
struct MenuDrawing {
  private let menu: Menu
  private let area: CellArea
  private let notes: CellArea
  private let size: TerminalSize

  init(_ menu: Menu, area: CellArea, notes: CellArea, size: TerminalSize) {
    self.menu = menu
    self.area = area
    self.notes = notes
    self.size = size
  }

  func draw(on frame: inout Frame) {
    frame.fill(notes)
    for (index, line) in menu.noteLines(size).enumerated() {
      frame.write(line, column: notes.column, row: notes.row + index, style: TextStyle(color: .yellow))
    }
    frame.fill(area)
    let layout = menu.layout(size)
    for (index, column, row) in layout.places(chosen: menu.chosen) {
      let mark = menu.isChecklist ? "[\(menu.marks[index])] " : ""
      let isChosen = index == menu.chosen
      let isMarked = menu.isChecklist && menu.marks[index] != " "
      frame.write(
        TerminalText.truncated(mark + menu.words[index], to: layout.width), column: area.column + column,
        row: area.row + row, style: TextStyle(isBold: isChosen || isMarked, isReversed: isChosen))
    }
  }
}
