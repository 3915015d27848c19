import PhotoFormats

extension ConditionParser {
  static let special = ["is", "near"]

  mutating func test(of name: (text: String, start: Int)) throws(ConditionError) -> AssetCondition {
    let comparison = takeComparison()
    let special = Self.special.first { $0 == name.text.lowercased() }
    let field = AssetField(asked: name.text)
    guard special != nil || field != nil else { throw unknownField(name) }
    if let special, comparison != .fits { throw error("\(special) takes : and nothing else", at: name.start) }
    let values = try list()
    switch special {
    case "is": return .union(try values.map(Self.trait))
    case "near": return .near(try PlaceReader(values).test())
    default: break
    }
    guard let field else { throw unknownField(name) }
    return try condition(field, comparison, values)
  }

  mutating func takeComparison() -> FieldTest.Comparison {
    let rest = String(characters[position...].prefix(3))
    // Longer operators start with shorter ones.
    let comparison =
      FieldTest.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
      .first { rest.hasPrefix($0.rawValue) } ?? .fits
    position += comparison.rawValue.count
    return comparison
  }

  /// The operators of other languages and their equivalents. Longer operators start with shorter ones.
  private static let foreignOperators: [(text: String, meaning: FieldTest.Comparison)] = [
    (">=", .greaterOrEqual), ("<=", .lessOrEqual), ("!=", .equals), ("==", .equals), ("=~", .matches),
    ("~=", .matches), (">", .greater), ("<", .less), ("=", .equals), ("~", .matches),
  ]

  /// Returns an error for a comparison without a colon or with spaces, such as `rating>=3` or `iso > 800`.
  ///
  /// Only a field name introduces a comparison, so that other words may contain these characters.
  mutating func foreignTest() throws(ConditionError) -> ConditionError? {
    let start = position
    defer { position = start }
    let name = String(characters[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let isSpecial = Self.special.contains(name.lowercased())
    guard isSpecial || AssetField(asked: name) != nil else { return nil }
    position += name.count
    var hasBlanks = skipBlanks()
    guard let found = takeForeignComparison() else { return nil }
    if skipBlanks() { hasBlanks = true }
    let value = try written { !$0.isWhitespace }.source
    guard !value.isEmpty else { return nil }
    let comparison = isSpecial ? .fits : found.comparison
    let meant = (found.isNegated ? "-" : "") + name + comparison.rawValue + value
    let rule = hasBlanks ? "a comparison contains no blanks" : "a colon follows the name of a field"
    return error("\(rule); write \(meant.prefix(80))", at: start)
  }

  private mutating func takeForeignComparison() -> (comparison: FieldTest.Comparison, isNegated: Bool)? {
    if current == ":" { return (takeComparison(), false) }
    let rest = String(characters[position...].prefix(2))
    guard let found = Self.foreignOperators.first(where: { rest.hasPrefix($0.text) }) else { return nil }
    position += found.text.count
    return (found.meaning, found.text == "!=")
  }

  private mutating func list() throws(ConditionError) -> [WrittenText] {
    var values: [WrittenText] = []
    repeat {
      if !values.isEmpty { position += 1 }
      let value = try value()
      guard !value.source.isEmpty else {
        throw error(
          "expected a value directly after \(values.isEmpty ? "the field" : "the comma")", at: position)
      }
      values.append(value)
    } while current == ","
    return values
  }

  mutating func value() throws(ConditionError) -> WrittenText {
    try written { !$0.isWhitespace && $0 != "," }
  }

  /// Advice for plausible names that don't exist.
  private static let advice = [
    "gps": "write is:located, or near:48.8582,2.2945,5km", "location": "write is:located, city: or near:",
    "place": "write is:located, city: or near:",
  ]

  private func unknownField(_ name: (text: String, start: Int)) -> ConditionError {
    let names = AssetField.asked.map(\.name)
    if let advice = Self.advice[name.text.lowercased()] {
      return error("there is no field \"\(name.text)\"; \(advice)", at: name.start)
    }
    let near = NearestName.of(name.text, in: names + AssetField.aliases.map(\.name) + Self.special)
    let advice =
      near.map { "did you mean \($0)?" } ?? "there are \((names + Self.special).joined(separator: ", "))"
    return error("there is no field \"\(name.text.prefix(40))\"; \(advice)", at: name.start)
  }

  private func condition(
    _ field: AssetField, _ comparison: FieldTest.Comparison, _ values: [WrittenText]
  ) throws(ConditionError) -> AssetCondition {
    var fields: [AssetField] = []
    var sorted: [AssetField: [WrittenText]] = [:]
    for value in values {
      for field in Self.fields(of: value, field, comparison) {
        if sorted[field] == nil { fields.append(field) }
        sorted[field, default: []].append(value)
      }
    }
    var tests: [AssetCondition] = []
    for field in fields {
      let reader = ValueReader(field: field, comparison: comparison, now: now)
      let values = sorted[field] ?? []
      let read = try values.map { value throws(ConditionError) in try reader.test(value) }
      tests.append(.test(FieldTest(field, comparison, words: values.map(\.source), values: read)))
    }
    return .union(tests)
  }

  /// Returns the fields to search: a path matches the folder of an album, and the hierarchy of a keyword.
  private static func fields(
    of value: WrittenText, _ field: AssetField, _ comparison: FieldTest.Comparison
  ) -> [AssetField] {
    guard value.text.contains("/") else { return [field] }
    if field == .album { return [.directory] }
    return field == AssetField(.keywords) && comparison == .fits
      ? [field, AssetField(.keywordTree)] : [field]
  }

  private static func trait(_ value: WrittenText) throws(ConditionError) -> AssetCondition {
    let word = value.text.lowercased()
    if let trait = AssetTrait(rawValue: word) { return .trait(trait) }
    let names = AssetTrait.allCases.map(\.rawValue)
    let advice =
      NearestName.of(word, in: names).map { "did you mean \($0)?" } ?? "there are \(AssetTrait.list)"
    throw ConditionError(column: value.column, message: "nothing is \"\(value.text.prefix(40))\"; \(advice)")
  }
}

extension AssetCondition {
  /// The negation of the condition. A negation of a negation results in the original condition.
  var negated: AssetCondition { if case .not(let condition) = self { condition } else { .not(self) } }

  /// Returns a condition that matches if any part does. Flattens nested unions and removes duplicates.
  static func union(_ conditions: [AssetCondition]) -> AssetCondition {
    let parts = conditions.flatMap { if case .any(let parts) = $0 { parts } else { [$0] } }.uniqued()
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Returns a condition that matches if all parts do. Flattens nested intersections and removes duplicates.
  package static func intersection(_ conditions: [AssetCondition]) -> AssetCondition {
    let parts = conditions.flatMap { if case .all(let parts) = $0 { parts } else { [$0] } }.uniqued()
    return parts.count == 1 ? parts[0] : .all(parts)
  }
}
