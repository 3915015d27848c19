/// A word, or a value of a field, as it stands in a query: characters, of which some are in quotes.
struct WrittenText {
  struct Character {
    let character: Swift.Character
    let isQuoted: Bool
    let column: Int
  }

  let characters: ArraySlice<Character>
  /// Where it begins in the query, from 1.
  let column: Int
  let source: String

  var text: String { String(characters.map(\.character)) }

  /// True if it is a word of the language, which no quotes make a text.
  func isBare(_ word: String) -> Bool {
    characters.allSatisfy { !$0.isQuoted } && text.lowercased() == word
  }

  /// The texts before and behind the first two dots that are not in quotes; `nil` if there are none.
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

  /// The texts between stars that are not in quotes; one if there is no star.
  var betweenStars: [String] {
    characters.split(omittingEmptySubsequences: false) { $0.character == "*" && !$0.isQuoted }
      .map { String($0.map(\.character)) }
  }

  /// The column of a character, from 0; behind the last one if there are not as many.
  func column(of offset: Int) -> Int {
    let index = characters.startIndex + offset
    guard index < characters.endIndex else { return characters.last.map { $0.column + 1 } ?? column }
    return characters[index].column
  }
}

extension WrittenText {
  /// A text as a query writes it as the value of a field to mean it literally: in quotes unless it is plain.
  static func value(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && !text.contains("..") && !["none", "any"].contains(text.lowercased())
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+&#@".contains($0) }
    return isPlain ? text : quoted(text)
  }

  /// A text as a query has to write it to mean it literally.
  static func quoted(_ text: String) -> String {
    var output = "\""
    for character in ConditionParser.characters(of: text) {
      switch character {
      case "\"": output += "\\\""
      // A backslash before a closing quote would be one that keeps the quote from closing.
      case "\\": output += "\"\\\""
      default: output.append(character)
      }
    }
    return output + "\""
  }
}
