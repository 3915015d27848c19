import PhotoFormats

/// A period of local time named by its start: a year, month, day, hour, minute or second.
///
///     DatePeriod("2014-05")?.last   // 2014-05-31T23:59:59
public struct DatePeriod: Sendable, Hashable {
  public let first: CivilTime
  public let last: CivilTime

  package init(first: CivilTime, last: CivilTime) {
    self.first = first
    self.last = last
  }

  /// Parses `2014`, `2014-05`, `2014-05-25`, `2014-05-25T10`, `2014-05-25T10:00` or `2014-05-25T10:00:30`; a space
  /// may replace the `T`.
  public init?(_ text: String) {
    let marks: [Character] = ["-", "-", "T", ":", ":"]
    let widths = [4, 2, 2, 2, 2, 2]
    var numbers = [Int]()
    var rest = text[...]
    for index in widths.indices {
      if index > 0 {
        guard let mark = rest.first else { break }
        guard mark == marks[index - 1] || marks[index - 1] == "T" && mark == " " else { return nil }
        rest = rest.dropFirst()
      }
      let digits = rest.prefix(widths[index])
      guard digits.count == widths[index], digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(digits)
      else { return nil }
      numbers.append(number)
      rest = rest.dropFirst(widths[index])
    }
    guard rest.isEmpty, let period = Self.bounds(numbers) else { return nil }
    (first, last) = period
  }

  private static func bounds(_ numbers: [Int]) -> (CivilTime, CivilTime)? {
    let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
    let lastMonth = numbers.count > 1 ? month : 12
    let day = numbers.count > 2 ? numbers[2] : 1
    let lastDay = numbers.count > 2 ? day : CivilTime.daysInMonth(year: year, month: lastMonth)
    func part(_ index: Int, _ missing: Int) -> Int { numbers.count > index ? numbers[index] : missing }
    guard
      let first = CivilTime(
        year: year, month: month, day: day, hour: part(3, 0), minute: part(4, 0), second: part(5, 0)),
      let last = CivilTime(
        year: year, month: lastMonth, day: lastDay, hour: part(3, 23), minute: part(4, 59),
        second: part(5, 59))
    else { return nil }
    return (first, last)
  }
}
