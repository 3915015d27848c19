import PhotoFormats

/// Tests of values as a catalog keeps them, without a copy of each.
extension FieldTest {
  /// True if a value passes that stands as `MetadataValues` keeps those of a kind: a text or a list.
  package func matches(_ encoded: UnsafeRawBufferPointer, _ kind: FieldKind) -> Bool {
    values.contains { $0.matches(encoded, kind) }
  }

  /// True if a text in UTF-8 passes.
  package func matches(text: UnsafeBufferPointer<UInt8>) -> Bool {
    values.contains { $0.matches(text: text) }
  }

  /// True if a value passes that is a date or a moment, at a time of the wall clock.
  package func matches(_ time: CivilTime, of value: @autoclosure () -> FieldValue) -> Bool {
    values.contains { test in
      if case .dates(let range) = test { range.contains(time) } else { test.matches(value()) }
    }
  }
}

extension WordTest {
  /// True if a text in UTF-8 holds the word.
  package func matches(text bytes: UnsafeBufferPointer<UInt8>) -> Bool { text.isContained(in: bytes) }
}

extension ValueTest {
  /// True if a value passes that stands as `MetadataValues` keeps those of a kind: a text or a list.
  fileprivate func matches(_ encoded: UnsafeRawBufferPointer, _ kind: FieldKind) -> Bool {
    switch self {
    case .none: false
    case .any: true
    case .contains, .equals, .wildcard, .below, .pattern, .texts, .numbers, .dates, .flag:
      MetadataValues.holdsText(encoded, kind) { matches(text: $0) }
    }
  }

  /// True if a text in UTF-8 passes.
  fileprivate func matches(text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .contains(let wanted): wanted.isContained(in: text)
    case .equals(let wanted): wanted.isEqual(to: text)
    case .wildcard(let wildcard): wildcard.matches(text)
    case .pattern(let pattern): pattern.matches(text)
    case .none, .any, .below, .texts, .numbers, .dates, .flag: matches(.bytes(Array(text)))
    }
  }
}
