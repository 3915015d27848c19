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

struct ASCIIScanner {
  private let text: Bytes
  private(set) var position = 0

  init(_ text: Bytes) { self.text = text }

  /// Whether only blanks or NUL follow.
  var isAtTextEnd: Bool {
    var index = position
    while let byte = text[index], byte == 0x20 { index += 1 }
    return text[index] == nil || text[index] == 0
  }

  /// The byte at the position.
  var next: UInt8? { text[position] }

  var isAtDigit: Bool { next?.isDigit == true }

  /// Whether an ASCII letter follows.
  var isAtLetter: Bool { next?.isLetter == true }

  mutating func skipByte() { position += 1 }

  mutating func skipSpaces() {
    while let byte = text[position], byte == 0x20 || byte == 0x09 { position += 1 }
  }

  func peek(anyOf characters: StaticString) -> Bool {
    guard let byte = text[position] else { return false }
    return characters.withUTF8Buffer { $0.contains(byte) }
  }

  mutating func skip(anyOf characters: StaticString) -> Bool {
    guard peek(anyOf: characters) else { return false }
    position += 1
    return true
  }

  mutating func skip(text expected: StaticString) -> Bool {
    guard text.has(expected, at: position) else { return false }
    position += expected.utf8CodeUnitCount
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let byte = text[position + index], byte.isDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  /// Parses decimal places, and ignores those after the ninth.
  mutating func fraction() -> (nanoseconds: UInt32, digits: UInt8)? {
    var nanoseconds: UInt32 = 0
    var digits: UInt8 = 0
    let start = position
    while let byte = text[position], byte.isDigit {
      if digits < 9 {
        nanoseconds = nanoseconds * 10 + UInt32(byte - 0x30)
        digits += 1
      }
      position += 1
    }
    guard position > start else { return nil }
    return (nanoseconds * CaptureDate.powersOfTen[9 - Int(digits)], digits)
  }

  /// Parses a number of one or two digits after any blanks.
  mutating func paddedNumber() -> Int? {
    if let number = digits(2) { return number }
    return lookahead { scanner in
      scanner.skipSpaces()
      return scanner.digits(2) ?? scanner.digits(1)
    }
  }

  /// Parses `Z`, `UTC` or `GMT`, and `+09:00`, `+0900`, `-5:30` or `+02` alone or after these names; in minutes, at most 15
  /// hours.
  mutating func offset() -> Int16? {
    lookahead { scanner in
      if scanner.skip(anyOf: "Zz") { return scanner.isAtLetter ? nil : 0 }
      guard scanner.skip(text: "UTC") || scanner.skip(text: "GMT") else { return scanner.numericOffset() }
      return scanner.numericOffset() ?? (scanner.isAtTextEnd ? 0 : nil)
    }
  }

  private mutating func numericOffset() -> Int16? {
    lookahead { scanner in
      let isWest = scanner.peek(anyOf: "-")
      guard scanner.skip(anyOf: "+-"), let hours = scanner.digits(2) ?? scanner.digits(1) else { return nil }
      let hasColon = scanner.skip(anyOf: ":")
      guard let minutes = scanner.digits(2) ?? (hasColon ? nil : 0),
        !scanner.isAtDigit, hours <= 15, minutes <= 59
      else { return nil }
      let total = Int16(hours * 60 + minutes)
      return isWest ? -total : total
    }
  }

  /// Calls `body`; if it returns `nil`, the position doesn't change.
  mutating func lookahead<Value>(_ body: (inout ASCIIScanner) -> Value?) -> Value? {
    let start = position
    if let value = body(&self) { return value }
    position = start
    return nil
  }
}
