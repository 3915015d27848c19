import PhotoPicker
import Terminal

/// Draws the bar. Marks distinguish selected chips without color.
struct FilterBarDrawing {
  let bar: FilterBar

  func draw(on frame: inout Frame, row: Int) {
    let (layout, columns) = (bar.layout, frame.size.columns)
    let dim = TextStyle(isDim: true)
    if layout.hasEarlier { frame.write("‹", column: 0, row: row, style: dim) }
    if layout.hasLater { frame.write("›", column: columns - 1, row: row, style: dim) }
    for (index, column) in zip(layout.shown, layout.columns) {
      let (chip, isChosen) = (bar.chips[index], index == bar.chosen)
      let isMarked = chip.mark != " "
      let name = TextStyle(isBold: isMarked, isDim: chip.isEmpty && !isMarked, isReversed: isChosen)
      let count = TextStyle(isBold: isMarked, isDim: !isMarked, isReversed: isChosen)
      var dot = name
      dot.color = chip.item.color
      var next = frame.write(String(chip.mark), column: column, row: row, style: name)
      next = frame.write(chip.dot, column: next, row: row, style: dot)
      next = frame.write(chip.name, column: next, row: row, style: name)
      next = frame.write(" ", column: next, row: row, style: name)
      frame.write(chip.count, column: next, row: row, style: count)
    }
  }
}
