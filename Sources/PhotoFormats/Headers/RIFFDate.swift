/// Dates as cameras write them into the chunk `IDIT`: `Mon Mar 10 15:04:43 2003`, `2005/11/28/ 09:19`,
/// `2001/ 1/27  1:42PM`, `2002-12-16  15:35:01`.
enum RIFFDate {
  private static let months = EnglishNames.months.map { $0.prefix(3).lowercased() }

  /// Reads a date; `nil` if the text holds none.
  static func read(_ text: String) -> DateText? {
    let words = text.lowercased().split { !("a"..."z").contains($0) }
    let numbers = text.split { !("0"..."9").contains($0) }.map { Int($0) ?? -1 }
    let month = words.lazy.compactMap { word in months.firstIndex { word.hasPrefix($0) } }.first
    let parts: [Int]
    if let month, numbers.count >= 5 {
      parts = [numbers[4], month + 1, numbers[0], numbers[1], numbers[2], numbers[3]]
    } else if month == nil, numbers.count >= 5 {
      parts = Array(numbers.prefix(6)) + (numbers.count == 5 ? [0] : [])
    } else {
      return nil
    }
    let isAfternoon = words.contains("pm") && parts[3] < 12
    return CivilTime(
      year: parts[0], month: parts[1], day: parts[2], hour: isAfternoon ? parts[3] + 12 : parts[3],
      minute: parts[4], second: parts[5]
    ).map { DateText(time: $0) }
  }
}
