/// A date and time of day as files write it.
///
/// Exif prescribes `2014:05:25 10:00:00` (Exif 2.32, 4.6.5 D), XMP `2014-05-25T10:00:00.12+09:00`. Devices and programs
/// mix both, and write other separators (`2014/05/25 10.00.00`, `2014-05-25 10-00-00`) or none (`20140525100000`), blanks
/// for zeros (`2014:05:25  9:00:00`) and a twelve-hour clock (`09:00:00 PM`). Seconds, decimal places and offset are
/// optional.
public struct DateText: Sendable, Hashable {
  public var time: CivilTime
  /// The first nine decimal places of the second, in nanoseconds.
  public var nanoseconds: UInt32 = 0
  /// The number of decimal places, 0 to 9.
  public var fractionDigits: UInt8 = 0
  /// The offset from UTC in minutes, if it is written.
  public var offsetMinutes: Int16?

  /// A date that a file stores as a number.
  public init(time: CivilTime, offsetMinutes: Int16? = nil) {
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Parses an existing date; ignores the rest after the offset.
  public init?(_ text: Bytes) {
    var scanner = ASCIIScanner(text)
    scanner.skipSpaces()
    guard let day = Self.day(&scanner) else { return nil }
    let isDashed = scanner.peek(anyOf: "-")
    let end = scanner.position
    while scanner.skip(anyOf: " \t\r\nT:_,/-") {}
    let isSeparated = scanner.position > end
    // A time without separators may follow immediately.
    guard isSeparated || scanner.isAtDigit else { return nil }
    let precedingMark = scanner.precedingMark()
    // After a dash, fewer than three numbers are an offset: `2014-05-25-05:00` (XML Schema part 2, 3.2.9).
    guard let clock = Self.clock(&scanner, isSeparated: isSeparated), clock.hasSeconds || !isDashed else {
      return nil
    }
    if clock.hasSeconds, let fraction = scanner.lookahead({ $0.skip(anyOf: ".,") ? $0.fraction() : nil }) {
      nanoseconds = fraction.nanoseconds
      fractionDigits = fraction.digits
    }
    let isAfternoon = precedingMark ?? scanner.followingMark()
    guard
      let time = CivilTime(
        year: day.year, month: day.month, day: day.day,
        hour: TwelveHourClock.hour(clock.hour, isAfternoon: isAfternoon), minute: clock.minute,
        second: clock.second),
      time != Self.earliest
    else { return nil }
    self.time = time
    scanner.skipSpaces()
    offsetMinutes = scanner.offset()
  }

  /// The first moment of year 1, which programs write for a missing date (.NET, DateTime.MinValue).
  private static let earliest = CivilTime(year: 1, month: 1, day: 1)

  private static func day(_ scanner: inout ASCIIScanner) -> (year: Int, month: Int, day: Int)? {
    guard let year = scanner.digits(4) else { return nil }
    if let month = scanner.digits(2) { return scanner.digits(2).map { (year, month, $0) } }
    guard scanner.skip(anyOf: ":-/. "), let month = scanner.paddedNumber(), scanner.skip(anyOf: ":-/. "),
      let day = scanner.paddedNumber()
    else { return nil }
    return (year, month, day)
  }

  private static func clock(_ scanner: inout ASCIIScanner, isSeparated: Bool) -> (
    hour: Int, minute: Int, second: Int, hasSeconds: Bool
  )? {
    guard let hour = isSeparated ? scanner.paddedNumber() : scanner.digits(2) else { return nil }
    if scanner.skip(anyOf: ":") {
      guard let minute = scanner.paddedNumber() else { return nil }
      let second = scanner.lookahead { $0.skip(anyOf: ":") ? $0.paddedNumber() : nil }
      return (hour, minute, second ?? 0, second != nil)
    }
    let hasSeparators = scanner.skip(anyOf: ".- ")
    // Without colons, fewer than three numbers or more digits are something else.
    guard let minute = scanner.digits(2), !hasSeparators || scanner.skip(anyOf: ".- "),
      let second = scanner.digits(2), !scanner.isAtDigit
    else { return nil }
    return (hour, minute, second, true)
  }

  public init?(_ text: String) { self.init(Bytes(Array(text.utf8))) }

  /// Parses an offset such as `+09:00`, `-0530`, `+1:00`, `+02`, `UTC+2` or `Z`, in minutes.
  public static func offset(_ text: Bytes) -> Int16? {
    var scanner = ASCIIScanner(text)
    scanner.skipSpaces()
    return scanner.offset()
  }

  /// Parses decimal places of a second, as in SubSecTime (Exif 2.32, 4.6.5 D).
  public static func fraction(_ text: Bytes) -> (nanoseconds: UInt32, digits: UInt8)? {
    var scanner = ASCIIScanner(text)
    scanner.skipSpaces()
    guard let fraction = scanner.fraction(), scanner.isAtTextEnd else { return nil }
    return fraction
  }

  public func captureDate(_ source: DateSource) -> CaptureDate {
    CaptureDate(
      time: time, nanoseconds: nanoseconds, fractionDigits: fractionDigits, offsetMinutes: offsetMinutes,
      source: source)
  }
}
