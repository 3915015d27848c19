import PhotoImaging
import SystemPackage

/// How pictures are drawn on one terminal.
///
///     let graphics = TerminalGraphics.probe(
///       input: .standardInput, output: .standardOutput, environment: environment, timeout: .milliseconds(200))
///     let drawing = graphics.drawing(of: pixels, columns: 20, rows: 8)
///     switch drawing.content {
///     case .bytes(let bytes): …  // printed where the upper left cell of the picture is
///     case .lines(let lines): …  // one for each row
///     }
public struct TerminalGraphics: Sendable, Hashable {
  /// By what means pictures are drawn.
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

  /// The colours of text.
  public enum Colors: Sendable, Hashable {
    /// 24 bits.
    case trueColor
    /// The palette of 256 colours.
    case indexed256
    /// The 16 colours of the terminal's palette.
    case indexed16
    /// None, as `NO_COLOR` asks.
    case monochrome
  }

  /// The size of a cell in pixels.
  public struct CellSize: Sendable, Hashable {
    /// Pixels across, 1 to 256.
    public let width: Int
    /// Pixels down, 1 to 256.
    public let height: Int

    /// A size; `nil` unless both sides are 1 to 256.
    public init?(width: Int, height: Int) {
      guard (1...256).contains(width), (1...256).contains(height) else { return nil }
      self.init(checkedWidth: width, height: height)
    }

    private init(checkedWidth width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    /// The cell of the VT340, for terminals that don't tell theirs.
    public static let usual = CellSize(checkedWidth: 10, height: 20)
  }

  /// By what means pictures are drawn.
  public let mode: Mode
  /// The colours of text.
  public let colors: Colors
  /// The size of a cell; `nil` where it is not known.
  public let cellSize: CellSize?
  /// True where the terminal was asked and did not answer in time, so that answers may still come: whoever reads
  /// its input has to ignore them.
  public let mayAnswerLate: Bool

  /// Graphics that are known already.
  public init(mode: Mode, colors: Colors, cellSize: CellSize? = nil, mayAnswerLate: Bool = false) {
    self.mode = mode
    self.colors = colors
    self.cellSize = cellSize
    self.mayAnswerLate = mayAnswerLate
  }

  /// What the environment alone tells: symbols in the colours that `COLORTERM` and `TERM` name, monochrome where
  /// `NO_COLOR` is set, nothing for `TERM=dumb`. Pixels are never assumed.
  public static func withoutAsking(environment: [String: String]) -> TerminalGraphics {
    let known = TerminalEnvironment(environment)
    return TerminalGraphics(mode: known.isDumb ? .none : .symbols, colors: known.colors)
  }

  /// Asks the terminal what it can show.
  ///
  /// It is asked for its primary device attributes, its name and version, the size of its cells, and whether it
  /// understands kitty's graphics. Meanwhile the terminal echoes nothing and hands every byte on; afterwards it
  /// is as it was. What `input` is sent in that time is taken for answers. A job in the background asks nothing.
  ///
  /// - Parameters:
  ///   - input: open for reading on the terminal.
  ///   - output: open for writing on the same terminal.
  ///   - environment: the environment of the process.
  ///   - timeout: how long to wait for answers; terminals that answer are left earlier.
  public static func probe(
    input: FileDescriptor, output: FileDescriptor, environment: [String: String], timeout: Duration
  ) -> TerminalGraphics {
    let known = TerminalEnvironment(environment)
    let plain = withoutAsking(environment: environment)
    let measured = TerminalDevice.cellSize(of: output)
    guard known.maySendQueries, let device = TerminalDevice(input: input, output: output) else {
      return TerminalGraphics(mode: plain.mode, colors: plain.colors, cellSize: measured)
    }
    let answers = device.ask(timeout: timeout)
    return TerminalGraphics(
      mode: answers.mode(known), colors: answers.colors(known),
      cellSize: answers.cellSize(TerminalDevice.size(of: output)) ?? measured,
      mayAnswerLate: !answers.areComplete)
  }
}
