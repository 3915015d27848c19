import PhotoFormats

/// A date format: a subset of `strftime` (POSIX.1-2017), always in English.
struct DateFormat: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case literal([UInt8])
    case directive(Int)
  }

  let parts: [Part]

  /// The directives, by the character after `%`.
  static let directives: KeyValuePairs<Character, @Sendable (Moment) -> String> = [
    "Y": { digits($0.parts.year, 4) },
    "m": { digits($0.parts.month, 2) },
    "d": { digits($0.parts.day, 2) },
    "H": { digits($0.parts.hour, 2) },
    "M": { digits($0.parts.minute, 2) },
    "S": { digits($0.parts.second, 2) },
    "y": { digits($0.parts.year % 100, 2) },
    "j": { digits($0.dayOfYear, 3) },
    "a": { String($0.weekdayName.prefix(3)) },
    "A": { $0.weekdayName },
    "b": { String($0.monthName.prefix(3)) },
    "B": { $0.monthName },
    "e": { digits($0.parts.day, 2, filler: " ") },
    "F": { String($0.date.time.iso8601.prefix(10)) },
    "T": { String($0.date.time.iso8601.suffix(8)) },
    "V": { digits($0.date.time.isoWeek.week, 2) },
    "G": { digits($0.date.time.isoWeek.year, 4) },
    "u": { digits($0.date.time.weekday, 1) },
    // Milliseconds, for which POSIX has no directive.
    "f": { digits(Int($0.date.nanoseconds / 1_000_000), 3) },
    "z": { $0.offset },
  ]

  private static func digits(_ value: Int, _ count: Int, filler: Character = "0") -> String {
    let text = String(value)
    return String(repeating: filler, count: max(count - text.utf8.count, 0)) + text
  }
}

extension DateFormat {
  /// A date split into components once for all directives.
  struct Moment {
    fileprivate let date: CaptureDate
    fileprivate let parts: CivilTime.Parts

    /// Returns `nil` for years outside 1 to 9999.
    init?(_ date: CaptureDate) {
      self.date = date
      parts = date.time.parts
      guard (1...9999).contains(parts.year) else { return nil }
    }

    func append(_ part: Part, to output: inout [UInt8]) {
      switch part {
      case .literal(let bytes): output += bytes
      case .directive(let index): output += DateFormat.directives[index].value(self).utf8
      }
    }

    fileprivate var dayOfYear: Int {
      (1..<parts.month).reduce(parts.day) { $0 + CivilTime.daysInMonth(year: parts.year, month: $1) }
    }

    fileprivate var weekdayName: String { EnglishNames.weekdays[date.time.weekday - 1] }

    fileprivate var monthName: String { EnglishNames.months[parts.month - 1] }

    /// The UTC offset, such as `+0900`, or an empty string if unknown.
    fileprivate var offset: String {
      guard let offset = date.offsetMinutes.map(Int.init) else { return "" }
      return (offset < 0 ? "-" : "+") + DateFormat.digits(abs(offset) / 60 * 100 + abs(offset) % 60, 4)
    }
  }
}
