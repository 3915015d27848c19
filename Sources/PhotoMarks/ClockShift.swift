import PhotoFormats

/// A correction of a camera with a wrong clock.
///
///     ClockShift("+1:02:03")   // 1 hour, 2 minutes and 3 seconds forward
///     ClockShift("-1d")        // a day back
///     ClockShift("+7y")        // the same day and time seven years later
public struct ClockShift: Sendable, Hashable {
  /// Calendar months, which have different lengths.
  let months: Int
  let seconds: Int64
  /// 0 to 999,999,999, added to the seconds.
  let nanoseconds: UInt32
  /// The change of a known offset from UTC.
  let offsetMinutes: Int

  private init(months: Int = 0, seconds: Int64 = 0, nanoseconds: UInt32 = 0, offsetMinutes: Int = 0) {
    self.months = months
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
  }

  private enum Unit {
    case seconds(Int64)
    case months(Int)
  }

  private static let units: [String: Unit] = [
    "s": .seconds(1), "m": .seconds(60), "min": .seconds(60), "h": .seconds(3600), "d": .seconds(86_400),
    "w": .seconds(7 * 86_400), "mo": .months(1), "y": .months(12),
  ]

  /// Parses `H:MM` or `H:MM:SS`, or a whole number with a unit: `s`, `m` or `min` for minutes, `h`, `d`, `w`, `mo` for
  /// months, `y`. Without a sign, the shift is forward. Numbers have at most six digits.
  public init?(_ text: String) {
    let isBack = text.hasPrefix("-")
    let rest = isBack || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let forward = rest.contains(":") ? Self.time(rest) : Self.quantity(rest) else { return nil }
    self = isBack ? ClockShift(months: -forward.months, seconds: -forward.seconds) : forward
  }

  private static func number(_ digits: Substring, atMost limit: Int = 999_999) -> Int64? {
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(digits).flatMap { $0 <= limit ? $0 : nil }
  }

  private static func time(_ text: Substring) -> ClockShift? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      let hours = number(parts[0]), let minutes = number(parts[1], atMost: 59),
      let seconds = parts.count == 3 ? number(parts[2], atMost: 59) : 0
    else { return nil }
    return ClockShift(seconds: hours * 3600 + minutes * 60 + seconds)
  }

  private static func quantity(_ text: Substring) -> ClockShift? {
    let digits = text.prefix(while: \.isNumber)
    guard let count = number(digits), let unit = units[text.dropFirst(digits.count).lowercased()] else {
      return nil
    }
    return switch unit {
    case .seconds(let size): ClockShift(seconds: count * size)
    case .months(let size): ClockShift(months: Int(count) * size)
    }
  }

  /// The shift of the camera that took `first`, if `second` is of the same moment and has the right time.
  ///
  /// Fractions of a second count if both have them. The difference of the offsets from UTC is part of the shift if both
  /// are known.
  public init(from first: CaptureDate, to second: CaptureDate) {
    var seconds = second.time.seconds - first.time.seconds
    var nanoseconds: Int64 = 0
    if first.fractionDigits > 0, second.fractionDigits > 0 {
      nanoseconds = Int64(second.nanoseconds) - Int64(first.nanoseconds)
      if nanoseconds < 0 { (seconds, nanoseconds) = (seconds - 1, nanoseconds + 1_000_000_000) }
    }
    var offset = 0
    if let old = first.offsetMinutes, let new = second.offsetMinutes { offset = Int(new) - Int(old) }
    self.init(seconds: seconds, nanoseconds: UInt32(nanoseconds), offsetMinutes: offset)
  }

  /// The length in seconds; `nil` for months and years, which have different lengths.
  package var length: Double? { isWholeMonths ? nil : Double(seconds) + Double(nanoseconds) / 1e9 }

  var isWholeMonths: Bool { months != 0 }

  /// Returns the shifted date with the same precision, or `nil` outside the years 1 to 9999. 29 February becomes
  /// 28 February in other years.
  func applied(to date: CaptureDate) -> CaptureDate? {
    guard let time = months == 0 ? date.time : date.time.adding(months: months) else { return nil }
    let sum = UInt64(date.nanoseconds) + UInt64(nanoseconds)
    let shifted = CivilTime(seconds: time.seconds + seconds + Int64(sum / 1_000_000_000))
    let precision = CaptureDate.powersOfTen[9 - Int(date.fractionDigits)]
    let fraction = UInt32(sum % 1_000_000_000)
    let offset = date.offsetMinutes.map { Int($0) + offsetMinutes }
    guard shifted.hasFourDigitYear, offset.map({ abs($0) < 16 * 60 }) ?? true else { return nil }
    return CaptureDate(
      time: shifted, nanoseconds: fraction - fraction % precision, fractionDigits: date.fractionDigits,
      offsetMinutes: offset.map { Int16($0) }, source: date.source)
  }
}
