import PhotoFormats

/// Words without a field: searched for in usual fields, patterns of names, and dates.
extension ConditionParser {
  /// Characters that negate the term behind them.
  static let negations: Set<Character> = ["-", "!"]

  private static let comparisonMarks: Set<Character> = ["<", ">", "=", "~"]

  /// The operators of other languages and their equivalents.
  private static let foreignWords = ["&&": "and", "||": "or", "|": "or"]

  /// Parses words, of which one must match, with commas between them.
  mutating func words() throws(ConditionError) -> AssetCondition {
    var conditions: [AssetCondition] = []
    repeat {
      if !conditions.isEmpty {
        position += 1
        if let error = operatorBehindComma() { throw error }
      }
      if let error = foreignWord() { throw error }
      let word = try value()
      guard !word.source.isEmpty else {
        let place = conditions.isEmpty ? "before" : "directly after"
        throw error("expected a word \(place) the comma", at: position)
      }
      guard !word.text.isEmpty else { throw error("the quotes are empty", at: word.column - 1) }
      conditions.append(try condition(of: word))
    } while current == ","
    return .union(conditions)
  }

  /// Returns the test of names for a pattern, a search in all usual fields and dates for a date, and a search for any
  /// other word.
  private func condition(of word: WrittenText) throws(ConditionError) -> AssetCondition {
    if word.wildcard != nil { return try test(of: .name, word) }
    let search = AssetCondition.words(WordTest(FoldedText(word.text)))
    guard Self.isDate(word.text), !word.isQuoted else { return search }
    return .union([search, try test(of: .date, word)])
  }

  private func test(of field: AssetField, _ word: WrittenText) throws(ConditionError) -> AssetCondition {
    let value = try ValueReader(field: field, comparison: .fits, now: now).test(word)
    return .test(FieldTest(field, .fits, words: [word.source], values: [value]))
  }

  private mutating func operatorBehindComma() -> ConditionError? {
    let start = position
    defer { position = start }
    let isOperator = current.map { Self.negations.contains($0) || $0 == "@" || $0 == "(" } ?? false
    guard isOperator || fieldName() != nil else { return nil }
    return error("only words and values have commas between them; write or instead of the comma", at: start)
  }

  /// Returns an error for an operator that belongs to another language, or that has no field.
  private func foreignWord() -> ConditionError? {
    let word = String(characters[position...].prefix { !$0.isWhitespace && !",()".contains($0) })
    if let meant = Self.foreignWords[word] { return error("write \(meant) instead of \(word)", at: position) }
    guard let mark = word.first, Self.comparisonMarks.contains(mark) else { return nil }
    return error(
      "a comparison directly follows its field, as in iso:>800; put a word that begins with \(mark) into quotes",
      at: position)
  }

  /// Whether a word is a date or a range of dates from 1800 to 2199, such as `2018`, `2018-05` or `2018..2019-03-02`.
  private static func isDate(_ word: String) -> Bool {
    let bounds =
      word.firstRange(of: "..").map { [word[..<$0.lowerBound], word[$0.upperBound...]] } ?? [word[...]]
    return bounds.contains { !$0.isEmpty }
      && bounds.allSatisfy { day in
        guard !day.isEmpty else { return true }
        return day.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
          && Int(day.prefix(4)).map((1800...2199).contains) ?? false && DatePeriod(String(day)) != nil
      }
  }

  /// Whether a search for a word needs no quotes in query syntax.
  static func isPlain(_ word: String) -> Bool {
    let characters = characters(of: word)
    return characters.first.map { !negations.contains($0) && $0 != "@" } ?? false
      && characters.allSatisfy { !$0.isWhitespace && !"\"():=<>~,*?".contains($0) }
      && !["or", "and", "not"].contains(word.lowercased()) && foreignWords[word] == nil && !isDate(word)
  }
}
