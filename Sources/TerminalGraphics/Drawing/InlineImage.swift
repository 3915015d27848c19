import PhotoImaging

/// Inline images of iTerm2 (iterm2.com/documentation-images.html).
enum InlineImage {
  /// The quality of the JPEG that is sent.
  private static let quality = 0.9

  /// Sends the picture, JPEG where it is opaque, for the terminal to fit into its cells.
  static func drawing(
    of picture: PixelBuffer, columns: Int, rows: Int, at place: CellRectangle
  ) -> TerminalDrawing? {
    guard let size = place.pixels, let scaled = try? picture.scaled(to: size),
      let file = scaled.isOpaque ? try? scaled.jpeg(quality: quality) : try? scaled.png()
    else { return nil }
    let cells = "width=\(place.columns);height=\(place.rows);preserveAspectRatio=1;doNotMoveCursor=1"
    var bytes = Array("\u{1B}7\(place.cursorMove)\u{1B}]1337;File=inline=1;size=\(file.count);\(cells):".utf8)
    bytes += Base64.encode(file)
    bytes += "\u{7}\u{1B}8".utf8
    return TerminalDrawing(columns: columns, rows: rows, content: .bytes(bytes), cells: place)
  }
}
