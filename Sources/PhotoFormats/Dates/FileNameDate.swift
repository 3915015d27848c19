/// The date that a camera, phone or program wrote into a file's name.
///
/// Read are names such as `IMG_20140525_100000`, `PXL_20210612_123456789`, `2014-05-25 10.00.00`,
/// `Screenshot_2021-06-12-12-34-56`, `Screenshot 2021-06-12 at 12.34.56 PM`, `signal-2021-06-12-123456`
/// and `IMG-20140525-WA0001`, which tells the day alone.
public enum FileNameDate {
  /// The date in a file name; `nil` if it holds none.
  public static func read(_ name: Bytes) -> CaptureDate? {
    var start = 0
    while start + 8 <= name.count {
      let followsDigit = start > 0 && isDigit(name[start - 1])
      if isDigit(name[start]), !followsDigit, let date = date(in: name, at: start) { return date }
      start += 1
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

  private static func date(in name: Bytes, at start: Int) -> CaptureDate? {
    var scanner = ASCIIScanner(name.suffix(from: start))
    guard let year = scanner.digits(4), (1970...2099).contains(year) else { return nil }
    let isDashed = scanner.skip(anyOf: "-_.")
    guard let month = scanner.digits(2), !isDashed || scanner.skip(anyOf: "-_."), let day = scanner.digits(2)
    else {
      return nil
    }
    let rest = name.suffix(from: start + scanner.position)
    if !isDashed, isSentByWhatsApp(rest), let time = CivilTime(year: year, month: month, day: day) {
      return CaptureDate(time: time, source: .fileName)
    }
    guard let clock = clock(&scanner),
      let time = CivilTime(
        year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
    else { return nil }
    return CaptureDate(
      time: time, nanoseconds: clock.milliseconds.map { UInt32($0) * 1_000_000 } ?? 0,
      fractionDigits: clock.milliseconds == nil ? 0 : 3, source: .fileName)
  }

  /// `-WA` and digits: WhatsApp puts the day of sending before them.
  private static func isSentByWhatsApp(_ rest: Bytes) -> Bool { rest.has("-WA") && isDigit(rest[3]) }

  private struct Clock {
    var hour: Int
    var minute: Int
    var second: Int
    var milliseconds: Int?
  }

  /// The time of day after a date: ` at 12.34.56 PM`, `_123456`, `_123456789`, `-12-34-56`, `T10:00:00`.
  private static func clock(_ scanner: inout ASCIIScanner) -> Clock? {
    if !scanner.skip(text: " at "), !scanner.skip(text: ", ") { _ = scanner.skip(anyOf: "_- .T") }
    let oneDigit = scanner.lookahead { ahead -> Int? in
      guard let hour = ahead.digits(1), ahead.peek(anyOf: ".:") else { return nil }
      return hour
    }
    guard let hour = oneDigit ?? scanner.digits(2) else { return nil }
    let isSeparated = scanner.skip(anyOf: ".-:_")
    guard let minute = scanner.digits(2), !isSeparated || scanner.skip(anyOf: ".-:_"),
      let second = scanner.digits(2)
    else { return nil }
    var clock = Clock(hour: hour, minute: minute, second: second)
    clock.milliseconds = scanner.lookahead { ahead in
      if isSeparated, !ahead.skip(anyOf: ".-:_") { return nil }
      guard let value = ahead.digits(3), !ahead.peek(anyOf: "0123456789") else { return nil }
      return value
    }
    guard !scanner.peek(anyOf: "0123456789") else { return nil }
    // The twelve-hour clock alone writes hours with one digit.
    let isAfternoon = meridiem(&scanner)
    if oneDigit != nil, isAfternoon == nil { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      clock.hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return clock
  }

  /// `AM` or `PM` after a space, which macOS writes as U+202F since version 13.
  private static func meridiem(_ scanner: inout ASCIIScanner) -> Bool? {
    scanner.lookahead { ahead in
      guard ahead.skip(text: " ") || ahead.skip(text: "\u{202F}") else { return nil }
      let isAfternoon = ahead.peek(anyOf: "Pp")
      guard ahead.skip(anyOf: "AaPp"), ahead.skip(anyOf: "Mm") else { return nil }
      return isAfternoon
    }
  }
}

/// The names that systems give to screenshots.
enum ScreenshotName {
  private static let beginnings: [StaticString] = [
    "screenshot", "screen shot", "screen_shot", "simulator screenshot", "simulator screen shot",
    "bildschirmfoto", "capture d'", "capture d’", "capture d_", "captura de pantalla", "captura de tela",
    "schermata", "schermafbeelding",
    "skärmavbild", "skjermbilde", "スクリーンショット", "截屏", "屏幕快照",
  ]

  /// For each byte, true if one of them begins with it: most names are none by their first byte.
  private static let beginsOne: [Bool] = {
    var beginsOne = [Bool](repeating: false, count: 256)
    for first in beginnings.compactMap({ $0.withUTF8Buffer(\.first) }) {
      beginsOne[Int(first)] = true
      if (0x61...0x7A).contains(first) { beginsOne[Int(first & ~0x20)] = true }
    }
    return beginsOne
  }()

  /// True if a name begins as a screenshot's name does, in the languages that systems write.
  static func matches(_ name: Bytes) -> Bool {
    guard let first = name[0], beginsOne[Int(first)] else { return false }
    return beginnings.contains { name.hasCaseInsensitive($0) }
  }
}
