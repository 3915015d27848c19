import PhotoFiles

/// What a row or column of a chart is called.
package struct ChartLabel: Sendable, Equatable {
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

/// How much a cell of a chart stands for, told by its shade: nothing, or one of four levels.
struct ChartShade: Equatable {
  /// 0 for nothing, 4 for the greatest.
  let level: Int

  /// The shade of a value beside the greatest. It grows as the square root, so that small values are told apart beside
  /// large ones.
  init(_ value: Int, of greatest: Int) {
    guard value > 0 else {
      level = 0
      return
    }
    let share = Double(value) / Double(max(greatest, value))
    level = (1...3).first { Double($0 * $0) >= share * 16 } ?? 4
  }

  /// A character of that shade, for a terminal without colours.
  var glyph: String { ["·", "░", "▒", "▓", "█"][level] }

  func square(_ style: TerminalStyle) -> String {
    guard level > 0 else { return style.secondary(glyph) }
    switch style.colors {
    case .trueColor, .indexed256: return TerminalStyle.set("38;" + Self.color(level, style.colors), "■")
    case .indexed16: return TerminalStyle.set("32", glyph)
    case .monochrome: return glyph
    }
  }

  /// A text on ground of that shade; without enough colours, the shade stands before it.
  ///
  /// - Parameter text: begins with a blank, in place of which the shade can stand.
  func ground(_ text: String, _ style: TerminalStyle) -> String {
    guard level > 0 else { return text }
    switch style.colors {
    case .trueColor, .indexed256:
      let ink =
        style.colors == .trueColor ? (level > 2 ? "2;0;0;0" : "2;255;255;255") : level > 2 ? "5;16" : "5;231"
      return TerminalStyle.set("48;\(Self.color(level, style.colors));38;\(ink)", text)
    case .indexed16: return TerminalStyle.set("32", glyph) + text.dropFirst()
    case .monochrome: return glyph + text.dropFirst()
    }
  }

  private static func color(_ level: Int, _ colors: TerminalColors) -> String {
    colors == .trueColor
      ? ["2;14;68;41", "2;0;109;50", "2;38;166;65", "2;57;211;83"][level - 1]
      : ["5;22", "5;28", "5;34", "5;41"][level - 1]
  }
}
