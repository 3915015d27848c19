/// Renders pictures for a terminal.
///
///     let drawing = TerminalGraphics(.ofProcess).drawing(of: picture, columns: 20, rows: 8)
///     switch drawing.content {
///     case .bytes(let bytes): …  // print with the cursor at the top left cell
///     case .lines(let lines): …  // one per row
///     }
public struct TerminalGraphics: Sendable, Hashable {
  public enum Mode: Sendable, Hashable {
    /// The graphics protocol of kitty, also implemented by Ghostty, Konsole and WezTerm.
    case kitty
    /// The inline images of iTerm2, also implemented by mintty and WezTerm.
    case iterm2
    /// Sixel graphics of DEC's VT340, implemented by xterm, foot, mlterm, tmux and others.
    case sixel
    /// Colored Unicode block elements, for all terminals.
    case symbols
    /// No pictures, for terminals that can't move the cursor.
    case none
  }

  public let mode: Mode
  public let colors: TerminalColors
  /// The size of a cell, if known.
  public let cellSize: CellSize?
  /// The size limit of sixel pictures, if any.
  public let sixelLimit: SixelLimit?

  public init(
    mode: Mode, colors: TerminalColors, cellSize: CellSize? = nil, sixelLimit: SixelLimit? = nil
  ) {
    self.mode = mode
    self.colors = colors
    self.cellSize = cellSize
    self.sixelLimit = sixelLimit
  }

  /// Derives the graphics from the environment: symbols in the palette of `COLORTERM` and `TERM`, monochrome with
  /// `NO_COLOR`, none for `TERM=dumb`. Only `TerminalInquiry` detects pixel graphics.
  public init(_ environment: TerminalEnvironment) {
    self.init(mode: environment.isDumb ? .none : .symbols, colors: environment.colors)
  }
}

extension TerminalEnvironment {
  /// The pictures of the terminal that the variables name; `nil` if they don't name one. Programs that draw in the terminal
  /// of another program can't query it.
  public var pictureMode: TerminalGraphics.Mode? {
    // fzf passes pictures on since version 0.46, which sets this variable.
    let isInOldFzf = !variable("FZF_PREVIEW_LINES").isEmpty && variable("FZF_PREVIEW_TOP").isEmpty
    if isInsideTmux || isInsideScreen || isInOldFzf { return nil }
    if !variable("KITTY_WINDOW_ID").isEmpty || term == "xterm-kitty" || term == "xterm-ghostty" {
      return .kitty
    }
    if namesInlineImages { return .iterm2 }
    return ["foot", "mlterm", "contour"].contains(where: term.hasPrefix) ? .sixel : nil
  }
}

/// The size limit of sixel pictures in pixels. xterm omits larger ones (resource `maxGraphicSize`).
public struct SixelLimit: Sendable, Hashable {
  /// Smaller values are ignored, since they would require thousands of tiles.
  private static let leastSide = 64

  public let width: Int
  public let height: Int

  /// Creates a limit, or `nil` unless both sides are at least 64.
  public init?(width: Int, height: Int) {
    guard width >= Self.leastSide, height >= Self.leastSide else { return nil }
    self.width = width
    self.height = height
  }
}

extension TerminalGraphics {
  /// The bytes that remove all pictures of the kitty protocol from the screen and free them.
  public static let bytesToClear = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

  /// The maximum number of columns or rows of a drawing.
  public static let cellLimit = 2000

  /// Draws a picture, centered and undistorted.
  ///
  /// Pixels are never enlarged; symbols are. If the picture can't be drawn, the area is blank. Columns and rows
  /// are clamped to 1...`cellLimit`.
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
