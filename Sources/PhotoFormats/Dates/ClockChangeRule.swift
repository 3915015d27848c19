/// The yearly clock changes of a zone, in the form of the environment variable `TZ` (POSIX.1-2017, section 8.3, with
/// the extensions of RFC 8536, section 3.3.1), such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ClockChangeRule: Sendable {
  /// A day of each year, and the time on that day by the clock before the change.
  private struct Change: Sendable {
    enum Day: Sendable {
      /// Month, week 1 to 5 (5 is the last one), and day 0 to 6 (0 is Sunday).
      case weekday(month: Int, week: Int, day: Int)
      /// 1 to 365, without 29 February.
      case dayWithoutLeapDay(Int)
      /// 0 to 365, with 29 February.
      case day(Int)
    }

    let day: Day
    /// Seconds after midnight; may be negative, or on a later day.
    let time: Int64

    /// Seconds from 1970-01-01T00:00:00 to the change in local time.
    func seconds(inYear year: Int) -> Int64? {
      guard let newYear = CivilTime(year: year, month: 1, day: 1)?.dayNumber else { return nil }
      let number: Int64
      switch day {
      case .day(let day): number = newYear + Int64(day)
      case .dayWithoutLeapDay(let day):
        let isAfterLeapDay = day >= 60 && CivilTime.daysInMonth(year: year, month: 2) == 29
        number = newYear + Int64(day - 1) + (isAfterLeapDay ? 1 : 0)
      case .weekday(let month, let week, let day):
        guard let first = CivilTime(year: year, month: month, day: 1) else { return nil }
        var inMonth = (day - first.weekday % 7 + 7) % 7 + (week - 1) * 7
        if inMonth >= CivilTime.daysInMonth(year: year, month: month) { inMonth -= 7 }
        number = first.dayNumber + Int64(inMonth)
      }
      return number * 86_400 + time
    }
  }

  private let standard: Int64
  private let summer: (offset: Int64, start: Change, end: Change)?

  init?(_ text: [UInt8]) {
    var scanner = Scanner(rest: text[...])
    guard scanner.skipName(), let west = scanner.time() else { return nil }
    standard = -west
    guard !scanner.rest.isEmpty else {
      summer = nil
      return
    }
    guard scanner.skipName() else { return nil }
    var offset = standard + 3600
    if scanner.rest.first != UInt8(ascii: ",") {
      guard let west = scanner.time() else { return nil }
      offset = -west
    }
    guard let start = scanner.change(), let end = scanner.change(), scanner.rest.isEmpty else { return nil }
    summer = (offset, start, end)
  }

  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = CivilTime(seconds: time).parts.year
    // A change near New Year may belong to an adjacent year.
    var latest: (moment: Int64, offset: Int64)?
    for year in year - 1...year + 1 {
      guard let start = summer.start.seconds(inYear: year), let end = summer.end.seconds(inYear: year) else {
        continue
      }
      for change in [(start - standard, summer.offset), (end - summer.offset, standard)]
      where change.0 <= time && (latest.map { change.0 >= $0.moment } ?? true) {
        latest = change
      }
    }
    return latest?.offset ?? standard
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    private mutating func take(_ character: Character) -> Bool {
      guard let byte = rest.first, byte == character.asciiValue else { return false }
      rest.removeFirst()
      return true
    }

    /// Skips the name of a zone: at least three letters, or anything in angle brackets.
    mutating func skipName() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let count = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }.count
      rest = rest.dropFirst(count)
      return count >= 3
    }

    private mutating func number(atMost limit: Int) -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      guard (1...4).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return value <= limit ? value : nil
    }

    /// Parses hours, minutes and seconds such as `-3:30`. Returns seconds.
    mutating func time() -> Int64? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(atMost: 167) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where take(":") {
        guard let count = number(atMost: 59) else { return nil }
        seconds += count * unit
      }
      return Int64(isNegative ? -seconds : seconds)
    }

    /// Parses a comma and a change, which is at 2 o'clock by default.
    mutating func change() -> Change? {
      guard take(","), let day = day() else { return nil }
      guard take("/") else { return Change(day: day, time: 7200) }
      return time().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      if take("M") {
        guard let month = number(atMost: 12), month > 0, take("."), let week = number(atMost: 5), week > 0,
          take("."), let day = number(atMost: 6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
      }
      if take("J") {
        guard let day = number(atMost: 365), day > 0 else { return nil }
        return .dayWithoutLeapDay(day)
      }
      return number(atMost: 365).map { .day($0) }
    }
  }
}
