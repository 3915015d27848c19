/// A layout of equal cells for the width of a terminal.
///
/// A row has at least four pictures of `narrowest` columns if they fit. Wider terminals enlarge the tiles to
/// `preferredColumns` before adding more.
public struct TileLayout: Sendable, Hashable {
  /// The minimum number of columns for recognizable pictures.
  public static let narrowest = 9
  /// The number of columns above which more pictures per row are better than larger ones.
  public static let preferredColumns = 20
  /// The columns between adjacent pictures.
  public static let gap = 1

  /// The number of pictures per row, at least 1.
  public let tilesPerRow: Int
  /// The columns per tile, at least 1.
  public let tileColumns: Int
  /// The rows of a tile's picture, at least 1.
  public let pictureRows: Int

  /// Creates a layout in which a picture and its caption never fill the terminal.
  public init(columns: Int, rows: Int, captionRows: Int, cell: CellSize = .usual) {
    let columns = min(max(columns, 1), TerminalGraphics.cellLimit)
    let preferred = (columns + Self.gap) / (Self.preferredColumns + Self.gap)
    let possible = (columns + Self.gap) / (Self.narrowest + Self.gap)
    tilesPerRow = max(1, preferred, min(4, possible))
    tileColumns = max(1, (columns - (tilesPerRow - 1) * Self.gap) / tilesPerRow)
    // Most photos are 4:3 landscapes.
    let shaped = (tileColumns * cell.width * 3 + 2 * cell.height) / (4 * cell.height)
    pictureRows = max(1, min(shaped, rows - captionRows - 1))
  }
}
