import PhotoPicker
import Terminal

/// Breaks text into lines.
enum TextLines {
  /// Lines of at most `width` cells, broken at blanks if there are any.
  static func broken(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines = [String]()
    var line = ""
    for word in TerminalText.safe(text).split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if TerminalText.columns(of: longer) <= width {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = TerminalText.truncated(String(word), to: width)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
