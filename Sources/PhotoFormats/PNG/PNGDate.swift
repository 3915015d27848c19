import CPhotoCodecs

/// The dates of a PNG (3rd edition, 11.3.3.2 and 11.3.4.1).
enum PNGDate {
  /// `Creation Time`: RFC 1123 as recommended (`Sun, 25 May 2014 10:00:00 +0900`), or any form of `DateText`.
  static func creationTime(_ text: Bytes) -> DateText? {
    let start = text.prefixSlice(at: 0, count: 128)
    for index in 0..<start.count {
      if let month = month(start, at: index), let day = number(start, endingAt: index),
        let date = date(start.suffix(from: index + 3), day: day, month: month)
      {
        return date
      }
    }
    return DateText(start)
  }

  /// The date of tIME, which is UTC by the standard; many writers store local time, so it has no offset.
  static func modificationTime(_ time: photo_png_time) -> DateText? {
    CivilTime(
      year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
      minute: Int(time.minute), second: Int(time.second)
    ).map { DateText(time: $0) }
  }

  private static func date(_ rest: Bytes, day: Int, month: Int) -> DateText? {
    var scanner = ASCIIScanner(rest)
    scanner.skipSpaces()
    guard var year = scanner.number(), scanner.peek(anyOf: " \t") else { return nil }
    scanner.skipSpaces()
    guard let hour = scanner.number(), scanner.skip(anyOf: ":"), let minute = scanner.digits(2) else {
      return nil
    }
    let second = scanner.lookahead { $0.skip(anyOf: ":") ? $0.digits(2) : nil } ?? 0
    scanner.skipSpaces()
    if year < 100 { year += year > 70 ? 1900 : 2000 }
    guard
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      let zone = zone(rest.suffix(from: scanner.position))
    else { return nil }
    return DateText(time: time, offsetMinutes: zone.offset)
  }

  /// The zone, with a `nil` offset if the string is empty; `nil` if it is invalid.
  private static func zone(_ rest: Bytes) -> (offset: Int16?, Void)? {
    let count = rest.array.firstIndex { $0 <= 0x20 } ?? rest.count
    let word = rest.prefixSlice(at: 0, count: count)
    if let offset = DateText.offset(word) { return (offset, ()) }
    guard let name = word.trimmedText else { return (nil, ()) }
    return zones[name.uppercased()].map { ($0 * 60, ()) }
  }

  /// The month, 1 to 12, whose name is at an offset.
  private static func month(_ text: Bytes, at offset: Int) -> Int? {
    guard let letters = text.uint24(at: offset, .big) else { return nil }
    return months.firstIndex(of: letters | 0x202020).map { $0 + 1 }
  }

  private static func number(_ text: Bytes, endingAt offset: Int) -> Int? {
    var end = offset
    while let byte = text[end - 1], byte == 0x20 || byte == 0x09 { end -= 1 }
    var start = end
    while let byte = text[start - 1], byte.isDigit, end - start < 4 { start -= 1 }
    var scanner = ASCIIScanner(text.prefixSlice(at: start, count: end - start))
    return scanner.number()
  }

  /// The names of the months in lowercase, three letters as a number.
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }

  /// Hours east of UTC of the zones of RFC 822, section 5. The signs of its military letters are wrong (RFC 1123,
  /// 5.2.14) and kept, as in other readers.
  private static let zones: [String: Int16] = [
    "UT": 0, "GMT": 0, "UTC": 0, "Z": 0,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "A": -1, "B": -2, "C": -3, "D": -4, "E": -5, "F": -6, "G": -7, "H": -8, "I": -9, "K": -10, "L": -11,
    "M": -12, "N": 1, "O": 2, "P": 3, "Q": 4, "R": 5, "S": 6, "T": 7, "U": 8, "V": 9, "W": 10, "X": 11,
    "Y": 12,
  ]
}

extension ASCIIScanner {
  fileprivate mutating func number() -> Int? {
    for count in stride(from: 4, through: 1, by: -1) {
      if let value = digits(count) { return value }
    }
    return nil
  }
}
