import PhotoFormats

/// How a date is written: a subset of the forms of `strftime` (POSIX.1-2017), always in English.
struct DateFormat: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case literal([UInt8])
    case directive(Directive)
  }

  /// What stands behind a `%`.
  enum Directive: Character, Sendable, Hashable, CaseIterable {
    case year = "Y"
    case month = "m"
    case day = "d"
    case hour = "H"
    case minute = "M"
    case second = "S"
    case yearOfCentury = "y"
    case dayOfYear = "j"
    case weekdayAbbreviation = "a"
    case weekdayName = "A"
    case monthAbbreviation = "b"
    case monthName = "B"
    case dayPaddedWithBlank = "e"
    case isoDate = "F"
    case timeOfDay = "T"
    case isoWeek = "V"
    case isoWeekYear = "G"
    case isoWeekday = "u"
    /// Three digits; POSIX has no directive for parts of a second.
    case milliseconds = "f"
    /// `+0900`; nothing if the offset is not known.
    case offset = "z"
  }

  let parts: [Part]

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  private static let weekdayNames = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}

extension DateFormat {
  /// A date taken apart once, for all directives of a form.
  struct Moment {
    private let date: CaptureDate
    private let parts: CivilTime.Parts

    /// `nil` for a date outside the years 1 to 9999, which no photo was taken in.
    init?(_ date: CaptureDate) {
      self.date = date
      parts = date.time.parts
      guard (1...9999).contains(parts.year) else { return nil }
    }

    func append(_ part: Part, to output: inout [UInt8]) {
      switch part {
      case .literal(let bytes): output.append(contentsOf: bytes)
      case .directive(let directive): append(directive, to: &output)
      }
    }

    private func append(_ directive: Directive, to output: inout [UInt8]) {
      switch directive {
      case .year: append(parts.year, digits: 4, to: &output)
      case .month: append(parts.month, digits: 2, to: &output)
      case .day: append(parts.day, digits: 2, to: &output)
      case .hour: append(parts.hour, digits: 2, to: &output)
      case .minute: append(parts.minute, digits: 2, to: &output)
      case .second: append(parts.second, digits: 2, to: &output)
      case .yearOfCentury: append(parts.year % 100, digits: 2, to: &output)
      case .dayOfYear: append(dayOfYear, digits: 3, to: &output)
      case .weekdayAbbreviation: output.append(contentsOf: weekdayName.utf8.prefix(3))
      case .weekdayName: output.append(contentsOf: weekdayName.utf8)
      case .monthAbbreviation: output.append(contentsOf: monthName.utf8.prefix(3))
      case .monthName: output.append(contentsOf: monthName.utf8)
      case .dayPaddedWithBlank: append(parts.day, digits: 2, filler: UInt8(ascii: " "), to: &output)
      case .isoDate: output.append(contentsOf: date.time.iso8601.utf8.prefix(10))
      case .timeOfDay: output.append(contentsOf: date.time.iso8601.utf8.suffix(8))
      case .isoWeek: append(date.time.isoWeek.week, digits: 2, to: &output)
      case .isoWeekYear: append(date.time.isoWeek.year, digits: 4, to: &output)
      case .isoWeekday: append(date.time.weekday, digits: 1, to: &output)
      case .milliseconds: append(Int(date.nanoseconds / 1_000_000), digits: 3, to: &output)
      case .offset: appendOffset(to: &output)
      }
    }

    private func appendOffset(to output: inout [UInt8]) {
      guard let offset = date.offsetMinutes.map(Int.init) else { return }
      output.append(UInt8(ascii: offset < 0 ? "-" : "+"))
      append(abs(offset) / 60 * 100 + abs(offset) % 60, digits: 4, to: &output)
    }

    private var dayOfYear: Int {
      (1..<parts.month).reduce(parts.day) { $0 + CivilTime.daysInMonth(year: parts.year, month: $1) }
    }

    private var weekdayName: String { DateFormat.weekdayNames[date.time.weekday - 1] }

    private var monthName: String { DateFormat.monthNames[parts.month - 1] }

    private func append(
      _ value: Int, digits: Int, filler: UInt8 = UInt8(ascii: "0"), to output: inout [UInt8]
    ) {
      let text = String(value)
      for _ in 0..<max(digits - text.utf8.count, 0) { output.append(filler) }
      output.append(contentsOf: text.utf8)
    }
  }
}
