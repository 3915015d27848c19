import PhotoFiles

/// What a row or column of a chart is called.
package struct ChartLabel: Sendable, Equatable {
  /// The name.
  package let text: String
  /// A shorter name for narrow terminals.
  package let short: String

  /// A label of texts from elsewhere, in which nothing will act on a terminal.
  package init(_ text: String, short: String? = nil) {
    self.text = SafeText.escaping(text)
    let short = short.map(SafeText.escaping) ?? self.text
    self.short = TerminalText.columns(of: short) < TerminalText.columns(of: self.text) ? short : self.text
  }

  /// The texts of labels in some width, all of them whole or all of them short, and the width that they need.
  static func fitted(_ labels: [ChartLabel], to width: Int) -> (texts: [String], width: Int) {
    let long = labels.map(\.text)
    let longest = long.map { TerminalText.columns(of: $0) }.max() ?? 0
    if longest <= width { return (long, longest) }
    let short = labels.map(\.short)
    let shortest = short.map { TerminalText.columns(of: $0) }.max() ?? 0
    // What has to be cut in any case says more uncut at first.
    return shortest <= width ? (short, shortest) : (long, max(width, 1))
  }
}
