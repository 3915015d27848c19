import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

extension LibraryViewOptions {
  /// The options that determine the photos of a view and their numbers, as in a command: `--where rating:>=3 --sort name`.
  ///
  /// Equal strings mean the same options, whatever the order in which the user wrote them.
  var written: String {
    var options = WrittenOptions()
    options.add("--album", album)
    options.add("--group", group?.rawValue)
    let kinds = filter.reduce(into: KindFilter()) { $0.formUnion($1) }.list
    options.add("--filter", kinds.isEmpty ? nil : kinds)
    for query in asking.queries { options.add("--where", query.text) }
    options.add("--since", since?.text)
    options.add("--until", until?.text)
    options.add("--sort", sort?.text)
    options.add("--ascending", if: ascending)
    options.add("--descending", if: descending)
    options.add("--keep-empty", if: keepEmpty)
    options.add("--hidden", if: hidden)
    options.add("--depth", depth.map(String.init))
    options.add("--follow", if: links.follow == true)
    options.add("--no-follow", if: links.follow == false)
    options.add("--unique", if: unique)
    options.add("--stack", if: stack == true)
    options.add("--no-stack", if: stack == false || files)
    options.add("--limit", limit.map(String.init))
    options.add("--offset", offset.map(String.init))
    options.add("--time-zone", zone.timeZone)
    options.add("--from", from)
    options.add("--any-file", if: anyFile)
    return options.text
  }
}

extension ListOptions {
  /// The options, as in a command.
  var written: String {
    var options = WrittenOptions()
    options.add("--preselected", preselected)
    options.add("--exclude", exclude)
    return options.text
  }
}

/// Options and their values, separated by spaces.
struct WrittenOptions {
  private(set) var text = ""

  mutating func add(_ name: String, if isOn: Bool) {
    if isOn { add(name) }
  }

  /// Adds an option with a value. Values with spaces or quotation marks are quoted.
  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    add(name)
    add(Self.quoted(value) { !$0.properties.isWhitespace && $0 != "'" && $0 != "\"" })
  }

  mutating func add(_ word: String) {
    if word.isEmpty { return }
    text += (text.isEmpty ? "" : " ") + word
  }
}

// MARK: - Words for a shell

extension WrittenOptions {
  /// Returns a word in quotation marks unless a shell leaves it as it is.
  static func quoted(_ word: String) -> String {
    quoted(word) { scalar in
      scalar.isASCII
        ? scalar.properties.isAlphabetic || "0123456789_-./:,@%+".unicodeScalars.contains(scalar)
        : !scalar.properties.isWhitespace
    }
  }

  /// Returns a path for a shell, which replaces `~` only outside quotation marks.
  static func quoted(path: FilePath) -> String {
    let text = PhotoFacts.path(path.fileSystemBytes)
    let home = ["~/", "~"].first { text.hasPrefix($0) } ?? ""
    let rest = String(text.dropFirst(home.count))
    return home + (rest.isEmpty ? "" : quoted(rest))
  }

  /// Returns written options with each word in quotation marks unless a shell leaves it as it is.
  static func quoted(options: String) -> String {
    var isQuoted = false
    // No option contains NUL.
    let words = options.replacing(#"'\''"#, with: "\0").split { character in
      if character == "'" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }
    return words.map { quoted(String($0).replacing("'", with: "").replacing("\0", with: "'")) }
      .joined(separator: " ")
  }

  private static func quoted(_ word: String, unless isPlain: (Unicode.Scalar) -> Bool) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(isPlain) { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
