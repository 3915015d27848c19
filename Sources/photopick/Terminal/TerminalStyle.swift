import Foundation

/// What the terminal behind stdout can show.
struct TerminalStyle {
  /// The width in cells; `nil` where stdout is no terminal or does not tell.
  let width: Int?
  /// True where text may be set off.
  let isStyled: Bool

  /// What stdout is now. `NO_COLOR` (no-color.org) and `TERM=dumb` are honoured.
  static func standardOutput(isTerminal: Bool) -> TerminalStyle {
    guard isTerminal else { return TerminalStyle(width: nil, isStyled: false) }
    let environment = ProcessInfo.processInfo.environment
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return TerminalStyle(
      width: isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) }, isStyled: !isPlain)
  }

  /// A heading, bold where that can be shown.
  func heading(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Something that matters less, dim where that can be shown.
  func secondary(_ text: String) -> String { isStyled ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
