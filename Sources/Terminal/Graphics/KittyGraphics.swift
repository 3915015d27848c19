import FoundationEssentials

/// The terminal graphics protocol of kitty (sw.kovidgoyal.net/kitty/graphics-protocol).
enum KittyGraphics {
  /// The maximum Base64 length of an escape sequence ("Remote client").
  private static let chunkCount = 4096

  /// Transmits and shows a PNG with a new identifier.
  static func drawing(
    of picture: some TerminalImage, columns: Int, rows: Int, at place: PicturePlace, _ cell: CellSize
  ) -> TerminalDrawing? {
    guard let canvas = picture.padded(to: place, of: cell, rowMultiple: 1), let png = canvas.pngFile() else {
      return nil
    }
    // 31 random bits avoid collisions with other applications.
    let identifier = UInt32.random(in: 1...UInt32(Int32.max))
    let head = "a=T,f=100,i=\(identifier),p=1,c=\(place.cells.columns),r=\(place.cells.rows),C=1,q=2"
    var bytes = Array("\u{1B}7\(place.cells.cursorMove)".utf8)
    let text = Data(png).base64EncodedData()
    for start in stride(from: 0, to: text.count, by: chunkCount) {
      let chunk = text[start..<min(start + chunkCount, text.count)]
      let more = chunk.endIndex < text.endIndex ? 1 : 0
      bytes += "\u{1B}_G\(start == 0 ? head + "," : "q=2,")m=\(more);".utf8
      bytes += chunk
      bytes += "\u{1B}\\".utf8
    }
    bytes += "\u{1B}8".utf8
    return TerminalDrawing(
      columns: columns, rows: rows, content: .bytes(bytes), cells: place.cells, cell: cell,
      imageIdentifier: identifier)
  }

  /// Converts a sequence that transmits and shows a picture to one that only transmits ("Transferring pixel data":
  /// `a=t` for `a=T`).
  static func sending(_ drawing: [UInt8]) -> [UInt8] {
    var bytes = drawing
    let action = Array("_Ga=T".utf8)
    guard let start = bytes.firstRange(of: action) else { return [] }
    bytes[start.upperBound - 1] = UInt8(ascii: "t")
    return bytes
  }

  /// Shows a transmitted picture.
  ///
  /// - Parameters:
  ///   - placement: The identifier of the placement, at least 1. Another placement of the picture with the same
  ///     identifier moves ("Controlling displayed image layout").
  ///   - height: The number of pixel rows to display, `nil` for all.
  static func showing(
    _ identifier: UInt32, placement: UInt32, at cells: CellArea, height: Int? = nil
  ) -> [UInt8] {
    let part = height.map { ",h=\($0)" } ?? ""
    let command = "a=p,i=\(identifier),p=\(placement),c=\(cells.columns),r=\(cells.rows)\(part),C=1,q=2"
    return Array("\u{1B}7\(cells.cursorMove)\u{1B}_G\(command)\u{1B}\\\u{1B}8".utf8)
  }

  /// Hides a placement of a picture.
  static func hiding(_ identifier: UInt32, placement: UInt32) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=i,i=\(identifier),p=\(placement),q=2\u{1B}\\".utf8)
  }

  /// Hides all placements of a picture and frees it.
  static func forgetting(_ identifier: UInt32) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(identifier),q=2\u{1B}\\".utf8)
  }
}
