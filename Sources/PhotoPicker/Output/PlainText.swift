/// Strings that JSON represents unescaped and that are safe to print.
enum PlainText {
  /// Returns `true` for printable ASCII that contains no quotes and backslashes.
  @inline(__always)
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      if hasSpecial(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) { return false }
      offset += 8
    }
    while offset < raw.count {
      // Pad the byte with blanks, which are plain.
      if hasSpecial(each(0x20) & ~0xFF | UInt64(raw[offset])) { return false }
      offset += 1
    }
    return true
  }

  /// Returns `true` if any of eight bytes is special. Each test sets the high bit of matching bytes (H. S. Warren,
  /// "Hacker's Delight", 2nd edition, 6-1).
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let controls = (word &- each(0x20)) & ~word
    let delete = isZero(word ^ each(0x7F))
    let quote = isZero(word ^ each(UInt8(ascii: "\"")))
    let backslash = isZero(word ^ each(UInt8(ascii: "\\")))
    return (controls | delete | quote | backslash | word) & each(0x80) != 0
  }

  @inline(__always)
  private static func isZero(_ word: UInt64) -> UInt64 { (word &- each(1)) & ~word }

  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
