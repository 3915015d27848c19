/// How pictures are drawn on one terminal.
///
///     let drawing = TerminalGraphics(.ofProcess).drawing(of: picture, columns: 20, rows: 8)
///     switch drawing.content {
///     case .bytes(let bytes): …  // printed with the cursor on the upper left cell of the picture
///     case .lines(let lines): …  // one for each row
///     }
public struct TerminalGraphics: Sendable, Hashable {
  /// The means by which pictures are drawn.
  public enum Mode: Sendable, Hashable {
    /// The graphics protocol of kitty, also spoken by Ghostty, Konsole and WezTerm.
    case kitty
    /// The inline images of iTerm2, also shown by mintty and WezTerm.
    case iterm2
    /// Sixel graphics of DEC's VT340, shown by xterm, foot, mlterm, tmux and others.
    case sixel
    /// Coloured block elements of Unicode, which every terminal has.
    case symbols
    /// The terminal can't place anything: no picture is drawn.
    case none
  }

  public let mode: Mode
  public let colors: TerminalColors
  /// The size of a cell; `nil` if it is not known.
  public let cellSize: CellSize?
  /// The size of the largest sixel picture; `nil` if the terminal names none.
  public let sixelLimit: SixelLimit?

  public init(
    mode: Mode, colors: TerminalColors, cellSize: CellSize? = nil, sixelLimit: SixelLimit? = nil
  ) {
    self.mode = mode
    self.colors = colors
    self.cellSize = cellSize
    self.sixelLimit = sixelLimit
  }

  /// What the environment alone tells: symbols in the colours that `COLORTERM` and `TERM` name, monochrome if
  /// `NO_COLOR` is set, nothing for `TERM=dumb`. Pixels are never assumed; `TerminalInquiry` asks for them.
  public init(_ environment: TerminalEnvironment) {
    self.init(mode: environment.isDumb ? .none : .symbols, colors: environment.colors)
  }
}

/// The size of the largest sixel picture that a terminal shows, in pixels; xterm leaves larger ones out (its resource
/// `maxGraphicSize`).
public struct SixelLimit: Sendable, Hashable {
  /// Smaller limits are not taken seriously: a picture would become thousands of tiles.
  private static let leastSide = 64

  public let width: Int
  public let height: Int

  /// A limit; `nil` unless both sides are at least 64.
  public init?(width: Int, height: Int) {
    guard width >= Self.leastSide, height >= Self.leastSide else { return nil }
    self.width = width
    self.height = height
  }
}

extension TerminalGraphics {
  /// The most columns or rows of a drawing.
  public static let cellLimit = 2000

  /// Draws a picture into a rectangle of cells: whole, in its own shape, in the middle.
  ///
  /// Pixels are never enlarged; symbols are. A picture that can't be drawn leaves the rectangle empty.
  /// - Parameters:
  ///   - picture: pixels in sRGB.
  ///   - columns: cells across, 1 to `cellLimit`; clamped.
  ///   - rows: cells down, 1 to `cellLimit`; clamped.
  public func drawing(of picture: some TerminalImage, columns: Int, rows: Int) -> TerminalDrawing {
    let columns = min(max(columns, 1), Self.cellLimit)
    let rows = min(max(rows, 1), Self.cellLimit)
    let cell = cellSize ?? .usual
    guard mode != .none, picture.width > 0, picture.height > 0 else {
      return Self.empty(columns: columns, rows: rows)
    }
    let place = PicturePlace(picture, in: columns, rows, of: cell, enlarges: mode == .symbols)
    let drawing: TerminalDrawing? =
      switch mode {
      case .kitty: KittyGraphics.drawing(of: picture, columns: columns, rows: rows, at: place, cell)
      case .iterm2: InlineImage.drawing(of: picture, columns: columns, rows: rows, at: place)
      case .sixel:
        CellCanvas.sixels(of: picture, columns: columns, rows: rows, at: place, cell, limit: sixelLimit)
      case .symbols: CellCanvas.symbols(of: picture, columns: columns, rows: rows, at: place.cells, colors)
      case .none: nil
      }
    return drawing ?? Self.empty(columns: columns, rows: rows)
  }

  static func empty(columns: Int, rows: Int) -> TerminalDrawing {
    let blank = String(repeating: " ", count: columns)
    return TerminalDrawing(
      columns: columns, rows: rows, content: .lines(Array(repeating: blank, count: rows)))
  }
}
