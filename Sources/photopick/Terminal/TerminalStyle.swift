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
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return TerminalStyle(
      width: width(of: STDOUT_FILENO) ?? environment["COLUMNS"].flatMap { UInt16($0) }.map(Int.init),
      isStyled: !isPlain)
  }

  /// The width in cells of the terminal behind a descriptor; `nil` where there is none.
  static func width(of descriptor: CInt) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A heading, bold where that can be shown.
  func heading(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Something that matters less, dim where that can be shown.
  func secondary(_ text: String) -> String { isStyled ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
