import PhotoFiles
import PhotoFormats

/// A test of a field against some values, of which one has to do.
public struct FieldTest: Sendable, Hashable {
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// A text holds another, a number is another as far as that is written out, a date lies in a period.
    case fits = ":"
    /// A text is another, letters' case and accents aside; a number is exactly another.
    case equals = ":="
    case matches = ":~"
    case greater = ":>"
    case greaterOrEqual = ":>="
    case less = ":<"
    case lessOrEqual = ":<="
  }

  public let field: AssetField
  public let comparison: Comparison
  /// The values as they are written.
  public let words: [String]
  /// A test for each of the words; one of them has to hold.
  public let values: [ValueTest]
  private let isCaptureDate: Bool

  init(_ field: AssetField, _ comparison: Comparison, words: [String], values: [ValueTest]) {
    self.field = field
    self.comparison = comparison
    self.words = words
    self.values = values
    isCaptureDate = field == .date
  }

  /// True if the asset passes. When it was taken is asked of the wall clock.
  public func matches(_ asset: Asset) -> Bool {
    matches(isCaptureDate ? asset.wallDate.map { .date($0) } : field.value(asset))
  }

  /// True if a value of the field passes; `nil` is the value of an asset that has none.
  public func matches(_ value: FieldValue?) -> Bool { values.contains { $0.matches(value) } }

  /// True if a text or list passes, which is encoded as in `MetadataValues`.
  package func matches(_ encoded: UnsafeRawBufferPointer, _ kind: FieldKind) -> Bool {
    values.contains { $0 == .any } || MetadataValues.holdsText(encoded, kind, matches(text:))
  }

  package func matches(text: UnsafeBufferPointer<UInt8>) -> Bool {
    values.contains { $0.matches(text: text) }
  }

  /// True if a date or moment passes, at a time of the wall clock.
  package func matches(_ time: CivilTime, of value: @autoclosure () -> FieldValue) -> Bool {
    values.contains { test in
      if case .dates(let range) = test { range.contains(time) } else { test.matches(value()) }
    }
  }
}

/// A test of one value.
///
/// Of a list, each item is tested, and one has to pass; of faces, their names.
public enum ValueTest: Sendable, Hashable {
  case none
  case any
  case contains(FoldedText)
  case equals(FoldedText)
  case wildcard(TextWildcard)
  /// A path such as `Travel/Kyoto` is another or lies below it, letters' case and accents aside.
  case below(FoldedText)
  case pattern(TextPattern)
  case texts(TextRange)
  case numbers(NumberRange)
  case dates(DateRange)
  case flag(Bool)

  /// True if the value passes; `nil` is no value. A value of another kind than is tested does not pass.
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

  /// True if a text in UTF-8 passes.
  func matches(text: UnsafeBufferPointer<UInt8>) -> Bool {
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

/// Texts between two others in natural order, letters' case and accents aside.
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

public struct DateRange: Sendable, Hashable {
  public let first: CivilTime?
  public let last: CivilTime?

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

  /// The time of a date on the wall clock; a moment is shown on the clock of this machine.
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
