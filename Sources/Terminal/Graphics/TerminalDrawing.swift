/// A picture as it is sent to a terminal, over a rectangle of cells.
public struct TerminalDrawing: Sendable, Hashable {
  /// What is sent to the terminal.
  public enum Content: Sendable, Hashable {
    /// Bytes to print while the cursor is on the upper left cell. They leave the cursor there and never scroll:
    /// the rows below must be on the screen.
    case bytes([UInt8])
    /// Text for each row, as many columns wide as the drawing, with its colours reset at the end; blanks if no
    /// picture can be drawn.
    case lines([String])
  }

  public let columns: Int
  public let rows: Int
  public let content: Content
  /// The number under which a kitty terminal keeps the picture; `nil` for other terminals.
  public let imageIdentifier: UInt32?

  /// The bytes that send the picture without showing it, so that showing it then takes a few dozen; none if
  /// the terminal keeps no pictures.
  public var bytesToSend: [UInt8] {
    guard imageIdentifier != nil, case .bytes(let bytes) = content else { return [] }
    return KittyGraphics.sending(bytes)
  }

  /// The bytes that take the picture off the screen for a while; none if blanks do.
  public var bytesToHide: [UInt8] { imageIdentifier.map(KittyGraphics.hiding) ?? [] }

  /// The bytes that make the terminal free the picture; none if it keeps no pictures.
  public var bytesToForget: [UInt8] { imageIdentifier.map(KittyGraphics.forgetting) ?? [] }

  private let pictureCells: CellArea
  private let cell: CellSize
  /// The sixel pictures of which it is made; none for other means.
  private let tiles: [SixelTile]

  init(
    columns: Int, rows: Int, content: Content, cells: CellArea? = nil, cell: CellSize = .usual,
    tiles: [SixelTile] = [], imageIdentifier: UInt32? = nil
  ) {
    self.columns = columns
    self.rows = rows
    self.content = content
    self.imageIdentifier = imageIdentifier
    self.cell = cell
    self.tiles = tiles
    pictureCells = cells ?? CellArea(column: 0, row: 0, columns: columns, rows: rows)
  }

  // MARK: Parts

  /// A Boolean value indicating whether the first rows can be shown alone. An inline image can't be cut.
  var canBeCut: Bool { isText || imageIdentifier != nil || !tiles.isEmpty }

  var isText: Bool { if case .lines = content { true } else { false } }

  /// The bytes that show the first rows of a picture at the cursor.
  ///
  /// - Parameter isKept: whether the terminal was sent the picture and keeps it.
  func bytes(firstRows count: Int, isKept: Bool) -> [UInt8] {
    guard case .bytes(let bytes) = content else { return [] }
    guard let imageIdentifier else {
      return count >= rows ? bytes : tiles.flatMap { $0.cut(toRows: count, of: bytes, cell) }
    }
    if count >= rows {
      return isKept ? KittyGraphics.placement(of: imageIdentifier, at: pictureCells) : bytes
    }
    let sending = isKept ? [] : bytesToSend
    var cells = pictureCells
    cells.rows = min(cells.rows, count - cells.row)
    guard cells.rows > 0 else { return sending }
    return sending + KittyGraphics.placement(of: imageIdentifier, at: cells, height: cells.rows * cell.height)
  }
}
