import Testing

@testable import PhotoFormats

struct CivilTimeTests {
  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func daysInMonth(_ year: Int, _ month: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days from 1970-01-01 to the first day of a year.
  private static func days(to year: Int) -> Int64 {
    let between = min(year, 1970)..<max(year, 1970)
    let count = between.reduce(Int64(0)) { $0 + (isLeap($1) ? 366 : 365) }
    return year < 1970 ? -count : count
  }

  @Test(arguments: [
    ((2014, 1, 31), 1, (2014, 2, 28)), ((2012, 1, 31), 1, (2012, 2, 29)), ((2012, 2, 29), 12, (2013, 2, 28)),
    ((2012, 2, 29), -48, (2008, 2, 29)), ((2014, 12, 31), 2, (2015, 2, 28)), ((1, 1, 1), 0, (1, 1, 1)),
    ((9999, 1, 31), 11, (9999, 12, 31)),
  ])
  func `months later is the same day, or the last one of a shorter month`(
    from: (Int, Int, Int), months: Int, to: (Int, Int, Int)
  ) throws {
    let start = try #require(CivilTime(year: from.0, month: from.1, day: from.2, hour: 23, second: 1))
    let end = CivilTime(year: to.0, month: to.1, day: to.2, hour: 23, second: 1)
    #expect(start.adding(months: months) == end && end != nil)
  }

  @Test func `months lead to no other years than 1 to 9999`() throws {
    let time = try #require(CivilTime(year: 2014, month: 5, day: 25))
    for months in [Int.min, -2013 * 12 - 5, 7986 * 12 - 4, Int.max] {
      #expect(time.adding(months: months) == nil, "\(months)")
    }
    #expect(time.adding(months: -2013 * 12 - 4)?.parts.year == 1)
    #expect(time.adding(months: 7986 * 12 - 5)?.parts.year == 9999)
  }

  @Test(arguments: [
    1, 2, 4, 100, 399, 400, 401, 1582, 1600, 1899, 1900, 1901, 1904, 1968, 1969, 1970, 1971, 1972, 1999, 2000,
    2001, 2004, 2014, 2015, 2020, 2100, 2400, 9999,
  ])
  func `each day of a year has its number, its parts, its weekday and its week`(year: Int) throws {
    var number = Self.days(to: year)
    for month in 1...12 {
      #expect(CivilTime.daysInMonth(year: year, month: month) == Self.daysInMonth(year, month))
      #expect(CivilTime(year: year, month: month, day: 0) == nil)
      #expect(CivilTime(year: year, month: month, day: Self.daysInMonth(year, month) + 1) == nil)
      for day in 1...Self.daysInMonth(year, month) {
        let time = try #require(
          CivilTime(year: year, month: month, day: day, hour: 23, minute: 59, second: 58))
        #expect(time.dayNumber == number)
        #expect(time.seconds == number * 86_400 + 86_398)
        let parts = CivilTime.Parts(year: year, month: month, day: day, hour: 23, minute: 59, second: 58)
        #expect(time.parts == parts)
        #expect(CivilTime(seconds: number * 86_400).parts.day == day)
        // 1970-01-01 was a Thursday, the fourth day.
        #expect(time.weekday == Int(((number + 3) % 7 + 7) % 7) + 1)
        number += 1
      }
    }
  }

  @Test func `a time of day lies within its limits`() {
    func time(_ hour: Int, _ minute: Int, _ second: Int) -> Int64? {
      CivilTime(year: 1970, month: 1, day: 1, hour: hour, minute: minute, second: second)?.seconds
    }
    #expect(time(0, 0, 0) == 0 && time(23, 59, 59) == 86_399)
    // A leap second counts as the last second of its minute.
    #expect(time(23, 59, 60) == 86_399 && time(23, 59, 61) == nil)
    #expect(time(24, 0, 0) == nil && time(0, 60, 0) == nil && time(-1, 0, 0) == nil && time(0, -1, 0) == nil)
    #expect(time(0, 0, -1) == nil)
    #expect(CivilTime(year: 0, month: 1, day: 1) == nil && CivilTime(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilTime(year: 2000, month: 0, day: 1) == nil && CivilTime(year: 2000, month: 13, day: 1) == nil)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"), (-86_400, "1969-12-31T00:00:00"),
      (-86_401, "1969-12-30T23:59:59"), (86_399, "1970-01-01T23:59:59"), (86_400, "1970-01-02T00:00:00"),
      (951_782_399, "2000-02-28T23:59:59"), (951_782_400, "2000-02-29T00:00:00"),
      (951_868_800, "2000-03-01T00:00:00"), (-62_135_596_800, "0001-01-01T00:00:00"),
      (253_402_300_799, "9999-12-31T23:59:59"),
    ] as [(Int64, String)])
  func `a second has its text`(seconds: Int64, text: String) {
    let time = CivilTime(seconds: seconds)
    #expect(time.iso8601 == text)
    // Programs write the first second for none.
    #expect(DateText(text)?.time == (seconds == -62_135_596_800 ? nil : time))
    #expect(UniversalTime(time).iso8601 == text + "Z")
  }

  /// The first days of years that are divided into weeks; the first week contains the first Thursday.
  @Test(arguments: [
    (2004, 12, 31, 2004, 53), (2005, 1, 1, 2004, 53), (2005, 1, 2, 2004, 53), (2005, 1, 3, 2005, 1),
    (2007, 12, 31, 2008, 1), (2008, 12, 28, 2008, 52), (2008, 12, 29, 2009, 1), (2009, 1, 1, 2009, 1),
    (2010, 1, 3, 2009, 53), (2010, 1, 4, 2010, 1), (2014, 5, 25, 2014, 21), (2014, 5, 26, 2014, 22),
    (1970, 1, 1, 1970, 1), (1969, 12, 28, 1969, 52), (1969, 12, 29, 1970, 1),
  ])
  func `weeks go from Monday to Sunday and belong to the year of their Thursday`(
    year: Int, month: Int, day: Int, weekYear: Int, week: Int
  ) throws {
    let found = try #require(CivilTime(year: year, month: month, day: day)).isoWeek
    #expect(found.year == weekYear && found.week == week)
  }
}

struct DateTextTests {
  private func text(_ text: String) -> String? { DateText(text)?.captureDate(.file).iso8601 }

  @Test(arguments: [
    ("2014:05:25 10:00:00", "2014-05-25T10:00:00"), (" \t2014:05:25 10:00", "2014-05-25T10:00:00"),
    ("2014-05-25T10:00:00.5", "2014-05-25T10:00:00.5"),
    ("2014-05-25T10:00:00.123456789", "2014-05-25T10:00:00.123456789"),
    ("2014-05-25T10:00:00.1234567899999Z", "2014-05-25T10:00:00.123456789+00:00"),
    ("2014-05-25T10:00:00.Z", "2014-05-25T10:00:00"),
    ("2014-05-25T10:00:00+15:59", "2014-05-25T10:00:00+15:59"),
    ("2014-05-25T10:00:00-15:59", "2014-05-25T10:00:00-15:59"),
    ("2014-05-25T10:00:00+16:00", "2014-05-25T10:00:00"),
    ("2014-05-25T10:00:00+15:60", "2014-05-25T10:00:00"),
    ("2014-05-25T10:00:00 +0900", "2014-05-25T10:00:00+09:00"),
    ("2014:05:25 10:00:00\0", "2014-05-25T10:00:00"),
  ])
  func `a date is read to its last digit`(written: String, read: String) {
    #expect(text(written)?.replacing("Z", with: "+00:00") == read)
  }

  @Test(arguments: [
    ("2014/05/25 10:00:09", "2014-05-25T10:00:09"), ("2014.05.25 10:00:09", "2014-05-25T10:00:09"),
    ("2014:05:25  9:00: 9", "2014-05-25T09:00:09"), ("2014: 5: 5  9: 7: 8.5", "2014-05-05T09:07:08.5"),
    ("2014/5/5 9:07:08", "2014-05-05T09:07:08"), ("20140525100009", "2014-05-25T10:00:09"),
    ("20140525 100009.25", "2014-05-25T10:00:09.25"), ("20140525T100009Z", "2014-05-25T10:00:09+00:00"),
    ("20140525100009+0200", "2014-05-25T10:00:09+02:00"), ("2014:05:25 10.00.09", "2014-05-25T10:00:09"),
    ("2014:05:25 10.00.09.75", "2014-05-25T10:00:09.75"), ("2014:05:25:10:00:09", "2014-05-25T10:00:09"),
    ("2014:05:25 10:00:09 PM", "2014-05-25T22:00:09"), ("2014:05:25 12:00:09AM", "2014-05-25T00:00:09"),
    ("2014:05:25 12:00:09 p.m.", "2014-05-25T12:00:09"),
    ("2014:05:25 1:00:09.5 p. m.", "2014-05-25T13:00:09.5"),
    ("2014:05:25 下午 3:04:05", "2014-05-25T15:04:05"), ("2014:05:25 오전9:04:05", "2014-05-25T09:04:05"),
    ("2014:05:25 15:00:09 PM", "2014-05-25T15:00:09"), ("2014:05:25 00:00:09 AM", "2014-05-25T00:00:09"),
    ("2014:05:25 10:00:09 PM +02:00", "2014-05-25T22:00:09+02:00"),
    ("2014:05:25 10:00:09 PMT", "2014-05-25T10:00:09"),
    ("2014 05 25 10 00 09", "2014-05-25T10:00:09"), ("2014-05-25 10-00-09", "2014-05-25T10:00:09"),
    ("2014:05:25-10:00:09", "2014-05-25T10:00:09"), ("2014/05/25, 10:00:09", "2014-05-25T10:00:09"),
    ("2014: 05: 25\n10: 00: 09", "2014-05-25T10:00:09"), ("20140525_100009", "2014-05-25T10:00:09"),
    ("2014:05:25 PM 3:04:05", "2014-05-25T15:04:05"),
    ("2014:05:25 a.m.\u{202F}9:04:05", "2014-05-25T09:04:05"),
    ("2014:05:25 ÖS 3:04:05", "2014-05-25T15:04:05"),
    ("2014:05:25 3:04:05\u{202F}μ.μ.", "2014-05-25T15:04:05"),
    ("2014:05:25 10:00:09,25", "2014-05-25T10:00:09.25"),
    ("2014:05:25 10:00:09z", "2014-05-25T10:00:09+00:00"),
    ("2014:05:25 10:00:09 GMT", "2014-05-25T10:00:09+00:00"),
    ("2014:05:25 10:00:09 UTC-3:30", "2014-05-25T10:00:09-03:30"),
    ("2014:05:25 10:00:09 Zone", "2014-05-25T10:00:09"), ("2014:05:25 10:00:09 UTCx", "2014-05-25T10:00:09"),
    ("2014-05-25T10:00:09+1:00", "2014-05-25T10:00:09+01:00"),
    ("2014-05-25T10:00:09-05", "2014-05-25T10:00:09-05:00"),
  ])
  func `a date of another form is read as it is meant`(written: String, read: String) {
    #expect(text(written) == read)
  }

  @Test(arguments: [
    "", "2014", "2014:05:25", "2014:05:25 10", "2014:05:25 24:00:00", "2014:05:25 10:60:00",
    "2014:02:29 10:00:00",
    "2014:00:25 10:00:00", "0000:00:00 00:00:00", "x2014:05:25 10:00:00", "201405251000",
    "201405251000091", "2014052510", "2014:05:25 10.00", "2014:05:25 10.5", "2014:05:25   :  :  ",
    "2014:13:25 10:00:00",
    "2014/02/29 10:00:00", "20140229100000", "20140525240000", "    :  :     :  :  ", "2014:05:25 PM",
    "0001:01:01 00:00:00", "2014-05-25-05:00", "2014-05-25-10", "2014:05:25 10 00", "2014:05:25 --:--:--",
  ])
  func `what is no date is none`(written: String) { #expect(DateText(written) == nil) }

  @Test func `a fraction stands alone`() throws {
    func fraction(_ text: String) -> UInt32? { DateText.fraction(Bytes(Array(text.utf8)))?.nanoseconds }
    #expect(fraction("5") == 500_000_000 && fraction(" 05") == 50_000_000 && fraction("25  ") == 250_000_000)
    #expect(fraction("25\0x") == 250_000_000 && fraction("25 \0") == 250_000_000)
    #expect(fraction("123456789") == 123_456_789 && fraction("1234567891") == 123_456_789)
    #expect(fraction("") == nil && fraction("x") == nil && fraction("25x") == nil && fraction("25 x") == nil)
  }

  @Test func `an offset lies within a day's reach`() {
    func offset(_ text: String) -> Int16? { DateText.offset(Bytes(Array(text.utf8))) }
    #expect(offset("Z") == 0 && offset("+00:00") == 0 && offset(" -05:30") == -330 && offset("+0900") == 540)
    #expect(offset("+15:59") == 959 && offset("+16:00") == nil && offset("+15:60") == nil)
    #expect(offset("+9") == 540 && offset("-3:30") == -210 && offset("+02") == 120)
    #expect(offset("") == nil && offset("0900") == nil && offset("+09:0") == nil && offset("+09:") == nil)
    #expect(offset("z") == 0 && offset("UTC") == 0 && offset("GMT+2") == 120 && offset("UTC ") == 0)
    #expect(offset("Zone") == nil && offset("zone") == nil && offset("UTC+") == nil && offset("GMT0") == nil)
    #expect(offset("+930") == nil && offset("+09000") == nil && offset("+") == nil && offset("+16") == nil)
  }

  @Test func `a date of a name has no fraction that the name lacks`() throws {
    func date(_ text: String) throws -> CaptureDate {
      try #require(FileNameDate.read(Bytes(Array(text.utf8))))
    }
    let plain = try date("IMG_20140525_100000.jpg")
    #expect(plain.nanoseconds == 0 && plain.fractionDigits == 0)
    let precise = try date("PXL_20140525_100000789.jpg")
    #expect(precise.nanoseconds == 789_000_000 && precise.fractionDigits == 3)
    #expect(try date("20140525_100000").time == plain.time)
    // Where clocks are ahead, the same second came before.
    let (time, source) = (plain.time, DateSource.file)
    let east = CaptureDate(time: time, nanoseconds: 500_000_000, offsetMinutes: 60, source: source)
    #expect(east.unixTime == Double(time.seconds) - 3600 + 0.5)
    #expect(CaptureDate(time: time, source: source).unixTime == nil)
  }
}

/// Rules for clock changes, on the day of the change.
struct ClockChangeDayTests {
  /// Summer time of an hour starts and ends at midnight UTC.
  private func begins(_ rule: String, _ year: Int, _ month: Int, _ day: Int) throws -> Bool {
    let rule = try #require(ClockChangeRule(Array("XXX0YYY,\(rule)/0,M12.1.0/0".utf8)))
    let start = try #require(CivilTime(year: year, month: month, day: day)).seconds
    return rule.offset(at: start - 1) == 0 && rule.offset(at: start) == 3600
  }

  @Test(arguments: [
    ("M3.2.0", 2020, 3, 8), ("M3.1.0", 2020, 3, 1), ("M3.1.1", 2020, 3, 2), ("M3.5.0", 2020, 3, 29),
    // The fifth Sunday of a month of 30 days that starts on a Friday would be in the next month.
    ("M4.5.0", 2022, 4, 24), ("M4.4.0", 2022, 4, 24), ("M4.5.5", 2022, 4, 29), ("M4.5.6", 2022, 4, 30),
    // With and without the leap day.
    ("J59", 2020, 2, 28), ("J60", 2020, 3, 1), ("J60", 2021, 3, 1), ("J59", 2021, 2, 28), ("J1", 2020, 1, 1),
    ("59", 2020, 2, 29), ("59", 2021, 3, 1), ("0", 2020, 1, 1), ("58", 2020, 2, 28),
  ])
  func `summer begins on the day of its rule`(rule: String, year: Int, month: Int, day: Int) throws {
    #expect(try begins(rule, year, month, day))
  }

  @Test(
    arguments: [
      ("XXX167", -167 * 3600), ("XXX0:59:59", -3599), ("XXX-167", 167 * 3600), ("XXX+1", -3600),
      ("<-03>3", -10_800), ("XXX0YYY,J365,J1", nil), ("XXX0YYY-2,M1.1.6/0,M12.5.6/24", nil),
    ] as [(String, Int64?)])
  func `numbers are read up to their limits`(text: String, offset: Int64?) throws {
    let rule = try #require(ClockChangeRule(Array(text.utf8)))
    if let offset { #expect(rule.offset(at: 0) == offset) }
  }

  @Test(arguments: [
    "XXX168", "XXX0:60", "XXX0:0:60", "XX0", "XXX0YYY,J0,J1", "XXX0YYY,J366,J1", "XXX0YYY,366,1",
    "XXX0YYY,M0.1.0,M1.1.0", "XXX0YYY,M1.0.0,M1.1.0", "XXX0YYY,M1.6.0,M1.1.0", "XXX0YYY,M1.1.7,M1.1.0",
    "XXX0YYY,J1,J2,J3", "XXX00000", "XXX", "XXX0Y,J1,J2", "XXX0YYY,J1,J2 ",
  ])
  func `numbers beyond their limits are refused`(text: String) {
    #expect(ClockChangeRule(Array(text.utf8)) == nil)
  }

  @Test(.enabled(if: WallClock(identifier: "Europe/Berlin") != nil, "the system has no time zone database"))
  func `a clock skips the hour in which it is put forward`() throws {
    let berlin = try #require(WallClock(identifier: "Europe/Berlin"))
    let change = try #require(CivilTime(year: 2014, month: 3, day: 30, hour: 1)).seconds
    #expect(berlin.time(at: change - 1).iso8601 == "2014-03-30T01:59:59")
    #expect(berlin.time(at: change).iso8601 == "2014-03-30T03:00:00")
  }
}

/// Files of the time zone database before 2005.
struct OldTimeZoneFileTests {
  private func file(_ changes: [(time: Int32, type: UInt8)], offsets: [Int32]) -> [UInt8] {
    func bytes(_ number: Int) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let counts = [0, 0, 0, changes.count, offsets.count, 4].flatMap(bytes)
    return Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + counts
      + changes.flatMap { bytes(Int($0.time)) }
      + changes.map(\.type) + offsets.flatMap { bytes(Int($0)) + [0, 0] } + Array("ABC\0".utf8)
  }

  @Test func `times of four bytes are read, before 1970 too`() throws {
    let rules = try #require(TimeZoneRules(Bytes(file([(-1000, 1), (1000, 2)], offsets: [60, 120, -180]))))
    #expect([-1001, -1000, 999, 1000, 1 << 40].map(rules.offset) == [60, 120, 120, -180, -180])
    let steady = try #require(TimeZoneRules(Bytes(file([], offsets: [60]))))
    #expect(steady.offset(at: 0) == 60)
  }

  @Test func `times out of order, and kinds that are not there, are refused`() {
    #expect(TimeZoneRules(Bytes(file([(1000, 0), (1000, 1)], offsets: [60, 120]))) == nil)
    #expect(TimeZoneRules(Bytes(file([(1000, 0), (999, 1)], offsets: [60, 120]))) == nil)
    #expect(TimeZoneRules(Bytes(file([(1000, 2)], offsets: [60, 120]))) == nil)
    #expect(TimeZoneRules(Bytes(file([], offsets: []))) == nil)
    let whole = file([(1000, 1)], offsets: [60, 120])
    for count in whole.indices { #expect(TimeZoneRules(Bytes(Array(whole[..<count]))) == nil) }
  }
}
