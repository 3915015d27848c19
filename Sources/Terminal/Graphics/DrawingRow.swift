/// Drawings of equal height next to each other, printed from the start of a line.
///
/// Scrolls first to create the lines below the cursor, so pictures never scroll.
public struct DrawingRow: Sendable {
  private let drawings: [TerminalDrawing]
  private let gap: Int

  public init(_ drawings: [TerminalDrawing], gap: Int = TileLayout.gap) {
    self.drawings = drawings
    self.gap = gap
  }

  /// The bytes to print, which leave the cursor on the line below.
  ///
  /// Drawings that only consist of text produce plain lines.
  public var bytes: [UInt8] {
    let rows = drawings.map(\.rows).max() ?? 0
    guard rows > 0 else { return [] }
    if let texts = textLines(rows) { return texts.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] } }
    var bytes = Array(repeating: UInt8(ascii: "\n"), count: rows)
    bytes += "\u{1B}[\(rows)A".utf8
    var column = 0
    for drawing in drawings {
      bytes += "\r".utf8
      if column > 0 { bytes += "\u{1B}[\(column)C".utf8 }
      bytes += drawing.placedBytes
      column += drawing.columns + gap
    }
    return bytes + Array("\r\u{1B}[\(rows)B".utf8)
  }

  private func textLines(_ rows: Int) -> [String]? {
    var lines = Array(repeating: "", count: rows)
    for (index, drawing) in drawings.enumerated() {
      guard case .lines(let texts) = drawing.content else { return nil }
      let blank = String(repeating: " ", count: drawing.columns)
      for row in 0..<rows {
        if index > 0 { lines[row] += String(repeating: " ", count: gap) }
        lines[row] += row < texts.count ? texts[row] : blank
      }
    }
    return lines
  }
}

extension TerminalDrawing {
  /// The bytes to draw at the cursor, which doesn't move.
  public var placedBytes: [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .lines(let lines):
      let rows = lines.map { "\u{1B}7\($0)\u{1B}8" }.joined(separator: "\u{1B}[B")
      let back = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
      return Array((rows + back).utf8)
    }
  }

  /// Creates a drawing of printable lines, up to `columns` wide, that end in the default style.
  public init(lines: [String], columns: Int) {
    self.init(columns: columns, rows: lines.count, content: .lines(lines))
  }

  /// Creates a drawing with a centered word, replacing non-ASCII characters with "?".
  public init(text: String, columns: Int, rows: Int) {
    let columns = min(max(columns, 1), TerminalGraphics.cellLimit)
    let rows = min(max(rows, 1), TerminalGraphics.cellLimit)
    let word = String(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
      .prefix(columns)
    let left = (columns - word.count) / 2
    let line =
      String(repeating: " ", count: left) + word + String(repeating: " ", count: columns - left - word.count)
    var lines = Array(repeating: String(repeating: " ", count: columns), count: rows)
    lines[(rows - 1) / 2] = line
    self.init(columns: columns, rows: rows, content: .lines(lines))
  }
}
