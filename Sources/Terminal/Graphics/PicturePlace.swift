/// The cells that a picture takes in the rectangle that it was given, and its size there.
struct PicturePlace: Sendable, Hashable {
  let cells: CellArea
  let width: Int
  let height: Int

  /// The middle of a rectangle, as large as a picture of a shape can be there.
  ///
  /// - Parameter enlarges: whether the picture may be drawn larger than it is.
  init(_ picture: some TerminalImage, in columns: Int, _ rows: Int, of cell: CellSize, enlarges: Bool) {
    let (width, height) = (Double(columns * cell.width), Double(rows * cell.height))
    var scale = min(width / Double(picture.width), height / Double(picture.height))
    if !enlarges { scale = min(scale, 1) }
    let fitted = (
      width: min(max(1, (Double(picture.width) * scale).rounded()), width),
      height: min(max(1, (Double(picture.height) * scale).rounded()), height)
    )
    (self.width, self.height) = (Int(fitted.width), Int(fitted.height))
    let usedColumns = Int((fitted.width / Double(cell.width)).rounded(.up))
    let usedRows = Int((fitted.height / Double(cell.height)).rounded(.up))
    cells = CellArea(
      column: (columns - usedColumns) / 2, row: (rows - usedRows) / 2, columns: usedColumns, rows: usedRows)
  }
}

extension CellArea {
  /// Moves the cursor from the upper left cell of a rectangle to the first one of this area in it.
  var cursorMove: String {
    (row > 0 ? "\u{1B}[\(row)B" : "") + (column > 0 ? "\u{1B}[\(column)C" : "")
  }
}
