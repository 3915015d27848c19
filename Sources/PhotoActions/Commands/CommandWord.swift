import PhotoFiles

/// A word of a command: one argument, or the place of the paths.
enum CommandWord: Sendable, Hashable {
  case text([UInt8])
  /// `{}`: all paths, each an argument of its own.
  case paths
}

/// Why a command cannot be understood.
enum CommandMistake: Error, Sendable, Hashable, CustomStringConvertible {
  case missingCommand
  case openQuote(Character)
  case openBackslash
  case shellCharacter(Character)
  case pathAsProgram
  case pathInWord

  var description: String {
    switch self {
    case .missingCommand: "the command is missing: write KEY NAME COMMAND"
    case .openQuote(let quote): "the quote \(quote) has no end"
    case .openBackslash: "nothing follows the last backslash"
    case .shellCharacter(let character):
      "no shell reads this command, so \(character) means nothing: quote it, or write sh -c '… \"$@\"' sh {}"
    case .pathAsProgram: "the command has to begin with a program, not with {}"
    case .pathInWord:
      "{} is a part of a longer word; write it as a word of its own, for a script sh -c '… \"$@\"' sh {}"
    }
  }
}

/// Splits a command into words as a shell does, and does nothing else that a shell does.
///
/// Blanks and tabs end words; `'…'` is taken as it stands; in `"…"` and outside of quotes a backslash takes the next
/// character as it is. `~/` at the beginning of a word is the home.
struct CommandSplitter {
  private static let shellCharacters = Set("|&;<>()$`".utf8)
  /// The characters that a backslash escapes in double quotes (POSIX.1-2024, XCU 2.2.3).
  private static let escapedInQuotes = Set("\"\\$`".utf8)

  private let bytes: [UInt8]
  private let home: [UInt8]?
  private var index = 0

  /// - Parameter home: what `~` stands for; `nil` if that is not known.
  init(_ bytes: [UInt8], home: [UInt8]?) { (self.bytes, self.home) = (bytes, home) }

  mutating func words() throws(CommandMistake) -> [CommandWord] {
    var words: [CommandWord] = []
    while true {
      while let byte = peek(), Self.isBlank(byte) { index += 1 }
      guard index < bytes.count else { return words }
      words.append(try word())
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private mutating func word() throws(CommandMistake) -> CommandWord {
    var word = WordBuilder()
    if peek() == UInt8(ascii: "~"), let home,
      peek(1).map({ $0 == UInt8(ascii: "/") || Self.isBlank($0) }) ?? true
    {
      word.append(home)
      index += 1
    }
    while let byte = peek(), !Self.isBlank(byte) {
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard let next = peek() else { throw .openBackslash }
        word.append([next])
        index += 1
      case UInt8(ascii: "'"): try takeQuoted(byte, into: &word)
      case UInt8(ascii: "\""): try takeQuoted(byte, into: &word)
      case UInt8(ascii: "{") where peek() == UInt8(ascii: "}"): takePath(into: &word)
      default:
        if Self.shellCharacters.contains(byte) { throw .shellCharacter(Character(UnicodeScalar(byte))) }
        word.append([byte])
      }
    }
    return try word.finish()
  }

  /// Takes the rest of a text in quotes.
  private mutating func takeQuoted(_ quote: UInt8, into word: inout WordBuilder) throws(CommandMistake) {
    while let byte = peek() {
      index += 1
      if byte == quote { return }
      if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), let next = peek(),
        Self.escapedInQuotes.contains(next)
      {
        word.append([next])
        index += 1
      } else if byte == UInt8(ascii: "{"), peek() == UInt8(ascii: "}") {
        takePath(into: &word)
      } else {
        word.append([byte])
      }
    }
    throw .openQuote(Character(UnicodeScalar(quote)))
  }

  private mutating func takePath(into word: inout WordBuilder) {
    word.appendPath()
    index += 1
  }
}

private struct WordBuilder {
  private var text: [UInt8] = []
  private var pathCount = 0

  mutating func append(_ bytes: [UInt8]) { text += bytes }

  mutating func appendPath() { pathCount += 1 }

  /// The word; `''` is one without bytes.
  func finish() throws(CommandMistake) -> CommandWord {
    guard pathCount > 0 else { return .text(text) }
    // A path that is only a part of an argument could become an option, or code.
    guard pathCount == 1, text.isEmpty else { throw .pathInWord }
    return .paths
  }
}
