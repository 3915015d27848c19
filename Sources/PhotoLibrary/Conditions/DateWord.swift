import PhotoFiles
import PhotoFormats

/// A date in a query: a calendar period, or a time relative to now.
package struct DateWord {
  /// The period used as the bound of a range.
  package let period: DatePeriod
  /// The period used as a value: `7d` covers the last seven days including today.
  let whole: DatePeriod

  /// Parses `2014`, `2014-05-25T10:00`, `today`, `yesterday`, or a number of hours `h`, days `d`, weeks `w`, months
  /// `m` or years `y` in the past.
  ///
  /// - Parameter now: The current local time.
  package init?(_ text: String, now: CivilTime = .now) {
    let today = DatePeriod(dayOf: now)
    switch text.lowercased() {
    case "today": (period, whole) = (today, today)
    case "yesterday":
      let day = DatePeriod(dayOf: CivilTime(seconds: now.seconds - 86_400))
      (period, whole) = (day, day)
    case let word:
      if let period = DatePeriod(text) {
        (self.period, whole) = (period, period)
      } else if let period = Self.ago(word, now) {
        (self.period, whole) = (period, DatePeriod(first: period.first, last: today.last))
      } else {
        return nil
      }
    }
  }

  /// Returns the day, or for hours the second, of a relative date.
  private static func ago(_ word: String, _ now: CivilTime) -> DatePeriod? {
    guard let unit = word.last, word.utf8.count <= 6, word.dropLast().utf8.allSatisfy(\.isDigit),
      let count = Int64(word.dropLast())
    else { return nil }
    switch unit {
    case "h":
      let second = CivilTime(seconds: now.seconds - count * 3600)
      return DatePeriod(first: second, last: second)
    case "d": return DatePeriod(dayOf: CivilTime(seconds: now.seconds - count * 86_400))
    case "w": return DatePeriod(dayOf: CivilTime(seconds: now.seconds - count * 7 * 86_400))
    case "m": return now.adding(months: -Int(count)).map(DatePeriod.init(dayOf:))
    case "y": return now.adding(months: -Int(count) * 12).map(DatePeriod.init(dayOf:))
    default: return nil
    }
  }
}

extension DatePeriod {
  fileprivate init(dayOf time: CivilTime) {
    let start = time.dayNumber * 86_400
    self.init(first: CivilTime(seconds: start), last: CivilTime(seconds: start + 86_399))
  }
}

extension CivilTime {
  /// The current local time.
  package static var now: CivilTime { WallClock.machine.time(at: FileStatus.Time.now.seconds) }
}
