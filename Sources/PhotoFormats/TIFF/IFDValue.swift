/// The type of the values of an IFD entry (TIFF 6.0, section 2; Exif 2.32, 4.6.2; BigTIFF).
package enum IFDType: UInt16, Sendable {
  case byte = 1, ascii, short, long, rational
  case signedByte, undefined, signedShort, signedLong, signedRational
  case float, double, ifd
  /// 64-bit numbers and offsets (BigTIFF).
  case long8 = 16, signedLong8, ifd8
  /// UTF-8 (Exif 3.0).
  case utf8 = 129

  /// The size of each value in bytes.
  package var size: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .ifd: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .ifd8: 8
    }
  }
}

package struct IFDValue: Sendable {
  package let type: IFDType
  /// The number of values in `bytes`.
  package let count: Int
  package let bytes: Bytes
  package let order: ByteOrder

  package init(type: IFDType, count: Int, bytes: Bytes, order: ByteOrder) {
    self.type = type
    self.count = min(max(count, 0), bytes.count / type.size)
    self.bytes = bytes
    self.order = order
  }

  /// Value `index` as a whole number.
  package func integer(at index: Int = 0) -> Int? {
    guard index >= 0, index < count else { return nil }
    switch type {
    case .byte, .undefined: return bytes[index].map { Int($0) }
    case .signedByte: return bytes[index].map { Int(Int8(bitPattern: $0)) }
    case .short: return bytes.uint16(at: index * 2, order).map { Int($0) }
    case .signedShort: return bytes.uint16(at: index * 2, order).map { Int(Int16(bitPattern: $0)) }
    case .long, .ifd: return bytes.uint32(at: index * 4, order).map { Int($0) }
    case .signedLong: return bytes.uint32(at: index * 4, order).map { Int(Int32(bitPattern: $0)) }
    case .long8, .ifd8: return bytes.uint64(at: index * 8, order).flatMap { Int(exactly: $0) }
    case .signedLong8: return bytes.uint64(at: index * 8, order).map { Int(Int64(bitPattern: $0)) }
    case .ascii, .utf8, .rational, .signedRational, .float, .double: return nil
    }
  }

  /// Value `index` as a number; `nil` if a denominator is zero.
  package func double(at index: Int = 0) -> Double? {
    guard index >= 0, index < count else { return nil }
    switch type {
    case .rational, .signedRational:
      return fraction(at: index).map { Double($0.numerator) / Double($0.denominator) }
    case .float: return bytes.uint32(at: index * 4, order).map { Double(shortest: Float(bitPattern: $0)) }
    case .double: return bytes.uint64(at: index * 8, order).map { Double(bitPattern: $0) }
    case .byte, .ascii, .short, .long, .signedByte, .undefined, .signedShort, .signedLong, .ifd, .long8,
      .signedLong8, .ifd8, .utf8:
      return integer(at: index).map { Double($0) }
    }
  }

  /// Value `index` as a quotient with a positive denominator.
  func fraction(at index: Int) -> (numerator: Int64, denominator: Int64)? {
    guard type == .rational || type == .signedRational,
      let upper = bytes.uint32(at: index * 8, order), let lower = bytes.uint32(at: index * 8 + 4, order),
      lower != 0
    else { return nil }
    guard type == .signedRational else { return (Int64(upper), Int64(lower)) }
    let (numerator, denominator) = (Int64(Int32(bitPattern: upper)), Int64(Int32(bitPattern: lower)))
    return denominator > 0 ? (numerator, denominator) : (-numerator, -denominator)
  }

  /// The first letter of the text in uppercase, such as "N" for north.
  var initial: Unicode.Scalar? {
    guard isText, let first = bytes.trimmed[0] else { return nil }
    return Unicode.Scalar((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) ? first - 0x20 : first)
  }

  /// The value as trimmed text; `nil` if it is blank or no text.
  package var text: String? { isText ? bytes.trimmedText : nil }

  private var isText: Bool {
    switch type {
    case .ascii, .utf8, .undefined, .byte: true
    case .short, .long, .rational, .signedByte, .signedShort, .signedLong, .signedRational, .float, .double,
      .ifd, .long8, .signedLong8, .ifd8:
      false
    }
  }
}

/// The directories with metadata.
package enum ExifDirectoryKind: UInt16, Sendable, CaseIterable {
  // The raw values match libexif's ExifIfd.
  case image = 0
  case thumbnail = 1
  case exif = 2
  case gps = 3
}
