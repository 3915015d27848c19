import PhotoFiles
import PhotoFormats

/// The values that photos have for a field, as queries write them, those of most photos first.
///
/// To count 100,000 photos takes some hundredths of a second, so whoever completes queries keeps the values of a field as
/// long as the library stays as it is.
package struct FieldValues: Sendable {
  package struct Value: Sendable, Hashable {
    /// The value as people type it, such as `1/250`, `2014-05` or `Temple`, without quotes.
    package let text: String
    package let count: Int
    let folded: [UInt8]
  }

  package let values: [Value]

  /// How many values are counted: others than the first ones are mostly one photo's own, such as names.
  private static let limit = 10_000
  /// Longer texts are no values that people choose, in bytes of UTF-8.
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

  /// The texts, each once. Most photos have few keywords, for which a set would take longer than the rest.
  private static func distinct(_ texts: [String]) -> [String] {
    guard texts.count <= 16 else { return Array(Set(texts)) }
    return texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
  }

  /// True if people could choose a text from a list, and type it in one line.
  private static func isShort(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest
      && text.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }

  private static func numbers(_ field: AssetField, _ assets: [Asset]) -> [String: Int] {
    // Nobody chooses one of a million sizes or places.
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

  /// A number as short as a query finds it by; `nil` if only many decimals do.
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

/// The characters of a year, month and day, such as `2014-05-25`.
package enum DateLength: Int, CaseIterable {
  case year = 4
  case month = 7
  case day = 10

  /// The periods that begin with a text and are worth being listed: years, the months of a year, the days of a month.
  package init(completing text: String) {
    self =
      text.count < DateLength.year.rawValue ? .year : text.count < DateLength.month.rawValue ? .month : .day
  }
}
