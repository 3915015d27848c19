/// The character set of a block, which dataset 1:90 names (IPTC Information Interchange Model 4.2, 5.4 and 1.4).
enum IPTCCharacterSet: Sendable {
  case utf8
  /// Windows code page 1252, also for missing and other character sets, as in ExifTool.
  case latin

  /// Designates a coding outside of ISO 2022; G, /G, /H or /I follow for UTF-8.
  private static let otherCoding: StaticString = "\u{1B}%"

  init(designation: Bytes) { self = designation.has(Self.otherCoding) ? .utf8 : .latin }

  /// UTF-8 text up to any trailing NULs. Invalid UTF-8 stays as it is.
  func utf8(_ bytes: Bytes) -> Bytes {
    var count = bytes.count
    while bytes[count - 1] == 0 { count -= 1 }
    let text = bytes.prefixSlice(at: 0, count: count)
    guard self == .latin else { return text }
    let letters = text.array
    guard letters.contains(where: { $0 >= 0x80 }) else { return text }
    return Bytes(Array(String(String.UnicodeScalarView(letters.map(Self.latinLetter))).utf8))
  }

  private static func latinLetter(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte) ? windowsLetters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// 0x80 to 0x9F; unassigned codes map to control characters.
  private static let windowsLetters: [Unicode.Scalar] = Array(
    """
    \u{20AC}\u{81}\u{201A}\u{0192}\u{201E}\u{2026}\u{2020}\u{2021}\u{02C6}\u{2030}\u{0160}\u{2039}\u{0152}\u{8D}\
    \u{017D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{02DC}\u{2122}\u{0161}\u{203A}\
    \u{0153}\u{9D}\u{017E}\u{0178}
    """.unicodeScalars)
}

extension Bytes {
  /// The string up to the last complete character; programs cut strings at a number of bytes.
  var withoutCutCharacter: Bytes {
    var start = count - 1
    while start > 0, count - start < 4, self[start].map({ $0 & 0xC0 == 0x80 }) == true { start -= 1 }
    guard let first = self[start] else { return self }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return length > count - start ? prefixSlice(at: 0, count: start) : self
  }
}
