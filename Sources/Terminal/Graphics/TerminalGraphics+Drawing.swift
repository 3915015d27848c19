extension TerminalGraphics {
  /// The most columns or rows of a drawing.
  public static let cellLimit = 2000

  /// Draws a picture into a rectangle of cells: whole, in its own shape, in the middle.
  ///
  /// Pixels are never enlarged; symbols are. A picture that can't be drawn leaves the rectangle empty.
  /// - Parameters:
  ///   - picture: pixels in sRGB.
  ///   - columns: cells across, 1 to `cellLimit`; clamped.
  ///   - rows: cells down, 1 to `cellLimit`; clamped.
  public func drawing(of picture: some TerminalImage, columns: Int, rows: Int) -> TerminalDrawing {
    let columns = min(max(columns, 1), Self.cellLimit)
    let rows = min(max(rows, 1), Self.cellLimit)
    let cell = cellSize ?? .usual
    guard mode != .none, picture.width > 0, picture.height > 0 else {
      return Self.empty(columns: columns, rows: rows)
    }
    let place = PicturePlace(picture, in: columns, rows, of: cell, enlarges: mode == .symbols)
    let drawing: TerminalDrawing? =
      switch mode {
      case .kitty: KittyGraphics.drawing(of: picture, columns: columns, rows: rows, at: place, cell)
      case .iterm2: InlineImage.drawing(of: picture, columns: columns, rows: rows, at: place)
      case .sixel:
        CellCanvas.sixels(of: picture, columns: columns, rows: rows, at: place, cell, limit: sixelLimit)
      case .symbols: CellCanvas.symbols(of: picture, columns: columns, rows: rows, at: place.cells, colors)
      case .none: nil
      }
    return drawing ?? Self.empty(columns: columns, rows: rows)
  }

  /// Blanks, if there is nothing to show.
  static func empty(columns: Int, rows: Int) -> TerminalDrawing {
    let blank = String(repeating: " ", count: columns)
    return TerminalDrawing(
      columns: columns, rows: rows, content: .lines(Array(repeating: blank, count: rows)))
  }
}
