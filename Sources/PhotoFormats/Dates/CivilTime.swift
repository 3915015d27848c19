/// A date and time of day of the proleptic Gregorian calendar, without a time zone.
public struct CivilTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00 on the same clock, without leap seconds.
  public let seconds: Int64

  /// A time in seconds, at most 140 million years from 1970.
  public init(seconds: Int64) {
    // A file system may report any 64 bits; within 2^52 seconds the arithmetic can't overflow.
    self.seconds = min(max(seconds, -(1 << 52)), 1 << 52)
  }

  /// A time from its parts, or `nil` if there is no such date of the years 1 to 9999. Second 60, a leap second, reads
  /// as 59.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilTime.daysInMonth(year: year, month: month),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
  }

  public static func < (left: CivilTime, right: CivilTime) -> Bool { left.seconds < right.seconds }

  public struct Parts: Sendable, Hashable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
  }

  /// Days since 1970-01-01.
  public var dayNumber: Int64 { seconds.flooredQuotient(86_400) }

  package var secondOfDay: Int64 { seconds - dayNumber * 86_400 }

  /// The day of the week: 1 is Monday, 7 is Sunday.
  public var weekday: Int { Int((dayNumber + 3).flooredRemainder(7)) + 1 }

  /// Year, month, day, hour, minute and second.
  public var parts: Parts {
    // The civil calendar in eras of 400 years that begin on 1 March, so that a leap day ends its year.
    let shifted = dayNumber + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let inDay = Int(seconds - dayNumber * 86_400)
    return Parts(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
      day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1),
      hour: inDay / 3600, minute: inDay / 60 % 60, second: inDay % 60)
  }

  /// Whether the year is one of 1 to 9999, which ISO 8601 writes with four digits.
  package var hasFourDigitYear: Bool { (-62_135_596_800..<253_402_300_800).contains(seconds) }

  /// Returns the same time of day on the same day of another month, or on the last day of a shorter month; `nil`
  /// outside the years 1 to 9999.
  package func adding(months: Int) -> CivilTime? {
    let parts = self.parts
    let (count, overflow) = months.addingReportingOverflow(parts.year * 12 + parts.month - 1)
    guard !overflow, count >= 12 else { return nil }
    let (year, month) = (count / 12, count % 12 + 1)
    return CivilTime(
      year: year, month: month, day: min(parts.day, CivilTime.daysInMonth(year: year, month: month)),
      hour: parts.hour, minute: parts.minute, second: parts.second)
  }

  /// Year and number of the week (ISO 8601): weeks run from Monday to Sunday, and the first week of a year contains its
  /// first Thursday.
  public var isoWeek: (year: Int, week: Int) {
    let thursday = dayNumber - Int64(weekday - 1) + 3
    let year = CivilTime(seconds: thursday * 86_400).parts.year
    return (year, Int(thursday - CivilTime.days(year: year, month: 1, day: 1)) / 7 + 1)
  }

  /// The number of days of a month, 28 to 31.
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear.flooredQuotient(400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int64 {
  package func flooredQuotient(_ divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }

  func flooredRemainder(_ divisor: Int64) -> Int64 { self - flooredQuotient(divisor) * divisor }
}

/// The English names of months and days.
package enum EnglishNames {
  /// January first.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  /// From Monday on.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
