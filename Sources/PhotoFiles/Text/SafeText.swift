/// Escapes untrusted text, such as file names and metadata, so that printing it does not control a terminal.
public enum SafeText {
  /// Returns the text with each control character escaped.
  ///
  /// ESC becomes `\e`, a line feed `\n`, other controls `\x9b`, directional controls `\u{202e}`.
  public static func escaping(_ text: String) -> String {
    var text = text
    return text.withUTF8 { escapingControls($0) } ?? text
  }

  /// Returns bytes, such as a file name, as escaped text; invalid UTF-8 becomes U+FFFD.
  public static func escaping(utf8 bytes: some Sequence<UInt8>) -> String {
    escaping(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// Returns the text with escaped control characters, or `nil` without control characters.
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

/// Invisible characters that control a terminal or reorder output.
///
/// These are the C0 and C1 controls and DEL (ECMA-48), the line and paragraph separators, and the directional
/// formatting characters of the Unicode Bidirectional Algorithm (UAX 9, section 2).
package enum ControlCharacter {
  /// Returns the control character at `index` of UTF-8 text, and the length in bytes, or `nil`. Bytes that aren't UTF-8
  /// are no control characters.
  @inline(__always)
  package static func find(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (
    value: UInt32, length: Int
  )? {
    let byte = bytes[index]
    if byte < 0x80 { return byte < 0x20 || byte == 0x7F ? (UInt32(byte), 1) : nil }
    guard mayLead(byte), index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    switch byte {
    case 0xC2: return (0x80..<0xA0).contains(second) ? (UInt32(second), 2) : nil
    case 0xD8: return second == 0x9C ? (0x061C, 2) : nil
    default:
      guard second == 0x80 || second == 0x81, index + 2 < bytes.count, bytes[index + 2] & 0xC0 == 0x80 else {
        return nil
      }
      let value = 0x2000 | UInt32(second & 1) << 6 | UInt32(bytes[index + 2] & 0x3F)
      switch value {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (value, 3)
      default: return nil
      }
    }
  }

  /// Returns `true` if a byte may begin a control character beyond ASCII: U+0080 to U+00BF, U+0600 to U+063F, U+2000 to
  /// U+2FFF.
  @inline(__always)
  package static func mayLead(_ byte: UInt8) -> Bool { byte == 0xC2 || byte == 0xD8 || byte == 0xE2 }
}
