import PhotoFiles

/// A word of a command: one argument, or the place of the paths.
enum CommandWord: Sendable, Hashable {
  case text([UInt8])
  /// `{}`: all paths, each an argument of its own.
  case paths
}

/// A mistake in a line of a file of actions.
struct LineMistake: Error {
  let reason: String
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

  mutating func words() throws(LineMistake) -> [CommandWord] {
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

  /// The bytes of a word, and how often `{}` stands in it.
  private typealias Parts = (text: [UInt8], pathCount: Int)

  private mutating func word() throws(LineMistake) -> CommandWord {
    var word: Parts = ([], 0)
    if peek() == UInt8(ascii: "~"), let home,
      peek(1).map({ $0 == UInt8(ascii: "/") || Self.isBlank($0) }) ?? true
    {
      word.text += home
      index += 1
    }
    while let byte = peek(), !Self.isBlank(byte) {
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard let next = peek() else { throw LineMistake(reason: "nothing follows the last backslash") }
        word.text.append(next)
        index += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""): try takeQuoted(byte, into: &word)
      case UInt8(ascii: "{") where peek() == UInt8(ascii: "}"): takePath(into: &word)
      default:
        if Self.shellCharacters.contains(byte) {
          let character = Character(UnicodeScalar(byte))
          throw LineMistake(
            reason: "no shell reads this command, so \(character) means nothing: quote it, "
              + "or write sh -c '… \"$@\"' sh {}")
        }
        word.text.append(byte)
      }
    }
    guard word.pathCount > 0 else { return .text(word.text) }
    // A path that is only a part of an argument could become an option, or code.
    guard word.pathCount == 1, word.text.isEmpty else {
      throw LineMistake(
        reason: "{} is a part of a longer word; write it as a word of its own, "
          + "for a script sh -c '… \"$@\"' sh {}")
    }
    return .paths
  }

  private mutating func takeQuoted(_ quote: UInt8, into word: inout Parts) throws(LineMistake) {
    while let byte = peek() {
      index += 1
      if byte == quote { return }
      if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), let next = peek(),
        Self.escapedInQuotes.contains(next)
      {
        word.text.append(next)
        index += 1
      } else if byte == UInt8(ascii: "{"), peek() == UInt8(ascii: "}") {
        takePath(into: &word)
      } else {
        word.text.append(byte)
      }
    }
    throw LineMistake(reason: "the quote \(Character(UnicodeScalar(quote))) has no end")
  }

  private mutating func takePath(into word: inout Parts) {
    word.pathCount += 1
    index += 1
  }
}
