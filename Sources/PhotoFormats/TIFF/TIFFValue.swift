/// The value of a tag to write, in the byte order of its structure (TIFF 6.0, section 2).
package struct TIFFValue: Sendable, Hashable {
  package let type: IFDType
  package let count: Int
  package let bytes: [UInt8]

  init(_ type: IFDType, count: Int, _ bytes: [UInt8]) {
    (self.type, self.count, self.bytes) = (type, count, bytes)
  }

  /// A string in UTF-8 with its NUL, as readers expect in spite of the type's name (Metadata Working Group,
  /// Guidelines 2.0, 3.1.1).
  static func ascii(_ text: String) -> TIFFValue {
    let bytes = text.utf8.filter { $0 != 0 } + [0]
    return TIFFValue(.ascii, count: bytes.count, bytes)
  }

  /// XMP (XMP part 3, 3.2.3).
  ///
  /// - Parameter type: The type of the packet that it replaces.
  package static func packet(_ bytes: [UInt8], as type: IFDType?) -> TIFFValue {
    TIFFValue(type == .undefined ? .undefined : .byte, count: bytes.count, bytes)
  }

  static func undefined(_ bytes: [UInt8]) -> TIFFValue { TIFFValue(.undefined, count: bytes.count, bytes) }

  static func byte(_ bytes: UInt8...) -> TIFFValue { TIFFValue(.byte, count: bytes.count, bytes) }

  static func short(_ number: UInt16, _ order: ByteOrder) -> TIFFValue {
    TIFFValue(.short, count: 1, order.bytes(of: number))
  }

  static func long(_ number: UInt32, _ order: ByteOrder) -> TIFFValue {
    TIFFValue(.long, count: 1, order.bytes(of: number))
  }

  static func rationals(_ quotients: [(UInt32, UInt32)], _ order: ByteOrder) -> TIFFValue {
    TIFFValue(
      .rational, count: quotients.count,
      quotients.flatMap { order.bytes(of: $0.0) + order.bytes(of: $0.1) })
  }

  /// A number as a quotient; `nil` if no quotient of 32-bit numbers is close to it.
  static func rational(_ number: Double, _ order: ByteOrder) -> TIFFValue? {
    guard number >= 0, let (upper, lower) = quotient(number, upTo: Double(UInt32.max)) else { return nil }
    return rationals([(UInt32(upper), UInt32(lower))], order)
  }

  static func signedRational(_ number: Double, _ order: ByteOrder) -> TIFFValue? {
    guard let (upper, lower) = quotient(number.magnitude, upTo: Double(Int32.max)) else { return nil }
    let signed = UInt32(bitPattern: Int32(number < 0 ? -upper : upper))
    return TIFFValue(.signedRational, count: 1, order.bytes(of: signed) + order.bytes(of: UInt32(lower)))
  }

  private static func quotient(_ number: Double, upTo limit: Double) -> (Double, Double)? {
    guard number.isFinite, number <= limit else { return nil }
    // Exposure times are parts of a second: 1/250.
    let inverse = (1 / number).rounded()
    if number > 0, number < 1, inverse <= limit, abs(1 / inverse - number) <= number * 1e-9 {
      return (1, inverse)
    }
    let denominators = [1.0, 2, 3, 10, 100, 1000, 10_000, 100_000, 1_000_000].filter { number * $0 <= limit }
    let exact = denominators.first { abs((number * $0).rounded() - number * $0) <= number * $0 * 1e-9 }
    return (exact ?? denominators.last).map { ((number * $0).rounded(), $0) }
  }

  /// The value as readers read it.
  func read(_ order: ByteOrder) -> IFDValue {
    IFDValue(type: type, count: count, bytes: Bytes(bytes), order: order)
  }
}

extension ByteOrder {
  /// Returns the bytes of a number in this order.
  package func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: self == .little ? number.littleEndian : number.bigEndian, Array.init)
  }
}
