/// Exact numbers in few bytes; most numbers in Exif take two or three.
///
/// A whole number is its two's complement, least significant byte first. Another number has one of three forms: the
/// number of decimal places (0 to 6) and the digits as a whole number of at most five bytes; a byte 128 and the inverse
/// as such a number; or a double of eight bytes, least significant byte first.
package enum CompactNumber {
  /// The prefix of the inverse of a whole number, such as 1/60.
  private static let inverse: UInt8 = 128
  private static let largestExponent = 6
  private static let largestCount = 5

  /// Ten to the power of an exponent; looking it up in a table would be slower.
  @inline(__always)
  private static func power(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Appends a whole number in the fewest bytes.
  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    for index in 0..<count(value) { bytes.append(UInt8(truncatingIfNeeded: value >> Int64(8 * index))) }
  }

  private static func count(_ value: Int64) -> Int {
    (64 - (value < 0 ? ~value : value).leadingZeroBitCount) / 8 + 1
  }

  /// The whole number in up to eight bytes; the highest bit is its sign.
  package static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var index = bytes.count
    guard index > 0 else { return 0 }
    let start = max(0, index &- 8)
    var value: Int64 = bytes[index &- 1] >= 0x80 ? -1 : 0
    while index > start {
      index &-= 1
      value = value << 8 | Int64(bytes[index])
    }
    return value
  }

  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    for exponent in 0...largestExponent {
      let power = power(exponent)
      let scaled = (value * power).rounded()
      guard scaled / power == value, let whole = whole(scaled) else { continue }
      bytes.append(UInt8(exponent))
      append(whole, to: &bytes)
      return
    }
    let inverted = (1 / value).rounded()
    if 1 / inverted == value, let whole = whole(inverted) {
      bytes.append(inverse)
      append(whole, to: &bytes)
    } else {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
    }
  }

  /// The whole number after the first byte of a form, if it fits.
  private static func whole(_ number: Double) -> Int64? {
    Int64(exactly: number).flatMap { count($0) <= largestCount ? $0 : nil }
  }

  package static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
    if bytes.count == 8 { return Double(bitPattern: UInt64(bitPattern: integer(bytes))) }
    guard bytes.count >= 2, bytes.count <= 1 + largestCount else { return nil }
    let (first, rest) = (bytes[0], bytes.baseAddress.map { $0 + 1 })
    let whole = Double(integer(UnsafeRawBufferPointer(start: rest, count: bytes.count - 1)))
    if first == inverse { return whole == 0 ? nil : 1 / whole }
    return first <= largestExponent ? whole / power(Int(first)) : nil
  }
}
