import PhotoFormats
import PhotoLibrary

/// A search: a query, or part of a name or of a date such as `2014-05-25 10:00`.
package struct PhotoSearch: Sendable, Equatable {
  package let text: String
  private let condition: AssetCondition
  private let part: FoldedText
  private let isPlain: Bool
  private let isDate: Bool

  /// Parses a search; returns `nil` for spaces.
  ///
  /// - Throws: `ConditionError`.
  package init?(_ text: String, saved: SavedQueries = SavedQueries()) throws(ConditionError) {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    self.text = text
    part = FoldedText(text)
    // As a query, 05-25 10:0 would be two words.
    isDate = text.utf8.allSatisfy { (0x30...0x3A).contains($0) || $0 == UInt8(ascii: "-") || $0 == 0x20 }
    condition = isDate ? .words(WordTest(part)) : try AssetCondition(text, saved: saved)
    isPlain = condition.isWords
  }

  var needsDuplicates: Bool { condition.needsDuplicates }

  package func matches(_ asset: Asset) -> Bool {
    if condition.matches(asset) || isPlain && asset.name.bytes.withUnsafeBufferPointer(part.isContained) {
      return true
    }
    guard isDate, let time = asset.wallTime else { return false }
    let iso = time.iso8601
    return "\(iso.prefix(10)) \(iso.dropFirst(11))".contains(text)
  }
}

extension AssetCondition {
  /// Whether the condition only contains words.
  fileprivate var isWords: Bool {
    switch self {
    case .words: true
    case .all(let conditions): conditions.allSatisfy(\.isWords)
    case .any, .not, .test, .near, .trait: false
    }
  }
}
