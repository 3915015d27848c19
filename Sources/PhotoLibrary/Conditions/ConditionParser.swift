import PhotoFormats

/// A recursive-descent parser for queries.
///
///     query = or ; or = and {"or" and} ; and = not {["and"] not} ; not = {"-" | "!" | "not"} atom
///     atom  = "(" or ")" | field cmp list | "@" name | word {"," word} ; word = text | "quoted words"
///     cmp   = ":" | ":=" | ":>" | ":>=" | ":<" | ":<=" | ":~" ; list = value {"," value}
struct ConditionParser {
  static let deepest = 64
  static let longest = 16_384

  let characters: [Character]
  var position = 0
  private var depth = 0
  let now: CivilTime
  var use: SavedQueryUse

  init(_ text: String, now: CivilTime, saved: SavedQueries = SavedQueries()) {
    characters = Self.characters(of: text.prefix(Self.longest + 1))
    self.now = now
    use = SavedQueryUse(saved: saved)
  }

  /// Creates a parser of a saved query that another query uses.
  init(_ text: String, within outer: ConditionParser) {
    self.init(text, now: outer.now)
    (depth, use) = (outer.depth, outer.use)
  }

  /// Splits a query into characters. Syntax characters are separated from characters that combine with them, such as
  /// an accent after a quote.
  static func characters(of text: some StringProtocol) -> [Character] {
    text.flatMap { character in
      let scalars = character.unicodeScalars
      guard scalars.count > 1, scalars.contains(where: marks.contains) else { return [character] }
      return scalars.map(Character.init)
    }
  }

  private static let marks = Set("\"\\:()<>=~,.*?!- ".unicodeScalars)

  mutating func query() throws(ConditionError) -> AssetCondition {
    guard characters.count <= Self.longest else {
      throw error("the query has more than \(Self.longest) characters", at: Self.longest)
    }
    skipBlanks()
    guard position < characters.count else { throw error("the query is empty", at: 0) }
    let condition = try either()
    guard position == characters.count else { throw error("a ) that closes nothing", at: position) }
    return condition
  }

  private mutating func either() throws(ConditionError) -> AssetCondition {
    var conditions = [try both()]
    while take("or") { conditions.append(try both()) }
    return .union(conditions)
  }

  private mutating func both() throws(ConditionError) -> AssetCondition {
    var conditions = [try negation()]
    while true {
      skipBlanks()
      guard position < characters.count, characters[position] != ")", !stands("or") else { break }
      _ = take("and")
      conditions.append(try negation())
    }
    return .intersection(conditions)
  }

  private mutating func negation() throws(ConditionError) -> AssetCondition {
    var isNegated = false
    var last: String?
    while true {
      if take("not") {
        last = "not"
      } else if let mark = current, Self.negations.contains(mark) {
        position += 1
        if current?.isWhitespace != false {
          throw error("a \(mark) must directly precede the negated term", at: position - 1)
        }
        last = String(mark)
      } else {
        break
      }
      isNegated.toggle()
    }
    let condition = try atom(behind: last)
    return isNegated ? condition.negated : condition
  }

  private mutating func atom(behind word: String?) throws(ConditionError) -> AssetCondition {
    guard let current, current != ")", !["or", "and"].contains(where: stands) else {
      let place = word.map { " after \($0)" } ?? ""
      throw error("expected a word, field:value or (" + place, at: position)
    }
    if current == "(" { return try bracket() }
    if let condition = try savedQuery() { return condition }
    if let name = fieldName() { return try test(of: name) }
    if let error = try foreignTest() { throw error }
    return try words()
  }

  private mutating func bracket() throws(ConditionError) -> AssetCondition {
    let start = position
    try nest(at: start)
    position += 1
    let condition = try either()
    guard current == ")" else { throw error("the ( at column \(start + 1) is not closed by )", at: position) }
    position += 1
    unnest()
    return condition
  }

  /// Enters brackets or a saved query.
  mutating func nest(at start: Int) throws(ConditionError) {
    guard depth < Self.deepest else {
      let others = use.names.isEmpty ? "" : " and saved queries"
      throw error("more than \(Self.deepest) nested brackets\(others)", at: start)
    }
    depth += 1
  }

  mutating func unnest() { depth -= 1 }

  var current: Character? { position < characters.count ? characters[position] : nil }

  func error(_ message: String, at index: Int) -> ConditionError {
    ConditionError(column: index + 1, message: message)
  }

  /// Skips spaces, and returns whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while current?.isWhitespace == true { position += 1 }
    return position > start
  }

  func stands(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, String(characters[position..<end]).lowercased() == word else {
      return false
    }
    return end == characters.count || characters[end].isWhitespace || ["(", ")"].contains(characters[end])
  }

  private mutating func take(_ word: String) -> Bool {
    skipBlanks()
    guard stands(word) else { return false }
    position += word.count
    return true
  }

  /// Parses a name followed by a colon, and returns it with its position.
  mutating func fieldName() -> (text: String, start: Int)? {
    guard current?.isLetter == true else { return nil }
    let name = characters[position...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard name.endIndex < characters.count, characters[name.endIndex] == ":" else { return nil }
    defer { position = name.endIndex }
    return (String(name), position)
  }

  /// Parses a string up to a space, an unbalanced closing bracket, or a character that doesn't belong to it.
  mutating func written(while belongs: (Character) -> Bool) throws(ConditionError) -> WrittenText {
    let start = position
    var text: [WrittenText.Character] = []
    var open: [Int] = []
    while let character = current, belongs(character) {
      switch character {
      case "\"": try quoted(into: &text)
      case ")" where open.isEmpty:
        return WrittenText(
          characters: text[...], column: start + 1, source: String(characters[start..<position]))
      default:
        if character == "(" { open.append(position) }
        if character == ")" { open.removeLast() }
        text.append(WrittenText.Character(character: character, isQuoted: false, column: position + 1))
        position += 1
      }
    }
    if let last = open.last {
      throw error("the ( is not closed; put what belongs together into quotes", at: last)
    }
    return WrittenText(characters: text[...], column: start + 1, source: String(characters[start..<position]))
  }

  private mutating func quoted(into text: inout [WrittenText.Character]) throws(ConditionError) {
    let start = position
    position += 1
    while let character = current, character != "\"" {
      // A backslash escapes only a quote; otherwise it is literal, as regular expressions require.
      if character == "\\", position + 1 < characters.count, characters[position + 1] == "\"" {
        position += 1
      }
      text.append(
        WrittenText.Character(character: characters[position], isQuoted: true, column: position + 1))
      position += 1
    }
    guard current != nil else { throw error("the quotes are not closed", at: start) }
    position += 1
  }
}
