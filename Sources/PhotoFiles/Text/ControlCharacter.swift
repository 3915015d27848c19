/// Characters that control a terminal or reorder its output instead of being shown.
///
/// These are the C0 and C1 controls and DEL (ECMA-48), the line and paragraph separators, and the directional
/// marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX 9, section 2).
package enum ControlCharacter {
  /// Returns the control character that begins at `index` of UTF-8 text, and its length in bytes; `nil` if none does.
  @inlinable @inline(__always)
  package static func find(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (
    value: UInt32, length: Int
  )? {
    let byte = bytes[index]
    if byte < 0x80 { return byte < 0x20 || byte == 0x7F ? (UInt32(byte), 1) : nil }
    guard mayLead(byte), index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    switch byte {
    case 0xC2: return second < 0xA0 ? (UInt32(second), 2) : nil
    case 0xD8: return second == 0x9C ? (0x061C, 2) : nil
    default:
      guard second == 0x80 || second == 0x81, index + 2 < bytes.count else { return nil }
      let value = 0x2000 | UInt32(second & 1) << 6 | UInt32(bytes[index + 2] & 0x3F)
      switch value {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (value, 3)
      default: return nil
      }
    }
  }

  /// Whether a byte may begin a control character beyond ASCII: U+0080 to U+00BF, U+0600 to U+063F, U+2000 to U+2FFF.
  @inlinable @inline(__always)
  package static func mayLead(_ byte: UInt8) -> Bool { byte == 0xC2 || byte == 0xD8 || byte == 0xE2 }
}
