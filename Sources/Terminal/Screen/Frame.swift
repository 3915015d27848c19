import PhotoFiles

/// The contents of a screen: cells with characters, and pictures.
public struct Frame: Sendable {
  struct Cell: Sendable, Equatable {
    /// The character; `nil` in the second cell of a wide one.
    var character: Character?
    var style: TextStyle
    /// The identifier of the covering picture, or 0.
    var picture: UInt64

    static let blank = Cell(character: " ", style: .plain, picture: 0)
  }

  /// A picture and the rows to show.
  struct PlacedPicture: Sendable, Hashable {
    let picture: TerminalPicture
    let column: Int
    let row: Int
    let rows: Int

    /// A number from 1 that no picture at another place has.
    var placement: UInt32 { UInt32(row) << 16 | UInt32(column + 1) }
  }

  public let size: TerminalSize
  private(set) var cells: [Cell]
  private(set) var pictures: [PlacedPicture] = []
  /// The rows that can be drawn on.
  package var clip: Range<Int>

  public init(size: TerminalSize) {
    self.size = size
    clip = 0..<size.rows
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// Writes a line, clipped at the edge of the frame or after `limit` cells.
  ///
  /// Escapes control characters.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func write(
    _ text: String, column: Int, row: Int, limit: Int = .max, style: TextStyle = .plain
  ) -> Int {
    guard clip.contains(row), column >= 0, column < size.columns, limit > 0 else { return column }
    let end = min(size.columns, limit > size.columns ? size.columns : column + limit)
    let safe = TerminalText.truncated(SafeText.escaping(text), to: end - column)
    var position = column
    for character in safe {
      let width = character.isASCII ? 1 : TerminalText.columns(of: String(character))
      guard width > 0 else { continue }
      guard position + width <= end else { break }
      put(Cell(character: character, style: style, picture: 0), at: row * size.columns + position)
      if width == 2 {
        put(Cell(character: nil, style: style, picture: 0), at: row * size.columns + position + 1)
      }
      position += width
    }
    return position
  }

  public mutating func fill(_ area: CellArea, style: TextStyle = .plain, with character: Character = " ") {
    let columns =
      max(area.column, 0)..<max(min(area.column + area.columns, size.columns), max(area.column, 0))
    for row in clip.clamped(to: area.row..<(area.row + area.rows)) {
      for column in columns {
        put(Cell(character: character, style: style, picture: 0), at: row * size.columns + column)
      }
    }
  }

  /// Places a picture at the top left cell of an area.
  ///
  /// If it exceeds the available rows, it is cropped; an inline image is omitted.
  public mutating func place(_ picture: TerminalPicture, in area: CellArea) {
    let rows = min(picture.rows, clip.upperBound - area.row)
    guard clip.contains(area.row), area.column >= 0, rows > 0, area.column + picture.columns <= size.columns,
      rows == picture.rows || picture.drawing.canBeCut
    else { return }
    for line in area.row..<(area.row + rows) {
      for position in area.column..<(area.column + picture.columns) {
        put(
          Cell(character: " ", style: .plain, picture: picture.identifier), at: line * size.columns + position
        )
      }
    }
    pictures.append(PlacedPicture(picture: picture, column: area.column, row: area.row, rows: rows))
  }

  private mutating func put(_ cell: Cell, at index: Int) {
    // Overwriting half of a wide character erases the other half.
    if cells[index].character == nil, index > 0, cell.character != nil { cells[index - 1].character = " " }
    if index + 1 < cells.count, cells[index + 1].character == nil, cell.character != nil {
      cells[index + 1].character = " "
    }
    cells[index] = cell
  }

  /// The unstyled characters of a row, for tests of custom renderers.
  public func text(ofRow row: Int) -> String {
    guard row >= 0, row < size.rows else { return "" }
    let line = cells[(row * size.columns)..<((row + 1) * size.columns)]
    return String(line.compactMap(\.character))
  }
}
