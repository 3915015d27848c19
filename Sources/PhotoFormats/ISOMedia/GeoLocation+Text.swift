extension GeoLocation {
  /// Parses ISO 6709 (annex H), `+27.1281+100.2508+012.5/`: degrees, degrees and minutes, or degrees, minutes and
  /// seconds by the number of digits before the point.
  init?(iso6709 text: Bytes) {
    var scanner = SignedNumberScanner(text)
    guard let latitude = scanner.next()?.degrees(wholeDigits: 2),
      let longitude = scanner.next()?.degrees(wholeDigits: 3)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude, altitude: scanner.next()?.value)
  }

  /// Parses the box `loci` (3GPP TS 26.244, 8.10): flags, language, name, role, longitude, latitude, altitude.
  init?(loci bytes: Bytes) {
    let nameStart = 6
    var position: Int
    if bytes.uint16(at: nameStart, .big) == 0xFEFF {
      position = nameStart
      while let unit = bytes.uint16(at: position, .big), unit != 0 { position += 2 }
      position += 2
    } else {
      guard let end = bytes.firstIndex(of: 0, from: nameStart) else { return nil }
      position = end + 1
    }
    let numbers = [1, 5, 9].compactMap { bytes.uint32(at: position + $0, .big) }
      .map { Double(Int32(bitPattern: $0)) / 65_536 }
    guard numbers.count == 3 else { return nil }
    self.init(latitude: numbers[1], longitude: numbers[0], altitude: numbers[2])
  }
}

private struct SignedNumberScanner {
  struct Number {
    var isNegative = false
    /// The number of digits before the point.
    var wholeDigits = 0
    var magnitude = 0.0

    var value: Double { isNegative ? -magnitude : magnitude }

    /// Degrees: up to `count` digits for whole degrees, and two each for minutes and seconds.
    func degrees(wholeDigits count: Int) -> Double? {
      let degrees: Double
      switch wholeDigits {
      case 1...count: degrees = magnitude
      case count + 2:
        let whole = (magnitude / 100).rounded(.down)
        degrees = whole + (magnitude - whole * 100) / 60
      case count + 4:
        let whole = (magnitude / 10_000).rounded(.down)
        let minutes = ((magnitude - whole * 10_000) / 100).rounded(.down)
        degrees = whole + minutes / 60 + (magnitude - whole * 10_000 - minutes * 100) / 3600
      default: return nil
      }
      return isNegative ? -degrees : degrees
    }
  }

  private static let digitLimit = 24

  private let text: Bytes
  private var position = 0

  init(_ text: Bytes) { self.text = text }

  mutating func next() -> Number? {
    guard let sign = text[position], sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    position += 1
    let start = position
    var number = Number(isNegative: sign == UInt8(ascii: "-"))
    while text[position]?.isDigit == true { position += 1 }
    number.wholeDigits = position - start
    if text[position] == UInt8(ascii: ".") {
      position += 1
      while text[position]?.isDigit == true { position += 1 }
    }
    guard number.wholeDigits > 0, position - start <= Self.digitLimit,
      let digits = text.slice(at: start, count: position - start)?.trimmedText,
      let magnitude = Double(digits.hasSuffix(".") ? digits + "0" : digits)
    else { return nil }
    number.magnitude = magnitude
    return number
  }
}
