import PhotoFiles

/// The width of text in the cells of a terminal.
public enum TerminalText {
  /// The side of a column on which padded text stands.
  public enum Alignment: Sendable, Hashable {
    /// Text first, then blanks.
    case leading
    /// Blanks first, as for numbers.
    case trailing
  }

  /// How many cells of a terminal a text takes: two for wide East Asian characters and emoji, none for
  /// combining marks, controls and characters that are not shown.
  public static func columns(of text: String) -> Int {
    if isPlainASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text cut to at most `limit` cells; it ends in `…` if something was cut off.
  public static func truncated(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit || columns(of: text) <= limit { return text }
    return limit > 0 ? prefix(of: text, columns: limit - 1) + "…" : ""
  }

  /// The longest beginning of a text that takes at most `limit` cells.
  package static func prefix(of text: String, columns limit: Int) -> Substring {
    var room = limit
    return text.prefix { character in
      room -= columns(of: character)
      return room >= 0
    }
  }

  /// The text cut in its middle to at most `limit` cells, with `…` there: what tells file names apart is often their
  /// ends.
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

  /// The text cut or filled with blanks to `width` cells.
  public static func padded(_ text: String, to width: Int, alignment: Alignment = .leading) -> String {
    let text = truncated(text, to: width)
    let blanks = String(repeating: " ", count: max(width - columns(of: text), 0))
    return alignment == .leading ? text + blanks : blanks + text
  }

  /// The text with control characters escaped, in lines of at most `width` cells, broken at blanks if there are any.
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

  /// The cells of one character as a person sees it.
  ///
  /// A cluster that begins with an emoji (joined persons, flags, skin tones, keycaps) takes two,
  /// however many scalars it is joined from; any other takes the sum of its scalars.
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
