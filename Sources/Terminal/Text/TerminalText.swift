/// Text made safe for a terminal: nothing in it controls the terminal, and its width in cells is known.
public enum TerminalText {
  /// The text with every character that would control the terminal written as a visible escape.
  ///
  /// ESC becomes `\e`, a line feed `\n`, other controls `\x9b`, directional controls `\u{202e}`.
  public static func safe(_ text: String) -> String {
    var text = text
    return text.withUTF8 { escapingHazards($0) } ?? text
  }

  /// Bytes that should be UTF-8, such as a file name, as text that is safe for a terminal; bytes that are not
  /// UTF-8 become U+FFFD.
  public static func safe(utf8 bytes: some Sequence<UInt8>) -> String {
    safe(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// The text with its hazards escaped; `nil` if there are none.
  private static func escapingHazards(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.indices.contains(where: { TerminalHazard.find(in: bytes, at: $0) != nil }) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      if let hazard = TerminalHazard.find(in: bytes, at: index) {
        output.append(contentsOf: escape(hazard.value).utf8)
        index += hazard.length
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func escape(_ value: UInt32) -> String {
    switch value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x1B: "\\e"
    case 0x100...: "\\u{" + String(value, radix: 16) + "}"
    default: (value < 0x10 ? "\\x0" : "\\x") + String(value, radix: 16)
    }
  }
}
