/// The questions that a terminal is asked.
enum TerminalQuery {
  /// The number that kitty's answer repeats.
  static let imageIdentifier = 31

  /// All questions. Primary device attributes (DA1, ECMA-48, 8.3.24) come last: every terminal answers them, and
  /// answers come in the order of the questions.
  ///
  /// Inside of tmux and Screen it is they who answer. They do not know of a picture that they pass on to the terminal
  /// behind them, and do not scroll it with the text, so nothing is sent through them.
  static let bytes = Array((version + cellSize + windowSize + sixelLimit + kitty + deviceAttributes).utf8)

  /// Asks whether a frame can be shown at once: DECRQM of private mode 2026.
  static let synchronization = Array("\u{1B}[?2026$p".utf8)

  /// Takes away what a terminal shows that does not know a question.
  static let cleaning = Array("\r\u{1B}[K".utf8)

  /// XTVERSION of xterm.
  private static let version = "\u{1B}[>q"
  /// The size of a cell and of the window in pixels (XTWINOPS of xterm).
  private static let cellSize = "\u{1B}[16t"
  private static let windowSize = "\u{1B}[14t"
  /// The largest sixel picture now, at most that of the window, and at any time (XTSMGRAPHICS of xterm).
  private static let sixelLimit = "\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
  /// A query for a picture of one pixel ("Querying support and available transmission mediums").
  private static let kitty = "\u{1B}_Gi=\(imageIdentifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let deviceAttributes = "\u{1B}[c"
}
