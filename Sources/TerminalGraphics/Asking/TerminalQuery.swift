/// The questions that a terminal is sent.
struct TerminalQuery {
  /// The number that kitty's answer repeats.
  static let imageIdentifier = 31

  /// True where tmux stands between: it answers the rest itself, and passes kitty's question on where its option
  /// `allow-passthrough` is on.
  let isInsideTmux: Bool

  /// All questions. Primary device attributes (DA1, ECMA-48, 8.3.24) come last: every terminal answers them, and
  /// answers come in the order of the questions.
  var bytes: [UInt8] {
    Array((Self.version + Self.cellSize + Self.windowSize + kitty + Self.deviceAttributes).utf8)
  }

  /// Takes away what a terminal shows that does not know a question.
  static let cleaning = Array("\r\u{1B}[K".utf8)

  /// XTVERSION of xterm.
  private static let version = "\u{1B}[>q"
  /// The size of a cell and of the window in pixels (XTWINOPS of xterm).
  private static let cellSize = "\u{1B}[16t"
  private static let windowSize = "\u{1B}[14t"
  private static let deviceAttributes = "\u{1B}[c"

  private var kitty: String {
    let query = "\u{1B}_Gi=\(Self.imageIdentifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    guard isInsideTmux else { return query }
    return "\u{1B}Ptmux;"
      + query.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      .joined(separator: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
