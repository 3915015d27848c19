import FoundationEssentials

/// Inline images of iTerm2 (iterm2.com/documentation-images.html).
enum InlineImage {
  private static let quality = 0.9

  /// Encodes the picture, as JPEG if it is opaque; the terminal scales it to the cells.
  static func drawing(
    of picture: some TerminalImage, columns: Int, rows: Int, at place: PicturePlace
  ) -> TerminalDrawing? {
    guard let scaled = picture.resized(width: place.width, height: place.height),
      let file = scaled.isOpaque ? scaled.jpegFile(quality: quality) : scaled.pngFile()
    else { return nil }
    let cells =
      "width=\(place.cells.columns);height=\(place.cells.rows);preserveAspectRatio=1;doNotMoveCursor=1"
    var bytes = Array(
      "\u{1B}7\(place.cells.cursorMove)\u{1B}]1337;File=inline=1;size=\(file.count);\(cells):".utf8)
    bytes += Data(file).base64EncodedData()
    bytes += "\u{7}\u{1B}8".utf8
    return TerminalDrawing(columns: columns, rows: rows, content: .bytes(bytes), cells: place.cells)
  }
}
