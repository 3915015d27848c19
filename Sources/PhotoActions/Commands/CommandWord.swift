import PhotoFiles

/// An argument of a command, or the placeholder for paths.
enum CommandWord: Sendable, Hashable {
  case text([UInt8])
  /// `{}`: all paths as separate arguments.
  case paths
}

struct LineMistake: Error {
  let reason: String
}

/// Splits a command into words like a shell, without any expansion except `~`.
///
/// Spaces and tabs separate words. `'…'` is literal; in `"…"` and outside quotes, a backslash escapes the next
/// character. A leading `~/` is the home folder.
struct CommandSplitter {
  private static let shellCharacters = Set("|&;<>()$`".utf8)
  /// The characters that a backslash escapes in double quotes (POSIX.1-2024, XCU 2.2.3).
  private static let escapedInQuotes = Set("\"\\$`".utf8)

  private let bytes: [UInt8]
  private let home: [UInt8]?
  private var index = 0

  /// - Parameter home: The value of `~`, if known.
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

  /// The bytes of a word, and the number of `{}` placeholders.
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
    // As part of an argument, a path could become an option or code.
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
