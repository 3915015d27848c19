import PhotoFormats
import Testing

struct DateLimitTests {
  @Test(arguments: [Int64.min, -1 << 52, 1 << 52, Int64.max])
  func `a time no calendar has overflows nothing`(seconds: Int64) {
    let time = CivilTime(seconds: seconds)
    let date = CaptureDate(
      time: time, nanoseconds: .max, fractionDigits: .max, offsetMinutes: seconds < 0 ? .max : .min,
      source: .file)
    #expect(date.fractionDigits == 9)
    #expect(date.iso8601.contains(".999999999"))
    #expect(date.unixTime?.sign == (seconds < 0 ? .minus : .plus))
    #expect((1...53).contains(time.isoWeek.week))
    #expect((1...12).contains(time.parts.month))
  }
}
