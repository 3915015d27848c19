struct WrittenText {
  struct Character {
    let character: Swift.Character
    let isQuoted: Bool
    let column: Int
  }

  let characters: ArraySlice<Character>
  let column: Int
  let source: String

  var text: String { String(characters.map(\.character)) }

  /// Whether a part of the text is in quotes.
  var isQuoted: Bool { characters.contains(where: \.isQuoted) }

  func isBare(_ word: String) -> Bool { !isQuoted && text.lowercased() == word }

  var bounds: (lower: WrittenText, upper: WrittenText)? {
    let dots = characters.indices.dropLast().first { index in
      [index, index + 1].allSatisfy { characters[$0].character == "." && !characters[$0].isQuoted }
    }
    guard let dots else { return nil }
    return (
      WrittenText(characters: characters[..<dots], column: column, source: source),
      WrittenText(
        characters: characters[(dots + 2)...], column: characters[dots + 1].column + 1, source: source)
    )
  }

  /// The pattern of a text with unquoted wildcards, or `nil` for a text without.
  var wildcard: TextWildcard? {
    var parts: [TextWildcard.Part] = []
    var literal = ""
    func endLiteral() {
      if !literal.isEmpty { parts.append(.literal(FoldedText(literal))) }
      literal = ""
    }
    for character in characters {
      if !character.isQuoted, let part = TextWildcard.Part(character.character) {
        endLiteral()
        parts.append(part)
      } else {
        literal.append(character.character)
      }
    }
    guard !parts.isEmpty else { return nil }
    endLiteral()
    return TextWildcard(parts)
  }

  /// Returns the column of a character by its offset, or the column after the last character.
  func column(of offset: Int) -> Int {
    let index = characters.startIndex + offset
    guard index < characters.endIndex else { return characters.last.map { $0.column + 1 } ?? column }
    return characters[index].column
  }

  /// Returns a literal value in query syntax, quoted unless it is plain.
  static func value(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && !text.contains("..") && !["none", "any"].contains(text.lowercased())
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+&#@".contains($0) }
    return isPlain ? text : quoted(text)
  }

  static func quoted(_ text: String) -> String {
    var output = "\""
    for character in ConditionParser.characters(of: text) {
      switch character {
      case "\"": output += "\\\""
      // A backslash directly before the closing quote would escape it.
      case "\\": output += "\"\\\""
      default: output.append(character)
      }
    }
    return output + "\""
  }
}
