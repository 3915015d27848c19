import SystemPackage

/// How lines of text are set off on the terminal behind stdout.
package struct TerminalStyle: Sendable {
  /// The width in cells; `nil` if stdout is no terminal or does not tell.
  package let width: Int?
  private let isStyled: Bool

  /// The style for stdout as it is now. `NO_COLOR` (no-color.org) and `TERM=dumb` are honoured.
  package static func standardOutput(isTerminal: Bool) -> TerminalStyle {
    guard isTerminal else { return TerminalStyle(width: nil, isStyled: false) }
    let environment = TerminalEnvironment.ofProcess
    return TerminalStyle(
      width: TerminalWindow(of: .standardOutput)?.columns ?? environment.columns,
      isStyled: !environment.wantsNoColor && !environment.isNamedDumb)
  }

  private init(width: Int?, isStyled: Bool) {
    self.width = width
    self.isStyled = isStyled
  }

  /// A heading, bold if that can be shown.
  package func heading(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Something that matters less, dim if that can be shown.
  package func secondary(_ text: String) -> String { isStyled ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
