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

  /// The means by which pictures are drawn.
  public let mode: Mode
  /// The colours of text.
  public let colors: TerminalColors
  /// The size of a cell; `nil` if it is not known.
  public let cellSize: CellSize?
  /// The size of the largest sixel picture; `nil` if the terminal names none.
  public let sixelLimit: SixelLimit?

  /// Graphics that are known already.
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

  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// A limit; `nil` unless both sides are at least 64.
  public init?(width: Int, height: Int) {
    guard width >= Self.leastSide, height >= Self.leastSide else { return nil }
    self.width = width
    self.height = height
  }
}
