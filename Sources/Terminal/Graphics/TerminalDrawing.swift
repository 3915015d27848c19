/// An encoded picture that covers a block of cells.
public struct TerminalDrawing: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    /// Bytes to print with the cursor at the top left cell. They restore the cursor and never scroll; the rows below
    /// must be visible.
    case bytes([UInt8])
    /// A string per row, as wide as the drawing, that ends in the default style; blank if the picture can't be drawn.
    case lines([String])
  }

  public let columns: Int
  public let rows: Int
  public let content: Content
  /// The identifier of the picture in a kitty terminal.
  public let imageIdentifier: UInt32?

  /// The bytes that transmit the picture but don't show it; empty if the terminal doesn't store pictures.
  public var bytesToSend: [UInt8] {
    guard imageIdentifier != nil, case .bytes(let bytes) = content else { return [] }
    return KittyGraphics.sending(bytes)
  }

  /// The bytes that free the picture; empty if the terminal doesn't store pictures.
  public var bytesToForget: [UInt8] { imageIdentifier.map(KittyGraphics.forgetting) ?? [] }

  /// The memory that the terminal needs to store the picture: 4 bytes for each pixel.
  var storedByteCount: Int {
    imageIdentifier == nil ? 0 : pictureCells.columns * cell.width * pictureCells.rows * cell.height * 4
  }

  private let pictureCells: CellArea
  private let cell: CellSize
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

  /// Whether the first rows can be drawn separately. Inline images can't be cropped.
  var canBeCut: Bool { isText || imageIdentifier != nil || !tiles.isEmpty }

  var isText: Bool { if case .lines = content { true } else { false } }

  /// Returns the bytes that draw the first rows at the cursor.
  ///
  /// - Parameters:
  ///   - placement: Identifies the place in terminals that store pictures, which may display one several times.
  ///   - isKept: Pass `true` if the terminal has stored the picture.
  func bytes(firstRows count: Int, placement: UInt32, isKept: Bool) -> [UInt8] {
    guard case .bytes(let bytes) = content else { return [] }
    guard let imageIdentifier else {
      return count >= rows ? bytes : tiles.flatMap { $0.cut(toRows: count, of: bytes, cell) }
    }
    let sending = isKept ? [] : bytesToSend
    var cells = pictureCells
    cells.rows = min(cells.rows, count - cells.row)
    guard cells.rows > 0 else { return sending }
    let height = cells.rows < pictureCells.rows ? cells.rows * cell.height : nil
    return sending
      + KittyGraphics.showing(imageIdentifier, placement: placement, at: cells, height: height)
  }

  /// Returns the bytes that hide the picture at a place; empty if spaces suffice.
  func bytesToHide(placement: UInt32) -> [UInt8] {
    imageIdentifier.map { KittyGraphics.hiding($0, placement: placement) } ?? []
  }
}
