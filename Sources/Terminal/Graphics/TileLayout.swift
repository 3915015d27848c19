/// How tiles of equal size stand side by side over the width of a terminal.
///
/// At least four stand in a row if each has `narrowest` columns then; in a wider terminal they grow to
/// `preferredColumns` before there are more.
public struct TileLayout: Sendable, Hashable {
  /// Columns below which a tile shows nothing that could be recognised.
  public static let narrowest = 9
  /// Columns from which on more tiles are better than larger ones.
  public static let preferredColumns = 20
  /// Columns between two tiles.
  public static let gap = 1

  /// Tiles in a row, 1 or more.
  public let tilesPerRow: Int
  /// Columns of a tile, 1 or more.
  public let tileColumns: Int
  /// Rows of the picture in a tile, 1 or more.
  public let pictureRows: Int

  /// A layout for a terminal, whose height a picture and its caption never fill.
  public init(columns: Int, rows: Int, captionRows: Int, cell: CellSize = .usual) {
    let columns = min(max(columns, 1), TerminalGraphics.cellLimit)
    let preferred = (columns + Self.gap) / (Self.preferredColumns + Self.gap)
    let possible = (columns + Self.gap) / (Self.narrowest + Self.gap)
    tilesPerRow = max(1, preferred, min(4, possible))
    tileColumns = max(1, (columns - (tilesPerRow - 1) * Self.gap) / tilesPerRow)
    // Most photos are landscapes of 4:3.
    let shaped = (tileColumns * cell.width * 3 + 2 * cell.height) / (4 * cell.height)
    pictureRows = max(1, min(shaped, rows - captionRows - 1))
  }
}
