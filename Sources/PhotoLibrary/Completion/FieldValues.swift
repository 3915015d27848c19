import PhotoFiles
import PhotoFormats

/// The values of a field in a library, formatted for queries and sorted by descending frequency.
///
/// Counting 100,000 photos takes some hundredths of a second, so cache the values until the library changes.
package struct FieldValues: Sendable {
  package struct Value: Sendable, Hashable {
    /// The value as the user types it, without quotes, such as `1/250`, `2014-05` or `Temple`.
    package let text: String
    package let count: Int
    let folded: [UInt8]
  }

  package let values: [Value]

  /// The maximum number of distinct values. Further values mostly occur once, such as file names.
  private static let limit = 10_000
  private static let longest = 120

  package init() { values = [] }

  package init(_ field: AssetField, in assets: [Asset]) {
    let counts =
      switch field.kind {
      case .text, .list, .regions, .flag: Self.texts(field, assets)
      case .integer, .number: Self.numbers(field, assets)
      case .date: Self.periods(field, assets)
      }
    values = counts.map { Value(text: $0, count: $1, folded: FoldedText($0).folded) }
      .sorted(by: Self.precedes)
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    if left.count != right.count { return left.count > right.count }
    let order = FileName.naturalOrder(left.folded, right.folded)
    return order != 0 ? order < 0 : left.text < right.text
  }

  private static func texts(_ field: AssetField, _ assets: [Asset]) -> [String: Int] {
    var counts: [String: Int] = [:]
    func add(_ text: String) {
      if let index = counts.index(forKey: text) {
        counts.values[index] += 1
      } else if counts.count < limit, isShort(text) {
        counts[text] = 1
      }
    }
    for asset in assets {
      switch field.value(asset) {
      case .text(let text): add(text)
      case .bytes(let bytes): add(String(decoding: bytes, as: UTF8.self))
      case .list(let texts): distinct(texts).forEach(add)
      case .regions(let faces): distinct(faces.map(\.name)).forEach(add)
      case .flag(let isSet): add(isSet ? "yes" : "no")
      case .integer, .number, .date, .moment, nil: break
      }
    }
    return counts
  }

  /// Removes duplicates. Most photos have few keywords, for which creating a set would dominate.
  private static func distinct(_ texts: [String]) -> [String] {
    guard texts.count <= 16 else { return Array(Set(texts)) }
    return texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
  }

  /// Whether a string is suitable for a list of suggestions, and can be typed in one line.
  private static func isShort(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest
      && text.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }

  private static func numbers(_ field: AssetField, _ assets: [Asset]) -> [String: Int] {
    // A list of a million sizes or coordinates is useless.
    if let unit = field.unit, [.bytes, .degrees, .metres, .kilometresPerHour].contains(unit) { return [:] }
    var numbers: [Double: Int] = [:]
    for asset in assets {
      guard let number = field.value(asset)?.number, number.isFinite else { continue }
      if let index = numbers.index(forKey: number) {
        numbers.values[index] += 1
      } else if numbers.count < limit {
        numbers[number] = 1
      }
    }
    var counts: [String: Int] = [:]
    for (number, count) in numbers {
      if let text = text(of: number, field.unit) { counts[text, default: 0] += count }
    }
    return counts
  }

  /// Returns the shortest decimal that a query matches with the number, or `nil` if it needs many decimals.
  private static func text(of number: Double, _ unit: FieldUnit?) -> String? {
    let rounded = [1, 10, 100, 1000].lazy.map { FieldOrder.number((number * $0).rounded() / $0).text }
    return ((unit.map { [$0.shortText(number)] } ?? []) + rounded).first { text in
      Quantity(text, unit: unit)?.rounded.contains(number) == true
    }
  }

  private static func periods(_ field: AssetField, _ assets: [Asset]) -> [String: Int] {
    var days: [Int64: Int] = [:]
    for asset in assets {
      let time = field == .date ? asset.wallTime : field.value(asset)?.wallTime
      guard let time else { continue }
      days[time.dayNumber, default: 0] += 1
    }
    var counts: [String: Int] = [:]
    for (day, count) in days {
      let text = CivilTime(seconds: day * 86_400).iso8601
      for length in DateLength.allCases { counts[String(text.prefix(length.rawValue)), default: 0] += count }
    }
    return counts
  }
}

package enum DateLength: Int, CaseIterable {
  case year = 4
  case month = 7
  case day = 10

  /// Returns the periods to suggest for a prefix: years, the months of a year, or the days of a month.
  package init(completing text: String) {
    self =
      text.count < DateLength.year.rawValue ? .year : text.count < DateLength.month.rawValue ? .month : .day
  }
}
