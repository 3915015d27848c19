/// A date and time of day as files write it: in the form of Exif (`2014:05:25 10:00:00`, Exif 2.32, 4.6.5 D), of XMP
/// (`2014-05-25T10:00:00.12+09:00`), or in a mixture of both; seconds, decimal places and offset are optional.
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
    guard let year = scanner.digits(4), scanner.skip(anyOf: ":-"), let month = scanner.digits(2),
      scanner.skip(anyOf: ":-"), let day = scanner.digits(2), scanner.skip(anyOf: " T"),
      let hour = scanner.digits(2), scanner.skip(anyOf: ":"), let minute = scanner.digits(2)
    else { return nil }
    var second = 0
    if scanner.peek(anyOf: ":"), let value = scanner.lookahead({ $0.skip(anyOf: ":") ? $0.digits(2) : nil }) {
      second = value
      if let fraction = scanner.lookahead({ $0.skip(anyOf: ".") ? $0.fraction() : nil }) {
        nanoseconds = fraction.nanoseconds
        fractionDigits = fraction.digits
      }
    }
    guard
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.time = time
    scanner.skipSpaces()
    offsetMinutes = scanner.offset()
  }

  public init?(_ text: String) { self.init(Bytes(Array(text.utf8))) }

  /// Parses an offset such as `+09:00`, `-0530` or `Z`, in minutes.
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

  /// Parses `Z`, `+09:00`, `+0900` or `-05:30`, in minutes, at most 15 hours.
  mutating func offset() -> Int16? {
    if skip(anyOf: "Z") { return 0 }
    return lookahead { scanner in
      let isWest = scanner.peek(anyOf: "-")
      guard scanner.skip(anyOf: "+-"), let hours = scanner.digits(2) else { return nil }
      _ = scanner.skip(anyOf: ":")
      guard let minutes = scanner.digits(2), hours <= 15, minutes <= 59 else { return nil }
      let total = Int16(hours * 60 + minutes)
      return isWest ? -total : total
    }
  }

  /// Calls `body`; if it returns `nil`, the position doesn't change.
  mutating func lookahead<Value>(_ body: (inout ASCIIScanner) -> Value?) -> Value? {
    var ahead = self
    guard let value = body(&ahead) else { return nil }
    self = ahead
    return value
  }
}
