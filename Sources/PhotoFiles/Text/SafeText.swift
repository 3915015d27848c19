/// Escapes text from elsewhere, such as file names and metadata, so that printing it does not control a terminal.
public enum SafeText {
  /// Returns the text with each control character replaced by a visible escape.
  ///
  /// ESC becomes `\e`, a line feed `\n`, other controls `\x9b`, directional controls `\u{202e}`.
  public static func escaping(_ text: String) -> String {
    var text = text
    return text.withUTF8 { escapingControls($0) } ?? text
  }

  /// Returns bytes that should be UTF-8, such as a file name, as escaped text; invalid bytes become U+FFFD.
  public static func escaping(utf8 bytes: some Sequence<UInt8>) -> String {
    escaping(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// Returns the text with its control characters escaped; `nil` if it has none.
  private static func escapingControls(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.indices.contains(where: { ControlCharacter.find(in: bytes, at: $0) != nil }) else {
      return nil
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      if let control = ControlCharacter.find(in: bytes, at: index) {
        output.append(contentsOf: escape(control.value).utf8)
        index += control.length
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
