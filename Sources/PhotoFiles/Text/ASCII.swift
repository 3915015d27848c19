/// The byte as a character of ASCII.
extension UInt8 {
  @inlinable
  package var isDigit: Bool { (0x30...0x39).contains(self) }

  /// The lowercase letter of a capital one, otherwise the byte itself.
  @inlinable
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
