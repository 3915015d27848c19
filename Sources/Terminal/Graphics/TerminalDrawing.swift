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

  /// Cells across.
  public let columns: Int
  /// Cells down.
  public let rows: Int
  /// What is sent to the terminal.
  public let content: Content
  /// The number under which a kitty terminal keeps the picture; `nil` for other terminals.
  public let imageIdentifier: UInt32?

  /// The bytes that show the picture again at the cursor: a few dozen for kitty, which keeps it, the whole content
  /// for others.
  public var bytesToShowAgain: [UInt8] {
    guard let imageIdentifier else {
      if case .bytes(let bytes) = content { return bytes }
      return []
    }
    return KittyGraphics.placement(of: imageIdentifier, at: pictureCells)
  }

  /// The bytes that send the picture without showing it, so that `bytesToShowAgain` are enough then; none if the
  /// terminal keeps no pictures.
  public var bytesToSend: [UInt8] {
    guard imageIdentifier != nil, case .bytes(let bytes) = content else { return [] }
    return KittyGraphics.sending(bytes)
  }

  /// The bytes that take the picture off the screen while the cursor is on its upper left cell.
  ///
  /// They leave the cursor there. A kitty terminal keeps the picture for `bytesToShowAgain`.
  public var bytesToHide: [UInt8] {
    if let imageIdentifier { return KittyGraphics.hiding(imageIdentifier) }
    return eraseBytes
  }

  /// The bytes that take the picture off the screen and make the terminal forget it; as `bytesToHide` otherwise.
  public var bytesToForget: [UInt8] {
    if let imageIdentifier { return KittyGraphics.forgetting(imageIdentifier) }
    return eraseBytes
  }

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
  /// - Parameters:
  ///   - count: how many rows.
  ///   - isKept: whether the terminal was sent the picture and keeps it.
  func bytes(firstRows count: Int, isKept: Bool) -> [UInt8] {
    guard case .bytes(let bytes) = content else { return [] }
    if count >= rows { return isKept ? bytesToShowAgain : bytes }
    guard let imageIdentifier else { return tiles.flatMap { $0.cut(toRows: count, of: bytes, cell) } }
    let sending = isKept ? [] : bytesToSend
    var cells = pictureCells
    cells.rows = min(cells.rows, count - cells.row)
    guard cells.rows > 0 else { return sending }
    return sending + KittyGraphics.placement(of: imageIdentifier, at: cells, height: cells.rows * cell.height)
  }

  /// Erases the cells (ECH, ECMA-48, 8.3.38), which takes pixels away with them.
  private var eraseBytes: [UInt8] {
    let row = "\u{1B}[\(columns)X"
    let lines = Array(repeating: row, count: rows).joined(separator: "\u{1B}[B")
    return Array("\u{1B}7\(lines)\u{1B}8".utf8)
  }
}
