/// The use of saved queries in a query, with limits, since a few lines could grow into a condition of any size.
struct SavedQueryUse {
  /// The maximum number of characters of all saved queries that a query uses, counting repetitions.
  static let longest = 4 * ConditionParser.longest

  let saved: SavedQueries
  /// The names of the queries being parsed, outermost first.
  var names: [String] = []
  var length = 0
}

extension ConditionParser {
  /// Parses `@name`; returns `nil` if no saved query is named here.
  mutating func savedQuery() throws(ConditionError) -> AssetCondition? {
    let start = position
    guard current == "@" else { return nil }
    let name = String(characters[(start + 1)...].prefix(while: SavedQueries.isNameCharacter))
    let end = start + 1 + name.count
    guard SavedQueries.isName(name),
      end == characters.count || characters[end].isWhitespace || characters[end] == ")"
    else {
      throw error(
        "the name of a saved query follows @; put a word that begins with @ into quotes", at: start)
    }
    guard let text = use.saved[name] else { throw error(unknownQuery(name), at: start) }
    if let first = use.names.firstIndex(of: name) {
      let chain = (use.names[first...] + [name]).map { "@\($0)" }.joined(separator: " → ")
      throw error("a saved query refers to itself: \(chain)", at: start)
    }
    position = end
    return try condition(of: name, text, at: start)
  }

  private mutating func condition(
    of name: String, _ text: String, at start: Int
  ) throws(ConditionError) -> AssetCondition {
    try nest(at: start)
    use.length += text.count
    guard use.length <= SavedQueryUse.longest else {
      throw error("the saved queries have more than \(SavedQueryUse.longest) characters together", at: start)
    }
    var inner = ConditionParser(text, within: self)
    inner.use.names.append(name)
    let condition: AssetCondition
    do throws(ConditionError) {
      condition = try inner.query()
    } catch {
      // The innermost query contains the error.
      let isInner = error.message.hasPrefix("@") || error.message.hasPrefix("a saved query refers")
      throw self.error(isInner ? error.message : "@\(name), \(error)", at: start)
    }
    use.length = inner.use.length
    unnest()
    return condition
  }

  private func unknownQuery(_ name: String) -> String {
    let names = use.saved.names
    let verb = names.count == 1 ? "is" : "are"
    let known = names.isEmpty ? "none is saved" : "there \(verb) \(Self.list(names))"
    return "there is no saved query @\(name); \(known)"
      + (use.saved.mistakes.first.map { "; \($0)" } ?? "")
  }

  private static let mostNames = 10

  private static func list(_ names: [String]) -> String {
    let others = names.count - mostNames
    return names.prefix(mostNames).map { "@\($0)" }.joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}
