/// Reads the whole numbers that a browser sends.
///
/// It is the only way in which such a number gets in, so that no later arithmetic meets one that its caller did not
/// expect.
enum WholeNumber {
  /// The numbers that count something: photos, positions, pixels. Sums and products of two of them fit into an `Int`.
  static let counts = 0...Int(Int32.max)

  /// Reads a number in decimal digits, with a minus sign if it is negative; returns `nil` if the text is no such number
  /// or the number is out of range.
  static func read<Number: FixedWidthInteger>(
    _ text: some StringProtocol, in range: ClosedRange<Number>
  ) -> Number? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Number(text), range.contains(number)
    else { return nil }
    return number
  }
}
