import PhotoFiles

/// The date that a camera, phone or program wrote into a file name: `IMG_20140525_100000`, `PXL_20210612_123456789`,
/// `2014-05-25 10.00.00`, `Screenshot_2021-06-12-12-34-56`, `Captura de pantalla 2021-06-12 a las 12.34.56 p. m.`,
/// `signal-2021-06-12-123456`, `photo_1@12-06-2021_12-34-56`, `vlcsnap-2021-06-12-12h34m56s789` or
/// `Foto 25.07.23, 10 11 12`.
///
/// Names such as `IMG-20140525-WA0001`, `Oslo 2023-07-24` or `101_20230724` have only a day. The 13 digits of
/// `FB_IMG_1689671472000` are milliseconds since 1970 in UTC.
public enum FileNameDate {
  private struct Day {
    let time: CivilTime
    /// The separator between year, month and day, or `nil` if the digits are adjacent.
    let separator: StaticString?
    /// Whether the month or day may have one digit, so that only a time with separators belongs to it.
    var isUnpadded = false

    /// Whether six digits are the day again, as in `LINE_ALBUM_20140525_140525_1`.
    func isRepeated(by hour: Int, _ minute: Int, _ second: Int) -> Bool {
      let parts = time.parts
      return (hour, minute, second) == (parts.year % 100, parts.month, parts.day)
    }
  }

  /// The year 2000: names with smaller numbers count something else.
  private static let firstMillisecond: Int64 = 946_684_800_000
  private static let secondsOfDay: Int64 = 86_400
  private static let years = 1970...2099
  /// The same years in the Buddhist calendar, which Thai systems write.
  private static let buddhistYears = 2513...2642
  private static let buddhistDifference = 543
  private static let separators: [StaticString] = ["-", "_", "."]
  /// The maximum number of separators between day and time, as in `2014-05-25 - 10-00-00`.
  private static let mostSeparators = 3
  /// The maximum number of bytes between day and time, such as ` a la(s) ` or ` เวลา `.
  private static let longestWords = 24

  /// Returns the date in a file name; `nil` if it contains none.
  public static func read(_ name: Bytes) -> CaptureDate? { read(name) { FileStatus.Time.now.seconds } }

  /// Returns the first date with a time in a file name, otherwise the first day.
  ///
  /// - Parameter now: Returns the current Unix time. No ambiguous number denotes a later date.
  static func read(_ name: Bytes, now: () -> Int64) -> CaptureDate? {
    var firstDay: CaptureDate?
    var start = 0
    while start + 8 <= name.count {
      if name[start]?.isDigit == true, name[start - 1]?.isDigit != true {
        let text = name.suffix(from: start)
        let isTelegram = name[start - 1] == UInt8(ascii: "@")
        if let found = dateAndTime(text) ?? dayFirst(text, isTelegram: isTelegram) ?? timestamp(text, now),
          !NameNumber(name: name, range: start..<start + 8).isInIdentifier
        {
          return found
        }
        firstDay = firstDay ?? dayAlone(name, at: start, now)
      }
      start += 1
    }
    return firstDay
  }

  private static func day(_ scanner: inout ASCIIScanner) -> Day? {
    guard let year = scanner.digits(4), years.contains(year) else { return nil }
    let separator = separators.first { scanner.skip(anyOf: $0) }
    guard let month = scanner.digits(2), separator.map({ scanner.skip(anyOf: $0) }) ?? true,
      let day = scanner.digits(2)
    else { return nil }
    return CivilTime(year: year, month: month, day: day).map { Day(time: $0, separator: separator) }
  }

  /// Parses days that are recognizable only with a time: `2014-5-25` of Finnish systems, `2557-05-25` of the Buddhist
  /// calendar, and `2014_0525` of dashcams.
  private static func unusualDay(_ scanner: inout ASCIIScanner) -> Day? {
    guard var year = scanner.digits(4), let separator = separators.first(where: { scanner.skip(anyOf: $0) })
    else { return nil }
    if buddhistYears.contains(year) { year -= buddhistDifference }
    let numbers: (month: Int, day: Int)?
    var isUnpadded = false
    if let both = scanner.digits(4) {
      numbers = separator.withUTF8Buffer({ $0.first == UInt8(ascii: "_") }) ? (both / 100, both % 100) : nil
    } else if let month = scanner.digits(2) ?? scanner.digits(1), scanner.skip(anyOf: separator) {
      numbers = (scanner.digits(2) ?? scanner.digits(1)).map { (month, $0) }
      isUnpadded = true
    } else {
      numbers = nil
    }
    guard let numbers, years.contains(year), !scanner.isAtDigit else { return nil }
    return CivilTime(year: year, month: numbers.month, day: numbers.day)
      .map { Day(time: $0, separator: separator, isUnpadded: isUnpadded) }
  }

  /// Parses `25.07.2023`, or `25.07.23` if `isShort`.
  private static func dayBeforeMonth(_ scanner: inout ASCIIScanner, separator: StaticString, isShort: Bool)
    -> Day?
  {
    guard let day = scanner.digits(2), scanner.skip(anyOf: separator), let month = scanner.digits(2),
      scanner.skip(anyOf: separator),
      let year = scanner.digits(4) ?? (isShort ? scanner.digits(2).map { 2000 + $0 } : nil),
      years.contains(year)
    else { return nil }
    return CivilTime(year: year, month: month, day: day).map { Day(time: $0, separator: separator) }
  }

  private static func dateAndTime(_ text: Bytes) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let day = scanner.lookahead(day) ?? scanner.lookahead(unusualDay) else { return nil }
    if day.separator == nil, isSentByWhatsApp(text.suffix(from: scanner.position)) {
      return CaptureDate(time: day.time, source: .fileNameDay)
    }
    return clock(&scanner, on: day)
  }

  /// Parses `25.07.23, 10 11 12` and `25-07-2023, 10 11 12`, which European programs write, and Telegram's
  /// `25-07-2023_10-11-12`; other programs write the month first.
  private static func dayFirst(_ text: Bytes, isTelegram: Bool) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    if let day = scanner.lookahead({ dayBeforeMonth(&$0, separator: ".", isShort: true) }) {
      return clock(&scanner, on: day)
    }
    guard let day = dayBeforeMonth(&scanner, separator: "-", isShort: false),
      isTelegram || scanner.peek(anyOf: ",")
    else { return nil }
    return clock(&scanner, on: day)
  }

  /// Parses 13 digits as milliseconds between 2000 and now.
  private static func timestamp(_ text: Bytes, _ now: () -> Int64) -> CaptureDate? {
    var scanner = ASCIIScanner(text)
    guard let count = scanner.digits(13).map(Int64.init), !scanner.isAtDigit,
      count >= firstMillisecond, count / 1000 <= now()
    else { return nil }
    return CaptureDate(
      time: CivilTime(seconds: count / 1000), nanoseconds: UInt32(count % 1000) * 1_000_000,
      fractionDigits: 3, offsetMinutes: 0, source: .fileNameTimestamp)
  }

  /// Parses a day up to tomorrow, since time zones differ.
  private static func dayAlone(_ name: Bytes, at start: Int, _ now: () -> Int64) -> CaptureDate? {
    var scanner = ASCIIScanner(name.suffix(from: start))
    guard
      let day = scanner.lookahead({ day(&$0) })
        ?? scanner.lookahead({ dayBeforeMonth(&$0, separator: ".", isShort: false) }),
      day.time.seconds <= now() + secondsOfDay,
      NameNumber(name: name, range: start..<start + scanner.position).standsAlone(separator: day.separator)
    else { return nil }
    return CaptureDate(time: day.time, source: .fileNameDay)
  }

  /// Whether `-WA` and a digit follow the day, which is the day of sending.
  private static func isSentByWhatsApp(_ rest: Bytes) -> Bool { rest.has("-WA") && rest[3]?.isDigit == true }

  /// Parses the time after a date: ` at 12.34.56 PM`, `, 10 11 12`, `_123456`, `_123456789`, `-12-34-56`, `T10:00:00`,
  /// `-14h59m39s123`.
  private static func clock(_ scanner: inout ASCIIScanner, on day: Day) -> CaptureDate? {
    var isAfternoon: Bool?
    if let found = scanner.lookahead(words) {
      isAfternoon = found.isAfternoon
    } else if !scanner.skip(text: " at "), !scanner.skip(anyOf: "T") {
      var count = 0
      while count < mostSeparators, scanner.skip(anyOf: "_- .,(") { count += 1 }
    }
    guard let hour = scanner.lookahead(shortHour) ?? scanner.digits(2) else { return nil }
    let isSeparated = scanner.skip(anyOf: ".-:_ h")
    guard let minute = scanner.digits(2), !isSeparated || scanner.skip(anyOf: ".-:_ m"),
      let second = scanner.digits(2),
      isSeparated || !day.isUnpadded && !day.isRepeated(by: hour, minute, second)
    else { return nil }
    let milliseconds = scanner.lookahead { ahead -> Int? in
      if isSeparated, !ahead.skip(anyOf: ".-:_ s") { return nil }
      guard let value = ahead.digits(3), !ahead.isAtDigit else { return nil }
      return value
    }
    guard !scanner.isAtDigit else { return nil }
    isAfternoon = isAfternoon ?? scanner.followingMark()
    let parts = day.time.parts
    return CivilTime(
      year: parts.year, month: parts.month, day: parts.day,
      hour: TwelveHourClock.hour(hour, isAfternoon: isAfternoon), minute: minute, second: second
    ).map { time in
      CaptureDate(
        time: time, nanoseconds: UInt32(milliseconds ?? 0) * 1_000_000,
        fractionDigits: milliseconds == nil ? 0 : 3, source: .fileName)
    }
  }

  /// Parses an hour of one digit, which systems write without a zero before dots, colons and units.
  private static func shortHour(_ scanner: inout ASCIIScanner) -> Int? {
    guard let hour = scanner.digits(1), scanner.peek(anyOf: ".:h") else { return nil }
    return hour
  }

  /// Skips the words between day and time in any language, such as ` à ` or ` 下午`, if a time with dots or colons follows.
  /// `isAfternoon` is `nil` if the words contain no mark of a twelve-hour clock.
  private static func words(_ scanner: inout ASCIIScanner) -> (isAfternoon: Bool?, Void)? {
    let start = scanner.position
    var (isAfternoon, isInWord): (Bool?, Bool) = (nil, false)
    while !scanner.isAtDigit, scanner.next != nil, scanner.position - start <= longestWords {
      if !isInWord, let mark = scanner.precedingMark() {
        isAfternoon = mark
      } else {
        isInWord = scanner.isAtLetter
        scanner.skipByte()
      }
    }
    // A letter before the digits makes them a version: `v1.20.30`.
    guard scanner.position - start >= 2, !isInWord else { return nil }
    var ahead = scanner
    guard ahead.lookahead(shortHour) ?? ahead.digits(2) != nil, ahead.skip(anyOf: ".:"),
      ahead.digits(2) != nil
    else { return nil }
    return (isAfternoon, ())
  }
}
