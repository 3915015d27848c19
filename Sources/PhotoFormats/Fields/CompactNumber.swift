/// Numbers in as few bytes as hold them exactly; most that cameras write take two or three.
///
/// A whole number is its two's complement, least significant byte first. Another number is one of three forms, told by
/// their length and first byte: a decimal fraction, its number of digits behind the point (0 to 6) and then a whole
/// number of at most five bytes; the inverse of such a number behind a byte 128; or a double of eight bytes, least
/// significant byte first.
enum CompactNumber {
  /// Marks the inverse of a whole number, such as 1/60.
  private static let inverse: UInt8 = 128
  private static let largestExponent = 6
  private static let largestCount = 5
  private static let powers = (0...largestExponent).map { exponent in
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }

  /// A whole number in as few bytes as hold it and its sign.
  static func bytes(_ value: Int64) -> [UInt8] {
    var bytes = withUnsafeBytes(of: value.littleEndian) { Array($0) }
    while bytes.count > 1, integer(bytes.dropLast()) == value { bytes.removeLast() }
    return bytes
  }

  /// The whole number of up to eight bytes, the highest of which carries the sign.
  static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let negative = (bytes.last ?? 0) >= 0x80
    return bytes.suffix(8).reversed().reduce(negative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  /// A number.
  static func bytes(_ value: Double) -> [UInt8] {
    for (exponent, power) in powers.enumerated() {
      if let bytes = bytes((value * power).rounded(), after: UInt8(exponent), { $0 / power == value }) {
        return bytes
      }
    }
    if let bytes = bytes((1 / value).rounded(), after: inverse, { 1 / $0 == value }) { return bytes }
    return withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }

  /// A form with a whole number behind its first byte, if that number stands for the value exactly.
  private static func bytes(
    _ number: Double, after first: UInt8, _ isExact: (Double) -> Bool
  ) -> [UInt8]? {
    guard isExact(number), let whole = Int64(exactly: number) else { return nil }
    let bytes = bytes(whole)
    return bytes.count <= largestCount ? [first] + bytes : nil
  }

  /// The number that bytes hold, or `nil` if they hold none.
  static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    if bytes.count == 8 { return Double(bitPattern: UInt64(bitPattern: integer(bytes))) }
    guard let first = bytes.first, (2...1 + largestCount).contains(bytes.count) else { return nil }
    let whole = Double(integer(bytes.dropFirst()))
    if first == inverse { return whole == 0 ? nil : 1 / whole }
    return first <= largestExponent ? whole / powers[Int(first)] : nil
  }
}
