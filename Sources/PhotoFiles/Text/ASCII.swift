/// The byte as a character of ASCII.
extension UInt8 {
  package var isDigit: Bool { (0x30...0x39).contains(self) }

  package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// The lowercase letter of a capital one, otherwise the byte itself.
  package var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// The value of a hexadecimal digit.
  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

/// Parses integers from outside, within the range that the caller supports, so that later arithmetic can't overflow.
package enum WholeNumber {
  /// The range of counts, positions and pixels. Sums and products of two such numbers fit into an `Int`.
  package static let counts = 0...Int(Int32.max)

  /// Parses a decimal integer with an optional minus sign. Returns `nil` if the string is invalid or the number is
  /// out of range.
  package static func read<Number: FixedWidthInteger>(
    _ text: some StringProtocol, in range: ClosedRange<Number>
  ) -> Number? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit), let number = Number(text), range.contains(number)
    else { return nil }
    return number
  }
}
