/// Hours with the marks of a twelve-hour clock (Unicode CLDR, day periods).
enum TwelveHourClock {
  /// The marks that languages write after the time, besides `AM` and `PM`.
  static let following: [(mark: StaticString, isAfternoon: Bool)] = [
    ("π.μ.", false), ("μ.μ.", true), ("πμ", false), ("μμ", true), ("ص", false), ("م", true), ("ق.ظ", false),
    ("ب.ظ", true), ("ÖÖ", false), ("ÖS", true), ("PG", false), ("PTG", true),
  ]
  /// The marks that languages write before the time, besides `AM` and `PM`.
  static let preceding: [(mark: StaticString, isAfternoon: Bool)] = [
    ("上午", false), ("下午", true), ("午前", false), ("午後", true), ("오전", false), ("오후", true), ("凌晨", false),
    ("清晨", false), ("早上", false), ("中午", true), ("晚上", true), ("पूर्वाह्न", false), ("अपराह्न", true),
    ("ÖÖ", false), ("ÖS", true),
  ]

  /// Returns the hour of the day, 0 to 23. 0 and numbers over 12 are hours of a twenty-four-hour clock.
  static func hour(_ hour: Int, isAfternoon: Bool?) -> Int {
    guard let isAfternoon, (1...12).contains(hour) else { return hour }
    return hour % 12 + (isAfternoon ? 12 : 0)
  }
}

extension ASCIIScanner {
  /// Parses a mark after the time, such as `PM`, `p.m.` or `p. m.`, and the spaces before it.
  mutating func followingMark() -> Bool? {
    lookahead { scanner in
      scanner.skipAnySpaces()
      return scanner.mark(of: TwelveHourClock.following)
    }
  }

  /// Parses a mark before the time, such as `下午` or `PM`, and the spaces after it.
  mutating func precedingMark() -> Bool? {
    lookahead { scanner in
      let mark = scanner.mark(of: TwelveHourClock.preceding)
      scanner.skipAnySpaces()
      return mark
    }
  }

  private mutating func mark(of marks: [(mark: StaticString, isAfternoon: Bool)]) -> Bool? {
    // Most times have no mark, and all marks begin with a letter.
    guard let next, next >= 0x80 || next.isLetter else { return nil }
    return lookahead { scanner in
      if let found = marks.first(where: { scanner.skip(text: $0.mark) }) {
        return scanner.isAtLetter ? nil : found.isAfternoon
      }
      let isAfternoon = scanner.peek(anyOf: "Pp")
      guard scanner.skip(anyOf: "AaPp") else { return nil }
      if scanner.skip(anyOf: ".") { scanner.skipAnySpaces() }
      guard scanner.skip(anyOf: "Mm"), !scanner.isAtLetter else { return nil }
      _ = scanner.skip(anyOf: ".")
      return isAfternoon
    }
  }

  /// Skips blanks and the no-break spaces (U+00A0, U+202F) that systems write into times.
  private mutating func skipAnySpaces() {
    while skip(anyOf: " \t") || skip(text: "\u{A0}") || skip(text: "\u{202F}") {}
  }
}
