import PhotoFormats

/// A number with an optional unit: `1600`, `1/250`, `85mm`, `5MB`, `f/2.8`, `1m30s`.
struct Quantity {
  /// The number in the field's unit.
  private(set) var number = 0.0
  /// The factor from the given unit to the field's unit, or `nil` if no unit is given.
  private(set) var factor: Double?
  /// The range of numbers that round to this number: 2.75 up to 2.85 for `2.8`. An integer matches exactly.
  private(set) var rounded = NumberRange(lower: 0, upper: 0)

  /// - Parameter assumed: The factor for a number without a unit.
  init?(_ text: String, unit: FieldUnit?, assuming assumed: Double = 1) {
    var rest = text.lowercased()[...]
    if let prefix = unit?.prefixes.first(where: rest.hasPrefix) { rest = rest.dropFirst(prefix.count) }
    guard let first = Part(&rest, unit, assumed) else { return nil }
    (number, factor, rounded) = (first.number, first.factor, first.rounded)
    // 1m30s consists of two numbers.
    while unit == .seconds, factor != nil, !rest.isEmpty {
      guard let next = Part(&rest, unit, 1), next.factor != nil, next.number >= 0 else { return nil }
      number += next.number
      rounded = NumberRange(lower: number, upper: number)
    }
    guard rest.isEmpty, number.isFinite else { return nil }
  }

  private struct Part {
    let number: Double
    let factor: Double?
    let rounded: NumberRange

    init?(_ rest: inout Substring, _ unit: FieldUnit?, _ assumed: Double) {
      guard let written = Self.number(&rest) else { return nil }
      var (value, half, denominator) = (written.value, written.half, nil as Double?)
      if rest.first == "/", rest.dropFirst().first?.isWholeNumber == true {
        rest.removeFirst()
        guard let below = Self.number(&rest), below.value > 0 else { return nil }
        (value, half, denominator) = (value / below.value, 0, below.value)
      }
      rest = rest.drop { $0.isWhitespace }
      let symbol = rest.prefix { !$0.isNumber && $0 != "-" && $0 != "+" }
      factor = symbol.isEmpty ? nil : unit?.symbols[String(symbol)]
      guard symbol.isEmpty || factor != nil else { return nil }
      rest = rest.dropFirst(symbol.count)
      let scale = factor ?? assumed
      number = value * scale
      if let denominator, written.value == 1, denominator >= 1 {
        // The range of numbers that round to 1/250.
        rounded = NumberRange(
          lower: scale / (denominator + 0.5), upper: scale / (denominator - 0.5), includesLower: false)
      } else if half > 0 {
        rounded = NumberRange(
          lower: (value - half) * scale, upper: (value + half) * scale, includesUpper: false)
      } else {
        rounded = NumberRange(lower: number, upper: number)
      }
    }

    /// Parses a decimal number, and returns half a unit of its last decimal place with it.
    private static func number(_ rest: inout Substring) -> (value: Double, half: Double)? {
      var end = rest.startIndex
      func skipDigits() -> Int {
        let digits = rest[end...].prefix { $0.isASCII && $0.isWholeNumber }
        end = digits.endIndex
        return digits.count
      }
      if rest.first == "-" || rest.first == "+" { rest.formIndex(after: &end) }
      _ = skipDigits()
      var decimals = 0
      if end < rest.endIndex, rest[end] == "." {
        rest.formIndex(after: &end)
        decimals = skipDigits()
      }
      let sign = rest[end...].dropFirst()
      let exponent = sign.first == "-" || sign.first == "+" ? sign.dropFirst() : sign
      if end < rest.endIndex, rest[end] == "e", exponent.first?.isWholeNumber == true {
        // 1e-05 doesn't indicate a precision.
        (decimals, end) = (0, exponent.startIndex)
        _ = skipDigits()
      }
      guard rest[..<end].contains(where: \.isWholeNumber), let value = Double(rest[..<end]), value.isFinite
      else { return nil }
      rest = rest[end...]
      var half = decimals > 0 ? 0.5 : 0
      for _ in 0..<min(decimals, 20) { half /= 10 }
      return (value, half)
    }
  }
}

extension FieldUnit {
  var example: String {
    switch self {
    case .seconds: "a time such as 1/250, 2s or 1m30s"
    case .millimetres: "a length such as 85mm or 24..70"
    case .metres: "a length such as 300m or 2km"
    case .fNumber: "an f-number such as 2.8 or f/2.8"
    case .exposureValue: "a number such as -1 or 0.3"
    case .degrees: "degrees such as 90 or 45.5"
    case .kilometresPerHour: "a speed such as 50 or 50km/h"
    case .framesPerSecond: "a number such as 30 or 59.94"
    case .pixels: "a number of pixels such as 4000"
    case .bytes: "a size such as 500kB or 5MB"
    }
  }
}
