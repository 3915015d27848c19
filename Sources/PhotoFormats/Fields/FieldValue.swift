/// The kind of a field's values.
public enum FieldKind: UInt8, Sendable, Hashable, CaseIterable {
  case text
  case list
  case integer
  case number
  case flag
  /// A date in local time.
  case date
  case regions
}

/// The value of a field.
public enum FieldValue: Sendable, Hashable {
  case text(String)
  /// Bytes of a text that may not be UTF-8, such as a file name.
  case bytes([UInt8])
  case list([String])
  case integer(Int64)
  /// A number; infinity and NaN print as nothing.
  case number(Double)
  case flag(Bool)
  case date(CaptureDate)
  /// A UTC time, to the second.
  case moment(CivilTime)
  case regions([FaceRegion])

  /// Parses a value of a kind from text. A number may be a quotient such as `1/250`, a whole number is rounded, and a
  /// flag is `true`, `false`, 1 or 0.
  package init?(text: String, _ kind: FieldKind) {
    switch kind {
    case .text: self = .text(text)
    case .list: self = .list([text])
    case .integer:
      guard let value = Int64(text) ?? Self.number(text).flatMap({ Int64(exactly: $0.rounded()) }) else {
        return nil
      }
      self = .integer(value)
    case .number:
      guard let value = Self.number(text) else { return nil }
      self = .number(value)
    case .flag:
      guard let value = Bool(text.lowercased()) ?? ["1": true, "0": false][text] else { return nil }
      self = .flag(value)
    case .date, .regions: return nil
    }
  }

  /// Parses a finite number, which may be a quotient such as `1/250`.
  static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = Double(parts[0]) else { return nil }
    let number = parts.count == 1 ? first : Double(parts[1]).map { first / $0 }
    return number.flatMap { $0.isFinite ? $0 : nil }
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
    case .regions: .regions
    }
  }

  /// The number, if the value is one.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .text, .bytes, .list, .flag, .date, .moment, .regions: nil
    }
  }

  /// The value in one line, as in `info` and templates.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    append(to: &output)
    return output
  }

  /// Appends the value in one line.
  package func append(to output: inout [UInt8]) {
    switch self {
    case .text(let text): output.append(contentsOf: text.utf8)
    case .bytes(let bytes): output.append(contentsOf: bytes)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value): if value.isFinite { output.append(contentsOf: value.decimalText.utf8) }
    case .list(let texts): output.append(contentsOf: texts.joined(separator: ", ").utf8)
    case .flag(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .date(let date): output.append(contentsOf: date.iso8601.utf8)
    case .moment(let time): UniversalTime(time).withISO8601 { output.append(contentsOf: $0) }
    case .regions(let faces): output.append(contentsOf: faces.map(\.text).joined(separator: ", ").utf8)
    }
  }

  /// The maximum number of strings in a list, and the maximum size of a string in bytes.
  private static let limits = (count: 4096, length: 32 * 1024)

  /// The trimmed value if a field accepts it; `nil` for spaces, numbers out of range, identifiers of zeros, and strings
  /// that the field ignores in photos of the camera.
  package func accepted(by declaration: MetadataField.Declaration, of camera: Camera? = nil) -> FieldValue? {
    switch self {
    case .text(let text): Self.accepted(text).flatMap { declaration.isIgnored($0, camera) ? nil : .text($0) }
    case .list(let texts):
      Self.nonEmpty(texts.prefix(Self.limits.count).compactMap(Self.accepted)).map { .list($0) }
    case .integer(let value): declaration.limits.contains(Double(value)) ? self : nil
    case .number(let value): value.isFinite && declaration.limits.contains(value) ? self : nil
    case .regions(let faces): Self.nonEmpty(Array(faces.prefix(Self.limits.count))).map { .regions($0) }
    case .bytes, .flag, .date, .moment: self
    }
  }

  private static func nonEmpty<Element>(_ list: [Element]) -> [Element]? { list.isEmpty ? nil : list }

  private static func accepted(_ text: String) -> String? {
    let utf8 = text.utf8
    // Most strings are trimmed already.
    if utf8.count <= limits.length, let first = utf8.first, first > 0x20, let last = utf8.last, last > 0x20,
      !utf8.contains(0)
    {
      return isOnlyZeros(text) ? nil : text
    }
    // An index inside a character rounds down to its start.
    let end = utf8.index(utf8.startIndex, offsetBy: limits.length, limitedBy: utf8.endIndex)
    guard let trimmed = Bytes(Array(text[..<(end ?? utf8.endIndex)].utf8)).trimmedText else { return nil }
    return isOnlyZeros(trimmed) ? nil : trimmed
  }

  private static func isOnlyZeros(_ text: String) -> Bool {
    text.utf8.count >= 32 && text.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
  }
}

extension FieldValue {
  /// Converts a RatingPercent to stars. Windows writes 1, 25, 50, 75 and 99 for one to five stars, and 0 for none.
  static func stars(percent: Double) -> FieldValue? {
    guard (0...100).contains(percent) else { return nil }
    return .integer(percent < 1 ? 0 : min(5, 1 + Int64((percent / 25).rounded())))
  }

  /// Returns the percentage that Windows writes for 1 to 5 stars; `nil` for other ratings.
  package static func percent(stars: Int) -> Int? { [1: 1, 2: 25, 3: 50, 4: 75, 5: 99][stars] }
}
