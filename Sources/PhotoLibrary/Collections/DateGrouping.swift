import PhotoFiles
import PhotoFormats

public struct DateGrouping: AssetGrouping {
  public enum Period: String, Sendable, CaseIterable {
    case year, month
    /// Monday to Sunday (ISO 8601).
    case week
    case day, hour
  }

  public let period: Period

  public init(_ period: Period) { self.period = period }

  public var isChronological: Bool { true }

  /// The start of the period in seconds of local time.
  public func bucket(for asset: Asset) -> Int64? { asset.wallTime.map { bucket(of: $0) } }

  package func bucket(of time: CivilTime) -> Int64 {
    switch period {
    case .hour: return time.seconds - time.secondOfHour
    case .day: return time.dayNumber * 86_400
    case .week: return (time.dayNumber - Int64(time.weekday - 1)) * 86_400
    case .month: return (time.dayNumber - Int64(time.parts.day - 1)) * 86_400
    case .year: return CivilTime(year: time.parts.year, month: 1, day: 1)?.seconds ?? 0
    }
  }

  /// Returns the start of the next period.
  package func end(of start: Int64) -> Int64 {
    let seconds: Int64 =
      switch period {
      case .hour: 3600
      case .day: 86_400
      case .week: 7 * 86_400
      case .month: 31 * 86_400
      case .year: 366 * 86_400
      }
    return bucket(of: CivilTime(seconds: start + seconds))
  }

  /// `2014`, `2014-05`, `2014-W21`, `2014-05-25` or `2014-05-25T10`.
  public func key(of bucket: Int64) -> String {
    let time = CivilTime(seconds: bucket)
    let text = time.iso8601
    switch period {
    case .year: return String(text.prefix(4))
    case .month: return String(text.prefix(7))
    case .day: return String(text.prefix(10))
    case .hour: return String(text.prefix(13))
    case .week:
      let (year, week) = time.isoWeek
      return "\(year.digits(4))-W\(week.digits(2))"
    }
  }

  /// "2014", "May 2014", "19–25 May 2014", "Sunday, 25 May 2014" or "Sunday, 25 May 2014, 10:00".
  public func title(of bucket: Int64) -> String {
    let time = CivilTime(seconds: bucket)
    let parts = time.parts
    switch period {
    case .year: return "\(parts.year)"
    case .month: return "\(EnglishNames.months[parts.month - 1]) \(parts.year)"
    case .week: return weekTitle(time)
    case .day: return dayTitle(time)
    case .hour: return "\(dayTitle(time)), \(parts.hour.digits(2)):00"
    }
  }

  private func dayTitle(_ time: CivilTime) -> String {
    let parts = time.parts
    return "\(EnglishNames.weekdays[time.weekday - 1]), \(dayMonthYear(parts))"
  }

  private func weekTitle(_ monday: CivilTime) -> String {
    let first = monday.parts
    let last = CivilTime(seconds: monday.seconds + 6 * 86_400).parts
    if first.year != last.year { return "\(dayMonthYear(first)) – \(dayMonthYear(last))" }
    if first.month != last.month {
      return "\(first.day) \(EnglishNames.months[first.month - 1]) – \(dayMonthYear(last))"
    }
    return "\(first.day)–\(dayMonthYear(last))"
  }

  private func dayMonthYear(_ parts: CivilTime.Parts) -> String {
    "\(parts.day) \(EnglishNames.months[parts.month - 1]) \(parts.year)"
  }
}

extension CivilTime {
  fileprivate var secondOfHour: Int64 { secondOfDay % 3600 }
}

/// Groups by weekday or hour of the day, independent of the date.
public struct ClockGrouping: AssetGrouping {
  public enum Round: String, Sendable, CaseIterable {
    case weekday
    case hourOfDay
  }

  public let round: Round

  public init(_ round: Round) { self.round = round }

  public var isScale: Bool { true }

  /// The weekday from 0 (Monday) to 6, or the hour from 0 to 23.
  public func bucket(for asset: Asset) -> Int? { asset.wallTime.map { bucket(of: $0) } }

  package func bucket(of time: CivilTime) -> Int {
    round == .weekday ? time.weekday - 1 : Int(time.secondOfDay / 3600)
  }

  /// `monday`, or `09`.
  public func key(of bucket: Int) -> String {
    round == .weekday ? title(of: bucket).lowercased() : bucket.digits(2)
  }

  /// "Monday", or "09:00".
  public func title(of bucket: Int) -> String {
    round == .weekday ? EnglishNames.weekdays[bucket] : bucket.digits(2) + ":00"
  }
}
