import PhotoFiles

/// Measures and formats text by width in cells.
public enum TerminalText {
  public enum Alignment: Sendable, Hashable {
    case leading
    /// Spaces first, as for numbers.
    case trailing
  }

  /// Returns the width in cells: two for wide East Asian characters and emoji, none for combining marks, controls and
  /// invisible characters.
  public static func columns(of text: String) -> Int {
    if isPlainASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the width in cells of the widest string, 0 for an empty sequence.
  package static func columns(ofWidest strings: some Sequence<String>) -> Int {
    strings.reduce(0) { max($0, columns(of: $1)) }
  }

  /// Truncates text to at most `limit` cells, ending in `…`.
  public static func truncated(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit || columns(of: text) <= limit { return text }
    return limit > 0 ? prefix(of: text, columns: limit - 1) + "…" : ""
  }

  /// Returns the longest prefix of at most `limit` cells.
  package static func prefix(of text: String, columns limit: Int) -> Substring {
    var room = limit
    return text.prefix { character in
      room -= columns(of: character)
      return room >= 0
    }
  }

  /// Truncates text in the middle to at most `limit` cells with `…`, since file names often differ at the end.
  package static func truncatedInMiddle(_ text: String, to limit: Int) -> String {
    if columns(of: text) <= limit { return text }
    var room = (limit - 1) / 2
    let end = text.reversed().prefix { character in
      room -= columns(of: character)
      return room >= 0
    }
    let tail = String(end.reversed())
    return truncated(text, to: limit - columns(of: tail)) + tail
  }

  /// Truncates or pads text to `width` cells.
  public static func padded(_ text: String, to width: Int, alignment: Alignment = .leading) -> String {
    let text = truncated(text, to: width)
    let blanks = String(repeating: " ", count: max(width - columns(of: text), 0))
    return alignment == .leading ? text + blanks : blanks + text
  }

  /// Escapes control characters, and wraps text at spaces to lines of at most `width` cells.
  public static func lines(of text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in SafeText.escaping(text).split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if columns(of: longer) <= width {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = truncated(String(word), to: width)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func isPlainASCII(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// Returns the width of a character.
  ///
  /// A cluster that starts with an emoji (joined persons, flags, skin tones, keycaps) has two cells; any other has
  /// the sum of the scalars.
  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return CellWidth.columns(of: first) }
    if first.properties.isEmoji,
      scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiPresentation })
    {
      return 2
    }
    return scalars.reduce(0) { $0 + CellWidth.columns(of: $1) }
  }
}
