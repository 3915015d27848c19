import PhotoFiles

/// A word of a command, which may hold a path.
struct CommandWord: Sendable, Hashable {
  /// A part of a word.
  enum Part: Sendable, Hashable {
    case text([UInt8])
    /// The place of a path, `{}`.
    case path
  }

  var parts: [Part]

  /// True for `{}` alone, which all paths replace.
  var isPath: Bool { parts == [.path] }
  /// True for a word that takes one path, such as `--file={}`.
  var holdsPath: Bool { parts.count > 1 && parts.contains(.path) }

  /// The word with a path in it.
  func with(_ path: [UInt8]) -> [UInt8] {
    parts.flatMap { part in
      switch part {
      case .text(let text): text
      case .path: path
      }
    }
  }
}

/// Why a command cannot be understood.
enum CommandMistake: Error, Sendable, Hashable, CustomStringConvertible {
  case missingCommand
  case openQuote(Character)
  case openBackslash
  case shellCharacter(Character)
  case pathAsProgram
  case pathAsCode

  var description: String {
    switch self {
    case .missingCommand: "the command is missing: write KEY NAME COMMAND"
    case .openQuote(let quote): "the quote \(quote) has no end"
    case .openBackslash: "nothing follows the last backslash"
    case .shellCharacter(let character):
      "no shell reads this command, so \(character) means nothing: quote it, or write sh -c '… \"$@\"' sh {}"
    case .pathAsProgram: "the command has to begin with a program, not with {}"
    case .pathAsCode:
      "a path in the text of a script could run as code: write -c '… \"$@\"' sh {} instead"
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

  /// The words of the command.
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
    return word.finish()
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

/// A word that is being read.
private struct WordBuilder {
  private var parts: [CommandWord.Part] = []
  private var text: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) { text += bytes }

  mutating func appendPath() {
    endText()
    parts.append(.path)
  }

  /// The word; `''` is one without bytes.
  mutating func finish() -> CommandWord {
    endText()
    return CommandWord(parts: parts.isEmpty ? [.text([])] : parts)
  }

  private mutating func endText() {
    if !text.isEmpty { parts.append(.text(text)) }
    text = []
  }
}
