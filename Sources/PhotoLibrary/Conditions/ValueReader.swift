import PhotoFormats

struct ValueReader {
  let field: AssetField
  let comparison: FieldTest.Comparison
  let now: CivilTime

  func test(_ value: WrittenText) throws(ConditionError) -> ValueTest {
    if comparison == .fits || comparison == .equals {
      // Photos without stars have no rating.
      if value.isBare("none") || field == AssetField(.rating) && value.isBare("0") { return .none }
      if value.isBare("any") { return .any }
    }
    if comparison == .matches { return .pattern(try pattern(value)) }
    switch field.kind {
    case .text, .list, .regions: return try text(value)
    case .integer, .number: return .numbers(try numbers(value))
    case .date: return .dates(try dates(value))
    case .flag: return try flag(value)
    }
  }

  private func mistake(_ message: String, _ value: WrittenText) -> ConditionError {
    ConditionError(column: value.column, message: message)
  }

  private func expected(_ what: String, _ value: WrittenText) -> ConditionError {
    mistake("expected \(what), found \"\(value.text.prefix(40))\"", value)
  }

  /// Parses a range such as `1..5`, of which one bound may be missing. Returns `nil` for any other value.
  private func bounds(
    of value: WrittenText, _ what: String
  ) throws(ConditionError) -> (lower: WrittenText?, upper: WrittenText?)? {
    guard comparison == .fits, let (lower, upper) = value.bounds else { return nil }
    let bounds = (lower.text.isEmpty ? nil : lower, upper.text.isEmpty ? nil : upper)
    guard bounds.0 != nil || bounds.1 != nil else { throw expected("\(what) before or after ..", value) }
    return bounds
  }

  private func pattern(_ value: WrittenText) throws(ConditionError) -> TextPattern {
    guard [.text, .list, .regions].contains(field.kind) else {
      throw mistake("\(field.name) is no text, which :~ is for", value)
    }
    do throws(TextPattern.Mistake) {
      return try TextPattern(value.text)
    } catch {
      throw ConditionError(column: value.column(of: error.offset), message: "regular expression: \(error)")
    }
  }

  private func text(_ value: WrittenText) throws(ConditionError) -> ValueTest {
    guard !value.text.isEmpty else {
      throw mistake("expected a text; \(field.name):none finds what has none", value)
    }
    let text = FoldedText(value.text)
    switch comparison {
    case .fits:
      if let (lower, upper) = try bounds(of: value, "a text") {
        return .texts(
          TextRange(lower: lower.map { FoldedText($0.text) }, upper: upper.map { FoldedText($0.text) }))
      }
      if let wildcard = value.wildcard { return .wildcard(wildcard) }
      return field == AssetField(.keywordTree) ? .below(text) : .contains(text)
    case .less: return .texts(TextRange(upper: text, includesUpper: false))
    case .lessOrEqual: return .texts(TextRange(upper: text))
    case .greater: return .texts(TextRange(lower: text, includesLower: false))
    case .greaterOrEqual: return .texts(TextRange(lower: text))
    case .equals, .matches: return .equals(text)
    }
  }

  private func quantity(_ value: WrittenText, assuming factor: Double = 1) throws(ConditionError) -> Quantity
  {
    guard let quantity = Quantity(value.text, unit: field.unit, assuming: factor) else {
      throw expected(field.unit?.example ?? "a number", value)
    }
    return quantity
  }

  private func numbers(_ value: WrittenText) throws(ConditionError) -> NumberRange {
    if let (lower, upper) = try bounds(of: value, "a number") { return try numbers(lower, upper, value) }
    let quantity = try quantity(value)
    switch comparison {
    case .fits: return quantity.rounded
    case .less: return NumberRange(upper: quantity.number, includesUpper: false)
    case .lessOrEqual: return NumberRange(upper: quantity.number)
    case .greater: return NumberRange(lower: quantity.number, includesLower: false)
    case .greaterOrEqual: return NumberRange(lower: quantity.number)
    case .equals, .matches: return NumberRange(lower: quantity.number, upper: quantity.number)
    }
  }

  private func numbers(
    _ lower: WrittenText?, _ upper: WrittenText?, _ value: WrittenText
  ) throws(ConditionError) -> NumberRange {
    var (first, last): (Quantity?, Quantity?) = (nil, nil)
    if let upper { last = try quantity(upper) }
    // In 1..5MB, the unit applies to both numbers.
    if let lower { first = try quantity(lower, assuming: last?.factor ?? 1) }
    if let upper { last = try quantity(upper, assuming: first?.factor ?? 1) }
    if let first, let last, first.number > last.number {
      throw mistake("the range is reversed; write the smaller number first", value)
    }
    return NumberRange(lower: first?.number ?? -.infinity, upper: last?.number ?? .infinity)
  }

  private func date(_ value: WrittenText) throws(ConditionError) -> DateWord {
    guard let word = DateWord(value.text, now: now) else {
      throw expected("a date such as 2014, 2014-05-25, today or 7d", value)
    }
    return word
  }

  private func dates(_ value: WrittenText) throws(ConditionError) -> DateRange {
    if let (lower, upper) = try bounds(of: value, "a date") { return try dates(lower, upper, value) }
    let word = try date(value)
    switch comparison {
    case .fits, .equals, .matches: return DateRange(first: word.whole.first, last: word.whole.last)
    case .less: return DateRange(first: nil, last: CivilTime(seconds: word.period.first.seconds - 1))
    case .lessOrEqual: return DateRange(first: nil, last: word.period.last)
    case .greater: return DateRange(first: CivilTime(seconds: word.period.last.seconds + 1), last: nil)
    case .greaterOrEqual: return DateRange(first: word.period.first, last: nil)
    }
  }

  private func dates(
    _ lower: WrittenText?, _ upper: WrittenText?, _ value: WrittenText
  ) throws(ConditionError) -> DateRange {
    let first = try lower.map { word throws(ConditionError) in try date(word).period.first }
    let last = try upper.map { word throws(ConditionError) in try date(word).period.last }
    if let first, let last, first > last {
      throw mistake("the range is reversed; write the earlier date first", value)
    }
    return DateRange(first: first, last: last)
  }

  private func flag(_ value: WrittenText) throws(ConditionError) -> ValueTest {
    guard comparison == .fits || comparison == .equals else {
      throw mistake("\(field.name) is yes or no; write \(field.name):yes", value)
    }
    switch value.text.lowercased() {
    case "yes", "true": return .flag(true)
    case "no", "false": return .flag(false)
    default: throw expected("yes, no, none or any", value)
    }
  }
}
