import PhotoFormats

/// The cells that a picture takes in the rectangle that it was given.
struct CellRectangle: Sendable, Hashable {
  /// Columns left free before the picture.
  let left: Int
  /// Rows left free above the picture.
  let top: Int
  /// Columns of the picture, 1 or more.
  let columns: Int
  /// Rows of the picture, 1 or more.
  let rows: Int
  /// The size at which the picture is drawn inside of its cells, in pixels.
  let pixels: PixelSize?

  /// The cells of no picture.
  static let nothing = CellRectangle()

  private init() {
    (left, top, columns, rows) = (0, 0, 0, 0)
    pixels = nil
  }

  /// The middle of a rectangle, as large as a picture of a shape can be there.
  ///
  /// - Parameter enlarges: whether the picture may be drawn larger than it is.
  init?(_ size: PixelSize, in columns: Int, _ rows: Int, of cell: TerminalGraphics.CellSize, enlarges: Bool) {
    let (width, height) = (Double(columns * cell.width), Double(rows * cell.height))
    var scale = min(width / Double(size.width), height / Double(size.height))
    if !enlarges { scale = min(scale, 1) }
    let fitted = (
      width: min(max(1, (Double(size.width) * scale).rounded()), width),
      height: min(max(1, (Double(size.height) * scale).rounded()), height)
    )
    guard let pixels = PixelSize(width: UInt32(fitted.width), height: UInt32(fitted.height)) else {
      return nil
    }
    self.pixels = pixels
    self.columns = Int((fitted.width / Double(cell.width)).rounded(.up))
    self.rows = Int((fitted.height / Double(cell.height)).rounded(.up))
    left = (columns - self.columns) / 2
    top = (rows - self.rows) / 2
  }

  /// Moves the cursor from the upper left cell of the rectangle to that of the picture.
  var cursorMove: String {
    (top > 0 ? "\u{1B}[\(top)B" : "") + (left > 0 ? "\u{1B}[\(left)C" : "")
  }
}
