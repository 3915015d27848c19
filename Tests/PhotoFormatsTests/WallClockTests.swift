import Testing

@testable import PhotoFormats

/// What the clocks of time zones show.
@Suite struct WallClockTests {
  /// A file of the time zone database with changes of the clocks; the rule is what holds after the last.
  private func file(_ changes: [(time: Int64, offset: Int32)], first: Int32, rule: String) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian, Array.init)
    }
    func header(_ transitions: Int, _ types: Int) -> [UInt8] {
      let counts = [0, 0, 0, transitions, types, 4].flatMap { bytes(UInt32($0)) }
      return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
    }
    func types(_ offsets: [Int32]) -> [UInt8] {
      offsets.flatMap { bytes($0) + [0, 0] } + Array("ABC\0".utf8)
    }
    let old = header(0, 1) + types([first])
    let new =
      header(changes.count, changes.count + 1) + changes.flatMap { bytes($0.time) }
      + changes.indices.map { UInt8($0 + 1) } + types([first] + changes.map(\.offset))
    return old + new + Array("\n\(rule)\n".utf8)
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws
    -> Int64
  {
    try #require(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)).seconds
  }

  @Test func `a zone has the offsets of its file, and then those of its rule`() throws {
    let bytes = file([(1000, 3600), (2000, 7200)], first: 600, rule: "EST5")
    let rules = try #require(TimeZoneRules(Bytes(bytes)))
    #expect([-5, 999, 1000, 1999].map(rules.offset) == [600, 600, 3600, 3600])
    #expect([2000, 1 << 40].map(rules.offset) == [-18_000, -18_000])
    let withoutRule = try #require(TimeZoneRules(Bytes(file([(1000, 3600)], first: 600, rule: ""))))
    #expect(withoutRule.offset(at: 1 << 40) == 3600)
  }

  @Test func `a file that is cut or changed is refused or read, but never traps`() {
    let bytes = file([(1000, 3600), (2000, 7200)], first: 600, rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    for count in bytes.indices { #expect(TimeZoneRules(Bytes(Array(bytes[..<count]))) == nil) }
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        _ = TimeZoneRules(Bytes(changed))?.offset(at: 1500)
      }
    }
  }

  @Test func `clocks are changed on the last Sundays of March and October`() throws {
    let rule = try #require(ClockChangeRule(Array("CET-1CEST,M3.5.0,M10.5.0/3".utf8)))
    #expect(rule.offset(at: try seconds(2014, 3, 30, 0, 59)) == 3600)
    #expect(rule.offset(at: try seconds(2014, 3, 30, 1)) == 7200)
    #expect(rule.offset(at: try seconds(2014, 10, 26, 0, 59)) == 7200)
    #expect(rule.offset(at: try seconds(2014, 10, 26, 1)) == 3600)
  }

  @Test func `summer may last over New Year, and winter may be the exception`() throws {
    let sydney = try #require(ClockChangeRule(Array("AEST-10AEDT,M10.1.0,M4.1.0/3".utf8)))
    #expect(sydney.offset(at: try seconds(2020, 1, 1)) == 39_600)
    #expect(sydney.offset(at: try seconds(2020, 7, 1)) == 36_000)
    let dublin = try #require(ClockChangeRule(Array("IST-1GMT0,M10.5.0,M3.5.0/1".utf8)))
    #expect(dublin.offset(at: try seconds(2020, 1, 1)) == 0)
    #expect(dublin.offset(at: try seconds(2020, 7, 1)) == 3600)
  }

  @Test(arguments: [
    ("<+0330>-3:30", 12_600), ("EST5EDT,J60,J300", -18_000), ("XXX3EDT4,0/0,J365/23", -14_400),
  ])
  func `a rule is written in many forms`(text: String, offset: Int64) throws {
    #expect(try #require(ClockChangeRule(Array(text.utf8))).offset(at: try seconds(2020, 1, 15)) == offset)
  }

  @Test(arguments: [
    "", "C", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "<CET-1", "CET-999",
  ])
  func `what is no rule is refused`(text: String) { #expect(ClockChangeRule(Array(text.utf8)) == nil) }

  @Test(arguments: [
    ("+09:00", 540), ("UTC", 0), ("GMT+2", 120), ("UTC-0330", -210), ("-05:00", -300), ("+2", 120),
  ])
  func `an offset is a zone`(name: String, minutes: Int16) throws {
    #expect(try #require(WallClock(identifier: name)).offsetMinutes(at: 0) == minutes)
  }

  @Test(arguments: ["", "Nowhere/Land", "../zoneinfo/UTC", "/etc/localtime", "GMT+x", "zone.tab"])
  func `what is no zone is refused`(name: String) { #expect(WallClock(identifier: name) == nil) }

  @Test(.enabled(if: WallClock(identifier: "Europe/Berlin") != nil, "the system has no time zone database"))
  func `zones of the system are known by name`() throws {
    let summer = try seconds(2014, 7, 1)
    #expect(try #require(WallClock(identifier: "Europe/Berlin")).offsetMinutes(at: summer) == 120)
    #expect(try #require(WallClock(identifier: "Asia/Kathmandu")).offsetMinutes(at: summer) == 345)
  }

  private func local(_ clock: WallClock, _ reading: Int64) -> String {
    let (time, offset) = clock.local(CivilTime(seconds: reading))
    return DateText(time: time, offsetMinutes: offset).captureDate(.file).iso8601
  }

  @Test func `a reading that clocks skip is moved, and of a repeated one the first applies`() throws {
    let berlin = try #require(WallClock(identifier: "Europe/Berlin"))
    #expect(local(berlin, try seconds(2014, 3, 30, 1, 59)) == "2014-03-30T01:59:00+01:00")
    #expect(local(berlin, try seconds(2014, 3, 30, 2)) == "2014-03-30T03:00:00+02:00")
    #expect(local(berlin, try seconds(2014, 3, 30, 2, 59)) == "2014-03-30T03:59:00+02:00")
    #expect(local(berlin, try seconds(2014, 3, 30, 3)) == "2014-03-30T03:00:00+02:00")
    #expect(local(berlin, try seconds(2014, 10, 26, 1, 59)) == "2014-10-26T01:59:00+02:00")
    #expect(local(berlin, try seconds(2014, 10, 26, 2)) == "2014-10-26T02:00:00+02:00")
    #expect(local(berlin, try seconds(2014, 10, 26, 2, 59)) == "2014-10-26T02:59:00+02:00")
    #expect(local(berlin, try seconds(2014, 10, 26, 3)) == "2014-10-26T03:00:00+01:00")
    let fixed = try #require(WallClock(identifier: "+05:45"))
    #expect(local(fixed, try seconds(2014, 3, 30, 2)) == "2014-03-30T02:00:00+05:45")
  }

  @Test func `a day that a zone skipped is moved by a day`() throws {
    // Samoa went to the other side of the date line after 29 December 2011.
    let apia = try #require(WallClock(identifier: "Pacific/Apia"))
    #expect(local(apia, try seconds(2011, 12, 29, 23, 59)) == "2011-12-29T23:59:00-10:00")
    #expect(local(apia, try seconds(2011, 12, 30, 12)) == "2011-12-31T12:00:00+14:00")
    #expect(local(apia, try seconds(2011, 12, 31)) == "2011-12-31T00:00:00+14:00")
  }

  @Test func `every instant of two years is found by its reading, or is the second of a repeated one`() throws
  {
    for name in [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran",
    ] {
      let clock = try #require(WallClock(identifier: name))
      for hour in 0..<(2 * 366 * 24) {
        let instant = try seconds(2021, 1, 1) + Int64(hour) * 3600 + 600
        let (time, offset) = clock.local(clock.time(at: instant))
        let found = time.seconds - Int64(offset) * 60
        #expect(time == clock.time(at: instant))
        #expect(found == instant || found < instant && clock.time(at: found) == time)
      }
    }
  }
}
