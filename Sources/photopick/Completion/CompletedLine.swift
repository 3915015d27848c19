import PhotoFiles
import SystemPackage

/// The command line in which a shell requests completions.
struct CompletedLine {
  /// The unquoted word up to the cursor.
  let text: String
  /// The unquoted preceding words, starting with the executable's name.
  private let before: [String]

  /// Creates a line from the values that the argument parser passes.
  ///
  /// - Parameters:
  ///   - words: The words of the line, with quotes.
  ///   - index: The index of the word to complete.
  ///   - prefix: The word up to the cursor, if it is the last word.
  init(_ words: [String], _ index: Int, _ prefix: String) {
    let word = index == words.count - 1 ? prefix : words.indices.contains(index) ? words[index] : ""
    text = ShellWord.text(of: word)
    before = words.prefix(max(index, 0)).map(ShellWord.text)
  }

  /// Returns the value of an option that precedes the word, or `nil`.
  func value(of option: String) -> String? {
    before.lastIndex(of: option).flatMap { before.indices.contains($0 + 1) ? before[$0 + 1] : nil }
  }

  func has(_ flag: String) -> Bool { before.contains(flag) }

  /// The folders that precede the word in the line; by default the library.
  var roots: [FilePath] {
    let words = before.dropFirst().enumerated().filter { index, word in
      !word.isEmpty && !word.hasPrefix("-") && !Self.takesAnotherFolder(before[index])
    }
    let folders = words.map { RawArguments.path(Self.withHome($1)) }.filter {
      (try? FileStatus($0))?.kind == .directory
    }
    return folders.isEmpty ? LibraryFolder.path.map { [$0] } ?? [] : folders
  }

  /// Returns `true` if the value of an option is a folder other than a library.
  private static func takesAnotherFolder(_ option: String) -> Bool {
    ["--to", "--root", "--image-folder", "--album", "--output", "-o", "--name"].contains(option)
  }

  /// Replaces a leading `~/` by the home folder, as the shell does.
  private static func withHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}

enum ShellWord {
  /// Parses a word of bash, zsh or fish, which may have an open quote (POSIX.1-2024, Shell Command Language, 2.2).
  static func text(of word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        // In double quotes, a backslash before any other character is literal.
        if quote == "\"", !"$`\"\\\n".contains(character) { text.append("\\") }
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
