/// XML, JSON and lists of settings that devices and programs store as a caption.
enum CaptionRecord {
  /// The minimum number of settings, such as `filter: 0;`.
  private static let leastSettings = 3
  /// Between settings, the most specific first: a value in parentheses may contain commas and spaces.
  private static let separators: [[UInt8]] = [Array(";&\r\n".utf8), Array(",".utf8), Array(" ".utf8)]

  static func matches(_ text: String) -> Bool {
    if isMarkup(text.utf8) { return true }
    guard text.utf8.count(where: isAssignment) >= leastSettings else { return false }
    return separators.contains { separators in
      let parts = text.utf8.split { separators.contains($0) }.filter { !$0.allSatisfy { $0 <= 0x20 } }
      let count = parts.count(where: isSetting)
      return count >= leastSettings && count * 2 > parts.count
    }
  }

  private static func isAssignment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
  }

  /// Whether a text is XML, JSON, or names in angle brackets such as `<Digimax i5, Samsung #1>`.
  private static func isMarkup(_ text: String.UTF8View) -> Bool {
    switch (text.first, text.last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): text.contains { $0.isDigit || "/?,=".utf8.contains($0) }
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): text.contains(UInt8(ascii: ":"))
    default: false
    }
  }

  /// Whether a text is `name: 0`, `name: (1, 2)`, `name: true` or `name=value`.
  private static func isSetting(_ part: String.UTF8View.SubSequence) -> Bool {
    let text = Bytes(Array(part)).trimmed.array
    guard let mark = text.firstIndex(where: isAssignment),
      text[0].isLetter,
      text[..<mark].allSatisfy({ $0.isLetter || $0.isDigit || "_-.".utf8.contains($0) })
    else { return false }
    let value = Bytes(Array(text[(mark + 1)...])).trimmed.array
    guard let first = value.first else { return false }
    if first == UInt8(ascii: "(") { return true }
    guard !value.contains(where: { $0 <= 0x20 }) else { return false }
    return text[mark] == UInt8(ascii: "=") || first.isDigit || first == UInt8(ascii: "-")
      || ["true", "false", "null"].contains(String(decoding: value, as: UTF8.self))
  }
}
