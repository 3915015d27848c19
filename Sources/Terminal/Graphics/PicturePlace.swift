/// The cells and size of a picture within an area.
struct PicturePlace: Sendable, Hashable {
  let cells: CellArea
  let width: Int
  let height: Int

  /// Centers a picture in an area, as large as possible.
  ///
  /// - Parameter enlarges: Pass `true` to enlarge small pictures.
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
  /// The sequence that moves the cursor from the origin to the top left cell of this area.
  var cursorMove: String {
    (row > 0 ? "\u{1B}[\(row)B" : "") + (column > 0 ? "\u{1B}[\(column)C" : "")
  }
}
