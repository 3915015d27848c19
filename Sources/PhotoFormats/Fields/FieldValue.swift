/// What kind of value a field holds.
public enum FieldKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A text, such as the name of a lens.
  case text
  /// Several texts, such as keywords.
  case list
  /// A whole number.
  case integer
  /// A number.
  case number
  /// True or false.
  case flag
  /// A date on the wall clock.
  case date
}

/// What a photo has for a field.
public enum FieldValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// A text as bytes, which need not be UTF-8 and are written as they are, such as a file name.
  case bytes([UInt8])
  /// Several texts, in the order of the file.
  case list([String])
  /// A whole number.
  case integer(Int64)
  /// A number; infinity and NaN are written as nothing.
  case number(Double)
  /// True or false.
  case flag(Bool)
  /// A date.
  case date(CaptureDate)
  /// A moment in UTC, to the second.
  case moment(CivilTime)

  /// The value of a kind that a text spells out, or `nil` if it spells none.
  package init?(text: String, _ kind: FieldKind) {
    switch kind {
    case .text: self = .text(text)
    case .list: self = .list([text])
    case .integer:
      guard let value = Int64(text) else { return nil }
      self = .integer(value)
    case .number:
      guard let value = Double(text), value.isFinite else { return nil }
      self = .number(value)
    case .flag:
      guard let value = Bool(text.lowercased()) else { return nil }
      self = .flag(value)
    case .date: return nil
    }
  }

  /// The kind of the value; bytes are text.
  public var kind: FieldKind {
    switch self {
    case .text, .bytes: .text
    case .list: .list
    case .integer: .integer
    case .number: .number
    case .flag: .flag
    case .date, .moment: .date
    }
  }

  /// The number, whole or not, or `nil` if the value is none.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

extension FieldValue {
  /// The value in one line of text, as `info` and templates write it.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    append(to: &output)
    return output
  }

  /// Appends the value in one line of text.
  package func append(to output: inout [UInt8]) {
    switch self {
    case .text(let text): output.append(contentsOf: text.utf8)
    case .bytes(let bytes): output.append(contentsOf: bytes)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value): if value.isFinite { output.append(contentsOf: value.description.utf8) }
    case .list(let texts): output.append(contentsOf: texts.joined(separator: ", ").utf8)
    case .flag(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .date(let date): output.append(contentsOf: date.iso8601.utf8)
    case .moment(let time): UniversalTime(time).withISO8601 { output.append(contentsOf: $0) }
    }
  }
}
