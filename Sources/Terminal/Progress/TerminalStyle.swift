import SystemPackage

/// How lines of text are set off on the terminal behind stdout.
package struct TerminalStyle: Sendable {
  /// The width in cells; `nil` if stdout is no terminal or does not tell.
  package let width: Int?
  package let colors: TerminalColors
  private let isStyled: Bool

  /// The style for stdout as it is now. `NO_COLOR` (no-color.org) and `TERM=dumb` are honoured.
  package static func standardOutput(isTerminal: Bool) -> TerminalStyle {
    guard isTerminal else { return TerminalStyle(width: nil) }
    let environment = TerminalEnvironment.ofProcess
    return TerminalStyle(
      width: TerminalWindow(of: .standardOutput)?.columns ?? environment.columns, colors: environment.colors,
      isStyled: !environment.wantsNoColor && !environment.isNamedDumb)
  }

  /// A style for a device of some width, plain unless it has more.
  package init(width: Int?, colors: TerminalColors = .monochrome, isStyled: Bool = false) {
    self.width = width
    self.colors = colors
    self.isStyled = isStyled
  }

  /// A heading, bold if that can be shown.
  package func heading(_ text: String) -> String { isStyled ? Self.set("1", text) : text }

  /// Something that matters less, dim if that can be shown.
  package func secondary(_ text: String) -> String { isStyled ? Self.set("2", text) : text }

  /// Text with rendition of its own (ECMA-48, 8.3.117).
  static func set(_ rendition: String, _ text: String) -> String {
    text.isEmpty ? text : "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
  }
}
