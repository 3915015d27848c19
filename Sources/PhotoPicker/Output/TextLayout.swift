import Terminal

/// Padding and truncation of a value: `<30` pads to 30 cells at the end, `>30` at the start, `.20` truncates to 20
/// cells, and `<30.30` does both.
struct TextLayout: Sendable, Hashable {
  private var alignment = TerminalText.Alignment.leading
  /// The minimum width in cells, 0 for none.
  private var width = 0
  /// The maximum width in cells.
  private var limit: Int?

  /// Bounds the memory; larger widths are mistakes.
  static let widest = 1000

  init?(_ text: String) {
    var rest = text[...]
    if let sign = rest.first, sign == "<" || sign == ">" {
      rest.removeFirst()
      guard let width = Self.width(&rest) else { return nil }
      (alignment, self.width) = (sign == "<" ? .leading : .trailing, width)
    }
    if rest.first == "." {
      rest.removeFirst()
      limit = Self.width(&rest)
      guard limit != nil else { return nil }
    }
    guard rest.isEmpty, width > 0 || limit != nil else { return nil }
  }

  private static func width(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    guard digits.count <= 4, let width = Int(digits), (1...widest).contains(width) else { return nil }
    return width
  }

  func append(_ text: [UInt8], to output: inout [UInt8]) {
    var text = text
    if let limit {
      let shown = String(decoding: text, as: UTF8.self)
      let cut = TerminalText.prefix(of: shown, columns: limit)
      if cut.endIndex < shown.endIndex { text = Array(cut.utf8) }
    }
    let missing = width > 0 ? width - TerminalText.columns(of: String(decoding: text, as: UTF8.self)) : 0
    let blanks = repeatElement(UInt8(ascii: " "), count: max(0, missing))
    output += alignment == .trailing ? blanks + text : text + blanks
  }
}
