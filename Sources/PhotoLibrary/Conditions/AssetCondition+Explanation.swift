import PhotoFormats

extension AssetCondition {
  /// The interpretation of the condition, as indented lines of text.
  public var explanation: [String] {
    switch self {
    case .all(let conditions): Self.list("all of these:", conditions)
    case .any(let conditions): Self.list("at least one of these:", conditions)
    case .not(let condition): Self.list("not this:", [condition])
    case .test(let test): [test.explanation]
    case .words(let test):
      ["\"\(test.text.text)\" occurs in \(WordTest.fields.map(\.name).joined(separator: ", "))"]
    case .near(let test):
      ["taken within \(test.metres.plain) m of \(test.latitude.decimalText), \(test.longitude.decimalText)"]
    case .trait(let trait): ["is \(trait.rawValue)"]
    }
  }

  private static func list(_ heading: String, _ conditions: [AssetCondition]) -> [String] {
    [heading] + conditions.flatMap(\.explanation).map { "  " + $0 }
  }
}

extension FieldTest {
  var explanation: String {
    "\(field.name) " + values.map { $0.explanation(field) }.joined(separator: ", or ")
  }
}

extension ValueTest {
  fileprivate func explanation(_ field: AssetField) -> String {
    switch self {
    case .none: "has no value"
    case .any: "has a value"
    case .contains(let text): "contains \"\(text.text)\""
    case .equals(let text): "is \"\(text.text)\""
    case .wildcard(let wildcard): wildcard.explanation
    case .below(let text): "is \"\(text.text)\" or a descendant"
    case .pattern(let pattern): "matches the regular expression \(pattern.text)"
    case .texts(let range):
      Self.bounds(range.lower?.text, range.upper?.text, range.includesLower, range.includesUpper)
    case .numbers(let range): range.explanation(field)
    case .dates(let range): Self.bounds(range.first?.iso8601, range.last?.iso8601, true, true)
    case .flag(let wanted): wanted ? "is yes" : "is no"
    }
  }

  fileprivate static func bounds(
    _ lower: String?, _ upper: String?, _ includesLower: Bool, _ includesUpper: Bool
  ) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?):
      "is from \(lower) to \(upper)" + (includesUpper ? "" : ", exclusive")
        + (includesLower ? "" : "; \(lower) is excluded")
    case (let lower?, nil): includesLower ? "is \(lower) or more" : "is more than \(lower)"
    case (nil, let upper?): includesUpper ? "is \(upper) or less" : "is less than \(upper)"
    case (nil, nil): "has a value"
    }
  }
}

extension TextWildcard {
  fileprivate var explanation: String {
    let wildcards = [
      parts.contains(.characters) ? "* matches anything" : nil,
      parts.contains(.character) ? "? matches one character" : nil,
    ]
    return "is \"\(parts.map(\.text).joined())\", where "
      + wildcards.compactMap { $0 }.joined(separator: " and ")
  }
}

extension NumberRange {
  fileprivate func explanation(_ field: AssetField) -> String {
    func text(_ number: Double) -> String { number.plain + (field.unit.map { " \($0.name)" } ?? "") }
    if lower == upper { return "is \(text(lower))" }
    return ValueTest.bounds(
      lower.isFinite ? text(lower) : nil, upper.isFinite ? text(upper) : nil, includesLower, includesUpper)
  }
}

extension Double {
  fileprivate var plain: String {
    (magnitude < 1e9 ? (self * 1e6).rounded() / 1e6 : self).shortestText
  }
}

extension FieldUnit {
  fileprivate var name: String {
    switch self {
    case .seconds: "s"
    case .millimetres: "mm"
    case .metres: "m"
    case .fNumber: "(f-number)"
    case .exposureValue: "EV"
    case .degrees: "degrees"
    case .kilometresPerHour: "km/h"
    case .framesPerSecond: "pictures a second"
    case .pixels: "pixels"
    case .bytes: "bytes"
    }
  }
}
