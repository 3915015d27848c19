import PhotoFiles

package struct ChartLabel: Sendable, Equatable {
  package let text: String
  /// An abbreviation for narrow terminals.
  package let short: String

  /// Creates a label, escaping control characters.
  package init(_ text: String, short: String? = nil) {
    self.text = SafeText.escaping(text)
    let short = short.map(SafeText.escaping) ?? self.text
    self.short = TerminalText.columns(of: short) < TerminalText.columns(of: self.text) ? short : self.text
  }

  /// Returns all labels complete or all abbreviated to fit a width, and the width they need.
  static func fitted(_ labels: [ChartLabel], to width: Int) -> (texts: [String], width: Int) {
    let long = labels.map(\.text)
    let longest = TerminalText.columns(ofWidest: long)
    if longest <= width { return (long, longest) }
    let short = labels.map(\.short)
    let shortest = TerminalText.columns(ofWidest: short)
    // If truncation is unavoidable, complete names are clearer.
    return shortest <= width ? (short, shortest) : (long, max(width, 1))
  }
}

/// The shade of a value in a chart: blank or one of four levels.
struct ChartShade: Equatable {
  /// The level, 0 (blank) to 4.
  let level: Int

  /// Computes the shade relative to the greatest value. The square root makes small values distinguishable.
  init(_ value: Int, of greatest: Int) {
    guard value > 0 else {
      level = 0
      return
    }
    let share = Double(value) / Double(max(greatest, value))
    level = (1...3).first { Double($0 * $0) >= share * 16 } ?? 4
  }

  /// A character for monochrome terminals.
  var glyph: String { ["·", "░", "▒", "▓", "█"][level] }

  func square(_ style: TerminalStyle) -> String {
    guard level > 0 else { return style.secondary(glyph) }
    switch style.colors {
    case .trueColor, .indexed256: return TerminalStyle.set("38;" + Self.color(level, style.colors), "■")
    case .indexed16: return TerminalStyle.set("32", glyph)
    case .monochrome: return glyph
    }
  }

  /// Returns a string with a shaded background. If the palette is too small, the shade replaces the leading blank.
  ///
  /// - Parameter text: Starts with a blank.
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
