/// Strings that JSON represents unescaped and that are safe to print.
enum PlainText {
  /// Returns whether bytes are printable ASCII without quotes and backslashes.
  @inline(__always)
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    guard raw.count >= 8 else {
      // Fill the word with spaces, which are plain.
      return !hasSpecial(raw.reduce(each(0x20)) { $0 << 8 | UInt64($1) })
    }
    let last = raw.count - 8
    for offset in stride(from: 0, to: last, by: 8) {
      if hasSpecial(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) { return false }
    }
    // The last word may overlap the one before it.
    return !hasSpecial(raw.loadUnaligned(fromByteOffset: last, as: UInt64.self))
  }

  /// Returns `true` if any of eight bytes is special. Each test sets the high bit of matching bytes (H. S. Warren,
  /// "Hacker's Delight", 2nd edition, 6-1), and of bytes from 0x80 on, which are special too.
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let controls = word &- each(0x20)
    let delete = (word ^ each(0x7F)) &- each(1)
    let quote = (word ^ each(UInt8(ascii: "\""))) &- each(1)
    let backslash = (word ^ each(UInt8(ascii: "\\"))) &- each(1)
    return (controls | delete | quote | backslash | word) & each(0x80) != 0
  }

  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
