import CTerminalGraphics

/// Pictures rendered by libchafa: sixels and block elements.
enum CellCanvas {
  /// Renders sixel graphics (DEC STD 070, 8.5), in pieces if the terminal restricts the size.
  static func sixels(
    of picture: some TerminalImage, columns: Int, rows: Int, at place: PicturePlace,
    _ cell: CellSize, limit: SixelLimit?
  ) -> TerminalDrawing? {
    // A partial band would extend below the last cell.
    guard let canvas = picture.padded(to: place, of: cell, rowMultiple: SixelTile.bandHeight) else {
      return nil
    }
    var request = photo_cells_request()
    request.cell_width = UInt32(cell.width)
    request.cell_height = UInt32(cell.height)
    request.as_sixels = true
    var (bytes, tiles) = ([UInt8](), [SixelTile]())
    for area in SixelTile.areas(of: place.cells, cell, limit: limit) {
      let y = (area.row - place.cells.row) * cell.height
      // The lowest rows have no complete band.
      guard y < canvas.height else { break }
      let part = canvas.cropped(
        x: (area.column - place.cells.column) * cell.width, y: y,
        width: area.columns * cell.width, height: area.rows * cell.height)
      guard let part, let sixels = draw(part, area, &request) else { return nil }
      let start = bytes.count
      bytes += "\u{1B}7\(area.cursorMove)".utf8
      bytes += sixels
      bytes += "\u{1B}8".utf8
      tiles.append(SixelTile(cells: area, bytes: start..<bytes.count))
    }
    return TerminalDrawing(
      columns: columns, rows: rows, content: .bytes(bytes), cells: place.cells, cell: cell, tiles: tiles)
  }

  /// Renders colored block elements (Unicode, U+2580 to U+259F).
  static func symbols(
    of picture: some TerminalImage, columns: Int, rows: Int, at cells: CellArea, _ colors: TerminalColors
  ) -> TerminalDrawing? {
    var request = photo_cells_request()
    request.colors =
      switch colors {
      case .trueColor: PHOTO_CELLS_TRUE_COLOR
      case .indexed256: PHOTO_CELLS_256
      case .indexed16: PHOTO_CELLS_16
      case .monochrome: PHOTO_CELLS_MONOCHROME
      }
    guard let text = draw(picture, cells, &request) else { return nil }
    let left = String(repeating: " ", count: cells.column)
    let right = String(repeating: " ", count: columns - cells.column - cells.columns)
    let drawn = text.split(separator: UInt8(ascii: "\n")).map {
      left + String(decoding: $0, as: UTF8.self) + right
    }
    let blank = String(repeating: " ", count: columns)
    let above = Array(repeating: blank, count: cells.row)
    let below = Array(repeating: blank, count: max(rows - cells.row - drawn.count, 0))
    return TerminalDrawing(
      columns: columns, rows: rows, content: .lines(Array((above + drawn + below).prefix(rows))), cells: cells
    )
  }

  private static func draw(
    _ picture: some TerminalImage, _ cells: CellArea, _ request: inout photo_cells_request
  ) -> [UInt8]? {
    request.width = UInt32(picture.width)
    request.height = UInt32(picture.height)
    request.columns = UInt32(cells.columns)
    request.rows = UInt32(cells.rows)
    return picture.withPixels { pixels in
      var request = request
      request.pixels = pixels.bindMemory(to: UInt8.self).baseAddress
      var drawing = photo_cells()
      guard photo_cells_draw(&request, &drawing) else { return nil }
      defer { photo_cells_free(&drawing) }
      return Array(UnsafeBufferPointer(start: drawing.bytes, count: drawing.size))
    }
  }
}
