import SystemPackage

/// The style of text on stdout.
package struct TerminalStyle: Sendable {
  /// The width in cells, if stdout is a terminal of known size.
  package let width: Int?
  package let colors: TerminalColors
  private let isStyled: Bool

  /// The style of stdout, which depends on `NO_COLOR` (no-color.org) and `TERM=dumb`.
  package static func standardOutput(isTerminal: Bool) -> TerminalStyle {
    guard isTerminal else { return TerminalStyle(width: nil) }
    let environment = TerminalEnvironment.ofProcess
    return TerminalStyle(
      width: TerminalWindow(of: .standardOutput)?.columns ?? environment.columns, colors: environment.colors,
      isStyled: !environment.wantsNoColor && !environment.isNamedDumb)
  }

  /// Creates a style, plain by default.
  package init(width: Int?, colors: TerminalColors = .monochrome, isStyled: Bool = false) {
    self.width = width
    self.colors = colors
    self.isStyled = isStyled
  }

  /// Formats a heading in bold, if supported.
  package func heading(_ text: String) -> String { isStyled ? Self.set("1", text) : text }

  /// Formats less important text as dim, if supported.
  package func secondary(_ text: String) -> String { isStyled ? Self.set("2", text) : text }

  /// Applies a rendition (ECMA-48, 8.3.117).
  static func set(_ rendition: String, _ text: String) -> String {
    text.isEmpty ? text : "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
  }
}
