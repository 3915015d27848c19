import PhotoFiles
import SystemPackage

/// The command line in which a shell asks how a word goes on.
struct CompletedLine {
  /// The word so far, up to the cursor, without the shell's quotes.
  let text: String
  /// The words before it, the program's name first, without quotes.
  private let before: [String]

  /// A line as the argument parser passes it on.
  ///
  /// - Parameters:
  ///   - words: the words of the line as they are written there, with quotes.
  ///   - index: the place of the word among them.
  ///   - prefix: the word up to the cursor, if it is the last one.
  init(_ words: [String], _ index: Int, _ prefix: String) {
    let word = index == words.count - 1 ? prefix : words.indices.contains(index) ? words[index] : ""
    text = ShellWord.text(of: word)
    before = words.prefix(max(index, 0)).map(ShellWord.text)
  }

  /// The value that an option has before the word; `nil` if it has none.
  func value(of option: String) -> String? {
    before.lastIndex(of: option).flatMap { before.indices.contains($0 + 1) ? before[$0 + 1] : nil }
  }

  func has(_ flag: String) -> Bool { before.contains(flag) }

  /// The folders that the line names before the word, else the library's.
  var roots: [FilePath] {
    let words = before.dropFirst().enumerated().filter { index, word in
      !word.isEmpty && !word.hasPrefix("-") && !Self.takesAnotherFolder(before[index])
    }
    let folders = words.map { RawArguments.path(Self.withHome($1)) }.filter {
      (try? FileStatus($0))?.kind == .directory
    }
    return folders.isEmpty ? LibraryFolder.path.map { [$0] } ?? [] : folders
  }

  /// True if the word behind an option is a folder that holds no photos to look at.
  private static func takesAnotherFolder(_ option: String) -> Bool {
    ["--to", "--root", "--image-folder", "--album", "--output", "-o", "--name"].contains(option)
  }

  /// A path in which a leading `~/` is the home folder, as the shell makes it when the line is run.
  private static func withHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}

enum ShellWord {
  /// The text of a word of bash, zsh or fish, whose quotes may be open still (POSIX.1-2024, Shell Command Language, 2.2).
  static func text(of word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        // In double quotes, a backslash before other characters is one.
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
