import PhotoFiles
import PhotoFormats

/// Compares a field with several values, of which at least one must match.
public struct FieldTest: Sendable, Hashable {
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Strings: contains. Numbers: equal at the given precision. Dates: within the period.
    case fits = ":"
    /// Strings: equal, ignoring case and diacritics. Numbers: exactly equal.
    case equals = ":="
    case matches = ":~"
    case greater = ":>"
    case greaterOrEqual = ":>="
    case less = ":<"
    case lessOrEqual = ":<="
  }

  public let field: AssetField
  public let comparison: Comparison
  /// The values in query syntax.
  public let words: [String]
  public let values: [ValueTest]
  private let isCaptureDate: Bool

  init(_ field: AssetField, _ comparison: Comparison, words: [String], values: [ValueTest]) {
    self.field = field
    self.comparison = comparison
    self.words = words
    self.values = field == AssetField(.city) ? values + values.flatMap(\.otherCityNames) : values
    isCaptureDate = field == .date
  }

  /// Matches an asset. Compares the capture date in local time.
  public func matches(_ asset: Asset) -> Bool {
    matches(isCaptureDate ? asset.wallDate.map { .date($0) } : field.value(asset))
  }

  /// Matches a value of the field; `nil` represents a missing value.
  public func matches(_ value: FieldValue?) -> Bool { values.contains { $0.matches(value) } }
}

/// A test of a single value. A list matches if an item does, and faces match by name.
public enum ValueTest: Sendable, Hashable {
  case none
  case any
  case contains(FoldedText)
  case equals(FoldedText)
  case wildcard(TextWildcard)
  /// Matches a path such as `Travel/Kyoto` and its descendants, ignoring case and diacritics.
  case below(FoldedText)
  case pattern(TextPattern)
  case texts(TextRange)
  case numbers(NumberRange)
  case dates(DateRange)
  case flag(Bool)

  /// Matches a value; `nil` represents a missing value. Values of a different kind don't match.
  public func matches(_ value: FieldValue?) -> Bool {
    guard let value else { return self == .none }
    return switch self {
    case .none: false
    case .any: true
    case .contains, .equals, .wildcard, .below, .pattern, .texts: value.holdsText { matches(text: $0) }
    case .numbers(let range): value.number.map(range.contains) ?? false
    case .dates(let range): value.wallTime.map(range.contains) ?? false
    case .flag(let wanted): value == .flag(wanted)
    }
  }

  /// Whether the test is one of strings.
  package var testsText: Bool {
    switch self {
    case .contains, .equals, .wildcard, .below, .pattern, .texts: true
    case .none, .any, .numbers, .dates, .flag: false
    }
  }

  /// Matches a string in UTF-8.
  package func matches(text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .any: true
    case .contains(let wanted): wanted.isContained(in: text)
    case .equals(let wanted): wanted.isEqual(to: text)
    case .wildcard(let wildcard): wildcard.matches(text)
    case .below(let wanted): wanted.isPath(of: text)
    case .pattern(let pattern): pattern.matches(text)
    case .texts(let range): range.contains(text)
    case .none, .numbers, .dates, .flag: false
    }
  }
}

extension ValueTest {
  /// Tests for the names in the place data of cities with this name in another language or spelling: Venice for
  /// `city:Venezia`.
  fileprivate var otherCityNames: [ValueTest] {
    switch self {
    case .contains(let name), .equals(let name):
      guard let database = try? PlaceNames.database() else { return [] }
      return database.cities { name.isEqual(to: $0) }.map(\.name).uniqued().sorted()
        .map { FoldedText($0) }.filter { $0.folded != name.folded }.map { .equals($0) }
    case .none, .any, .wildcard, .below, .pattern, .texts, .numbers, .dates, .flag: return []
    }
  }
}

/// A range of strings in natural order, ignoring case and diacritics.
public struct TextRange: Sendable, Hashable {
  public internal(set) var lower: FoldedText?
  public internal(set) var upper: FoldedText?
  public internal(set) var includesLower = true
  public internal(set) var includesUpper = true

  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let folded = FoldedText.folded(text)
    if let lower {
      let order = FileName.looseOrder(folded, lower.folded)
      if order < 0 || order == 0 && !includesLower { return false }
    }
    if let upper {
      let order = FileName.looseOrder(folded, upper.folded)
      if order > 0 || order == 0 && !includesUpper { return false }
    }
    return true
  }
}

public struct NumberRange: Sendable, Hashable {
  public internal(set) var lower = -Double.infinity
  public internal(set) var upper = Double.infinity
  public internal(set) var includesLower = true
  public internal(set) var includesUpper = true

  public func contains(_ number: Double) -> Bool {
    (number > lower || includesLower && number == lower)
      && (number < upper || includesUpper && number == upper)
  }
}

extension NumberRange {
  /// Creates a closed range.
  package init(from lower: Double, to upper: Double) { self.init(lower: lower, upper: upper) }
}

public struct DateRange: Sendable, Hashable {
  public let first: CivilTime?
  public let last: CivilTime?

  package init(first: CivilTime?, last: CivilTime?) { (self.first, self.last) = (first, last) }

  public func contains(_ time: CivilTime) -> Bool {
    (first.map { $0 <= time } ?? true) && (last.map { $0 >= time } ?? true)
  }
}

extension FieldValue {
  fileprivate func holdsText(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    switch self {
    case .text(let text): text.holds(isWanted)
    case .bytes(let bytes): bytes.withUnsafeBufferPointer(isWanted)
    case .list(let texts): texts.contains { $0.holds(isWanted) }
    case .regions(let faces): faces.contains { $0.name.holds(isWanted) }
    case .integer, .number, .flag, .date, .moment: false
    }
  }

  /// The local time of a date. Moments are converted by the machine's clock.
  var wallTime: CivilTime? {
    switch self {
    case .date(let date): date.time
    case .moment(let time): WallClock.machine.time(at: time.seconds)
    case .text, .bytes, .list, .integer, .number, .flag, .regions: nil
    }
  }
}

extension String {
  fileprivate func holds(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var text = self
    return text.withUTF8(isWanted)
  }
}
