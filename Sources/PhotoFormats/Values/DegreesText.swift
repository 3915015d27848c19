/// A coordinate in degrees as text: `48.85822`, `48,85822`, `48, 51, 29.6`, `48/1,51/1,2960/100` or `48° 51' 29.6" N`.
///
/// Exif prescribes rational numbers (Exif 2.32, 4.6.6), but some devices write text.
struct DegreesText {
  private static let hemispheres: [String: Unicode.Scalar] = [
    "N": "N", "NORTH": "N", "S": "S", "SOUTH": "S", "E": "E", "EAST": "E", "W": "W", "WEST": "W",
  ]
  private static let units: Set<String> = [
    "D", "DEG", "DEGREES", "M", "MIN", "MINUTES", "SEC", "SECONDS",
  ]

  /// The sum of degrees, minutes and seconds, at least 0.
  private var magnitude = 0.0
  private var isNegative: Bool?
  /// The letter of the hemisphere in uppercase.
  private var hemisphere: Unicode.Scalar?

  /// Parses up to three numbers, of which the first may have a sign, the others are at most 60, to which writers round,
  /// and all may be quotients; `nil` with words that are neither hemispheres nor units.
  init?(_ text: Bytes) {
    var scanner = ASCIIScanner(text.trimmed)
    var units = [1.0, 60, 3600][...]
    // Commas separate quotients.
    let allowsComma = text.firstIndex(of: UInt8(ascii: "/")) == nil
    while let byte = scanner.next {
      if byte.isLetter {
        guard take(scanner.word()) else { return nil }
      } else if "+-".utf8.contains(byte) {
        guard units.count == 3, isNegative == nil else { return nil }
        isNegative = scanner.peek(anyOf: "-")
        scanner.skipByte()
      } else if byte.isDigit || byte == UInt8(ascii: ".") {
        guard let unit = units.popFirst(), let number = scanner.quotient(allowsComma: allowsComma),
          unit == 1 || number <= 60
        else {
          return nil
        }
        magnitude += number / unit
      } else {
        scanner.skipByte()
      }
    }
    if units.count == 3 { return nil }
  }

  private mutating func take(_ word: String) -> Bool {
    if let found = Self.hemispheres[word] {
      hemisphere = found
      return true
    }
    return Self.units.contains(word)
  }

  /// Returns the degrees; `nil` if neither a hemisphere nor a sign is known.
  ///
  /// - Parameters:
  ///   - reference: The hemisphere from elsewhere, which overrides the text's.
  ///   - negative: The hemisphere of negative degrees.
  func degrees(reference: Unicode.Scalar?, negative: Unicode.Scalar) -> Double? {
    let isNegative = (reference ?? hemisphere).map { $0 == negative } ?? isNegative
    return isNegative.map { $0 ? -magnitude : magnitude }
  }
}

extension ASCIIScanner {
  /// Parses letters, in uppercase.
  fileprivate mutating func word() -> String {
    var letters: [UInt8] = []
    while let byte = next, byte.isLetter {
      letters.append(byte & ~0x20)
      skipByte()
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Parses a decimal number, or the quotient of two.
  fileprivate mutating func quotient(allowsComma: Bool) -> Double? {
    guard let number = decimal(allowsComma: allowsComma) else { return nil }
    guard skip(anyOf: "/") else { return number }
    guard let divisor = decimal(allowsComma: allowsComma), divisor > 0 else { return nil }
    return number / divisor
  }

  /// Parses a decimal number. A comma before three or more digits is a decimal comma, since minutes have two.
  private mutating func decimal(allowsComma: Bool) -> Double? {
    var characters: [UInt8] = []
    while let byte = next, characters.count < 40 {
      if byte.isDigit || byte == UInt8(ascii: ".") {
        characters.append(byte)
      } else if allowsComma, isAtDecimalComma, !characters.contains(UInt8(ascii: ".")) {
        characters.append(UInt8(ascii: "."))
      } else {
        break
      }
      skipByte()
    }
    return Double(String(decoding: characters, as: UTF8.self))
  }

  private var isAtDecimalComma: Bool {
    var ahead = self
    return ahead.skip(anyOf: ",") && ahead.digits(3) != nil
  }
}
