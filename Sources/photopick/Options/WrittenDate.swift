import PhotoLibrary

/// A date of `--since` or `--until`, as the user wrote it.
struct WrittenDate {
  let text: String
  let period: DatePeriod

  init(_ text: String) throws {
    guard let word = DateWord(text) else {
      throw UnreadableOption(
        description:
          "write 2014, 2014-05, 2014-05-25 or 2014-05-25T10:00, a date that exists; or today, yesterday, "
          + "or hours, days, weeks, months or years ago: 12h, 7d, 2w, 3m, 1y")
    }
    (self.text, period) = (text, word.period)
  }
}

/// An invalid value of an option, with a description of valid values.
struct UnreadableOption: Error, CustomStringConvertible {
  let description: String
}
