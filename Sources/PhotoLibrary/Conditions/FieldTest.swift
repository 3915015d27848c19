import PhotoFormats

/// A test of a field against some values, of which one has to do.
public struct FieldTest: Sendable, Hashable {
  /// How a field and a value are compared, as queries write it.
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

  /// True if a text in UTF-8 passes.
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
