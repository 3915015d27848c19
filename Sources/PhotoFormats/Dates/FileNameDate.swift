import PhotoFiles

/// The date that a camera, phone or program wrote into a file name: `IMG_20140525_100000`, `PXL_20210612_123456789`,
/// `2014-05-25 10.00.00`, `Screenshot_2021-06-12-12-34-56`, `Screenshot 2021-06-12 at 12.34.56 PM`,
/// `signal-2021-06-12-123456` or `Foto 25.07.23, 10 11 12`. `IMG-20140525-WA0001` and names that start like
/// `20230724-IMG_001` have only a day. The 13 digits of `FB_IMG_1689671472000` are milliseconds since 1970 in UTC.
public enum FileNameDate {
  /// The year 2000: names with smaller numbers count something else.
  private static let firstMillisecond: Int64 = 946_684_800_000
  private static let secondsOfDay: Int64 = 86_400

  /// Returns the date in a file name; `nil` if it contains none.
  public static func read(_ name: Bytes) -> CaptureDate? { read(name) { FileStatus.Time.now.seconds } }

  /// Returns the date in a file name.
  ///
  /// - Parameter now: Returns the current Unix time. No ambiguous number denotes a later date.
  static func read(_ name: Bytes, now: () -> Int64) -> CaptureDate? {
    var start = 0
    while start + 8 <= name.count {
      let followsDigit = name[start - 1]?.isDigit == true
      if name[start]?.isDigit == true, !followsDigit {
        let text = name.suffix(from: start)
        let found = dateAndTime(text) ?? dayFirst(text) ?? timestamp(text, now)
        if let found = found ?? (start == 0 ? dayAlone(text, now) : nil) { return found }
      }
      start += 1
    }
    return nil
  }

  private static func day(_ scanner: inout ASCIIScanner) -> (time: CivilTime, isDashed: Bool)? {
    guard let year = scanner.digits(4), (1970...2099).contains(year) else { return nil }
    let isDashed = scanner.skip(anyOf: "-_.")
    guard let month = scanner.digits(2), !isDashed || scanner.skip(anyOf: "-_."), let day = scanner.digits(2)
    else { return nil }
    return CivilTime(year: year, month: month, day: day).map { ($0, isDashed) }
  }

  private static func dateAndTime(_ text: Bytes) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let (day, isDashed) = day(&scanner) else { return nil }
    if !isDashed, isSentByWhatsApp(text.suffix(from: scanner.position)) {
      return CaptureDate(time: day, source: .fileNameDay)
    }
    return clock(&scanner, on: day)
  }

  /// Parses `25.07.23, 10 11 12`, which German programs write; a day without a time could be anything.
  private static func dayFirst(_ text: Bytes) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let day = scanner.digits(2), scanner.skip(anyOf: "."), let month = scanner.digits(2),
      scanner.skip(anyOf: "."), let year = scanner.digits(4) ?? scanner.digits(2).map({ 2000 + $0 }),
      (1970...2099).contains(year), let time = CivilTime(year: year, month: month, day: day)
    else { return nil }
    return clock(&scanner, on: time)
  }

  /// Parses 13 digits as milliseconds between 2000 and now.
  private static func timestamp(_ text: Bytes, _ now: () -> Int64) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let count = scanner.digits(13).map(Int64.init), !scanner.peek(anyOf: "0123456789"),
      count >= firstMillisecond, count / 1000 <= now()
    else { return nil }
    return CaptureDate(
      time: CivilTime(seconds: count / 1000), nanoseconds: UInt32(count % 1000) * 1_000_000,
      fractionDigits: 3, offsetMinutes: 0, source: .fileNameTimestamp)
  }

  /// Parses a day that no digit follows, up to tomorrow, since time zones differ.
  private static func dayAlone(_ text: Bytes, _ now: () -> Int64) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let day = day(&scanner)?.time, !scanner.peek(anyOf: "0123456789"),
      day.seconds <= now() + secondsOfDay
    else { return nil }
    return CaptureDate(time: day, source: .fileNameDay)
  }

  /// Whether `-WA` and a digit follow the day, which is the day of sending.
  private static func isSentByWhatsApp(_ rest: Bytes) -> Bool { rest.has("-WA") && rest[3]?.isDigit == true }

  /// Parses the time after a date: ` at 12.34.56 PM`, `, 10 11 12`, `_123456`, `_123456789`, `-12-34-56`, `T10:00:00`.
  private static func clock(_ scanner: inout ASCIIScanner, on day: CivilTime) -> CaptureDate? {
    if !scanner.skip(text: " at "), !scanner.skip(text: ", ") { _ = scanner.skip(anyOf: "_- .T") }
    let oneDigit = scanner.lookahead { ahead -> Int? in
      guard let hour = ahead.digits(1), ahead.peek(anyOf: ".:") else { return nil }
      return hour
    }
    guard var hour = oneDigit ?? scanner.digits(2) else { return nil }
    let isSeparated = scanner.skip(anyOf: ".-:_ ")
    guard let minute = scanner.digits(2), !isSeparated || scanner.skip(anyOf: ".-:_ "),
      let second = scanner.digits(2)
    else { return nil }
    let milliseconds = scanner.lookahead { ahead -> Int? in
      if isSeparated, !ahead.skip(anyOf: ".-:_ ") { return nil }
      guard let value = ahead.digits(3), !ahead.peek(anyOf: "0123456789") else { return nil }
      return value
    }
    guard !scanner.peek(anyOf: "0123456789") else { return nil }
    // Only the twelve-hour clock writes hours with one digit.
    let isAfternoon = meridiem(&scanner)
    if oneDigit != nil, isAfternoon == nil { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    let parts = day.parts
    return CivilTime(
      year: parts.year, month: parts.month, day: parts.day, hour: hour, minute: minute, second: second
    ).map { time in
      CaptureDate(
        time: time, nanoseconds: UInt32(milliseconds ?? 0) * 1_000_000,
        fractionDigits: milliseconds == nil ? 0 : 3, source: .fileName)
    }
  }

  /// Parses `AM` or `PM` after a space, which is U+202F since macOS 13.
  private static func meridiem(_ scanner: inout ASCIIScanner) -> Bool? {
    scanner.lookahead { ahead in
      guard ahead.skip(text: " ") || ahead.skip(text: "\u{202F}") else { return nil }
      let isAfternoon = ahead.peek(anyOf: "Pp")
      guard ahead.skip(anyOf: "AaPp"), ahead.skip(anyOf: "Mm") else { return nil }
      return isAfternoon
    }
  }
}

/// The names of screenshots in the languages of systems.
enum ScreenshotName {
  private static let beginnings: [StaticString] = [
    "cleanshot", "screenshot", "screen shot", "screen_shot", "simulator screenshot", "simulator screen shot",
    "bildschirmfoto", "capture d'", "capture d’", "capture d_", "captura de pantalla", "captura de tela",
    "schermata", "schermafbeelding",
    "skärmavbild", "skjermbilde", "スクリーンショット", "截屏", "屏幕快照",
  ]

  /// Whether a name may start with each byte; most names don't.
  private static let beginsOne: [Bool] = {
    var beginsOne = [Bool](repeating: false, count: 256)
    for first in beginnings.compactMap({ $0.withUTF8Buffer(\.first) }) {
      beginsOne[Int(first)] = true
      if (0x61...0x7A).contains(first) { beginsOne[Int(first & ~0x20)] = true }
    }
    return beginsOne
  }()

  static func matches(_ name: Bytes) -> Bool {
    guard let first = name[0], beginsOne[Int(first)] else { return false }
    return beginnings.contains { name.hasCaseInsensitive($0) }
  }
}
