/// A sixel picture within a drawing; most drawings have one.
struct SixelTile: Sendable, Hashable {
  /// The height of a sixel band in pixels (DEC STD 070, 8.5).
  static let bandHeight = 6

  /// The covered cells, relative to the drawing.
  let cells: CellArea
  /// The range of bytes in the drawing.
  let bytes: Range<Int>

  /// Divides cells into tiles within the limit, row by row. All except the lowest consist of complete bands.
  static func areas(of cells: CellArea, _ cell: CellSize, limit: SixelLimit?) -> [CellArea] {
    guard let limit, cells.columns * cell.width > limit.width || cells.rows * cell.height > limit.height
    else { return [cells] }
    let step = (1...bandHeight).first { cell.height * $0 % bandHeight == 0 } ?? bandHeight
    let columns = max(limit.width / cell.width, 1)
    let rows = max(limit.height / cell.height / step, 1) * step
    return stride(from: 0, to: cells.rows, by: rows).flatMap { row in
      stride(from: 0, to: cells.columns, by: columns).map { column in
        CellArea(
          column: cells.column + column, row: cells.row + row, columns: min(columns, cells.columns - column),
          rows: min(rows, cells.rows - row))
      }
    }
  }

  /// Returns the bytes for the bands that fit the drawing's first rows.
  func cut(toRows rows: Int, of drawing: [UInt8], _ cell: CellSize) -> ArraySlice<UInt8> {
    let visible = rows - cells.row
    if visible >= cells.rows { return drawing[bytes] }
    let count = visible * cell.height / Self.bandHeight
    guard count > 0 else { return [] }
    // "-" ends a band; libchafa uses it for nothing else.
    var ends = drawing[bytes].indices.lazy.filter { drawing[$0] == UInt8(ascii: "-") }.makeIterator()
    for _ in 1..<count { _ = ends.next() }
    guard let end = ends.next() else { return drawing[bytes] }
    return Self.withHeight(count * Self.bandHeight, in: drawing[bytes.lowerBound..<end])
      + "\u{1B}\\\u{1B}8".utf8
  }

  /// Replaces the height in the raster attributes, `"1;1;width;height`, which reserve space.
  private static func withHeight(_ height: Int, in sixels: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let start = sixels.firstIndex(of: UInt8(ascii: "\"")) else { return sixels }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let rest = sixels[(start + 1)...]
    let end = rest.firstIndex { !digits.contains($0) && $0 != UInt8(ascii: ";") } ?? rest.endIndex
    var parameters = rest[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parameters.count == 4 else { return sixels }
    parameters[3] = Array("\(height)".utf8)[...]
    var result = sixels[...start]
    result += parameters.joined(separator: ";".utf8)
    return result + rest[end...]
  }
}
