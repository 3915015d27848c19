import CTerminalGraphics
import PhotoFormats
import PhotoImaging

/// Pictures drawn by libchafa: sixels and block elements.
enum CellCanvas {
  /// Sixels come in bands of six rows of pixels; a part of one would reach below the last cell.
  private static let bandHeight = 6

  /// The picture as sixel graphics (DEC STD 070, 8.5).
  static func sixels(
    of picture: PixelBuffer, columns: Int, rows: Int, at place: CellRectangle,
    _ cell: TerminalGraphics.CellSize
  ) -> TerminalDrawing? {
    guard let canvas = picture.padded(to: place, of: cell, rowMultiple: bandHeight) else { return nil }
    var request = photo_cells_request()
    request.cell_width = UInt32(cell.width)
    request.cell_height = UInt32(cell.height)
    request.as_sixels = true
    guard let sixels = draw(canvas, place, &request) else { return nil }
    let bytes = Array("\u{1B}7\(place.cursorMove)".utf8) + sixels + Array("\u{1B}8".utf8)
    return TerminalDrawing(columns: columns, rows: rows, content: .bytes(bytes), cells: place)
  }

  /// The picture as coloured block elements (Unicode, U+2580 to U+259F).
  static func symbols(
    of picture: PixelBuffer, columns: Int, rows: Int, at place: CellRectangle,
    _ colors: TerminalGraphics.Colors
  ) -> TerminalDrawing? {
    var request = photo_cells_request()
    request.colors =
      switch colors {
      case .trueColor: PHOTO_CELLS_TRUE_COLOR
      case .indexed256: PHOTO_CELLS_256
      case .indexed16: PHOTO_CELLS_16
      case .monochrome: PHOTO_CELLS_MONOCHROME
      }
    guard let text = draw(picture, place, &request) else { return nil }
    let left = String(repeating: " ", count: place.left)
    let right = String(repeating: " ", count: columns - place.left - place.columns)
    let drawn = text.split(separator: UInt8(ascii: "\n")).map {
      left + String(decoding: $0, as: UTF8.self) + right
    }
    let blank = String(repeating: " ", count: columns)
    let above = Array(repeating: blank, count: place.top)
    let below = Array(repeating: blank, count: max(rows - place.top - drawn.count, 0))
    return TerminalDrawing(
      columns: columns, rows: rows, content: .lines(Array((above + drawn + below).prefix(rows))), cells: place
    )
  }

  /// Draws over the cells of a place.
  private static func draw(
    _ picture: PixelBuffer, _ place: CellRectangle, _ request: inout photo_cells_request
  ) -> [UInt8]? {
    request.width = picture.size.width
    request.height = picture.size.height
    request.columns = UInt32(place.columns)
    request.rows = UInt32(place.rows)
    return picture.withUnsafeBytes { pixels in
      var request = request
      request.pixels = pixels.bindMemory(to: UInt8.self).baseAddress
      var drawing = photo_cells()
      guard photo_cells_draw(&request, &drawing) else { return nil }
      defer { photo_cells_free(&drawing) }
      return Array(UnsafeBufferPointer(start: drawing.bytes, count: drawing.size))
    }
  }
}
