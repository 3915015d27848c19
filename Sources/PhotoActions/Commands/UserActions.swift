import PhotoFiles
import SystemPackage

/// Custom commands, from a file with one command per line:
///
///     # key  name             command
///     e      edit             gimp {}
///     s      sheet            sh -c 'montage "$@" ~/sheet.jpg' sh {}
///     v      metadata         !less {}
///
/// Spaces or tabs separate the fields. The key is one printable character, the name is a word or a string in double
/// quotes, and the command is the rest of the line. It is split into words with `'…'`, `"…"` and backslashes as in a
/// shell, but no shell is involved. `{}` expands to all selected paths as separate arguments, and must be a separate
/// word; without it, the paths are appended. A leading `!` runs the command in the terminal. Empty lines and lines
/// that start with `#` are ignored.
public struct UserActions: Sendable, Hashable {
  public static let countLimit = 100

  /// The actions in file order, with unique keys.
  public private(set) var actions: [UserAction] = []
  /// The syntax errors. Other lines are still valid.
  public private(set) var mistakes: [ConfigurationMistake] = []
  private var file: FilePath?

  /// The default location: `$XDG_CONFIG_HOME/photopick/actions`.
  public static var path: FilePath {
    get throws(HomeUnknown) { try UserFolders.current.config.appending("actions") }
  }

  public static func ofUser() -> UserActions {
    var actions = UserActions()
    do throws(HomeUnknown) {
      actions = UserActions(reading: try path)
    } catch {
      actions.mistakes = [ConfigurationMistake(file: "actions", line: nil, reason: "\(error)")]
    }
    return actions
  }

  private init() {}

  public func reread() -> UserActions { file.map(UserActions.init(reading:)) ?? self }

  /// Reads a file. A missing file contains no actions.
  public init(reading file: FilePath) {
    self.file = file
    var bytes: [UInt8] = []
    do throws(ConfigurationMistake) {
      bytes = try ConfigurationFile.contents(file) ?? []
    } catch {
      mistakes = [error]
    }
    take(bytes, of: file, home: try? UserFolders.current.home.fileSystemBytes)
  }

  /// - Parameter home: The value of `~`, if known.
  init(_ bytes: [UInt8], of file: FilePath, home: [UInt8]? = nil) { take(bytes, of: file, home: home) }

  private mutating func take(_ bytes: [UInt8], of file: FilePath, home: [UInt8]?) {
    var lines: [Character: Int] = [:]
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      do throws(LineMistake) {
        var line = ActionLine(line)
        guard let action = try line.action(home: home) else { continue }
        if let earlier = lines[action.key] {
          throw LineMistake(reason: "the key \(action.key) is that of line \(earlier) already")
        }
        guard actions.count < Self.countLimit else {
          throw LineMistake(reason: "there are \(Self.countLimit) actions before it, and no more count")
        }
        lines[action.key] = index + 1
        actions.append(action)
      } catch {
        mistakes.append(ConfigurationMistake(file: file, line: index + 1, reason: error.reason))
        // Further lines would only repeat the error.
        if actions.count == Self.countLimit { return }
      }
    }
  }

  public subscript(key: Character) -> UserAction? { actions.first { $0.key == key } }
}

private struct ActionLine {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) {
    rest = line
    while let last = rest.last, CommandSplitter.isBlank(last) || last == 0x0D {
      // Preserve an escaped space.
      if last != 0x0D, rest.dropLast().last == UInt8(ascii: "\\") { break }
      rest.removeLast()
    }
    skipBlanks()
  }

  mutating func action(home: [UInt8]?) throws(LineMistake) -> UserAction? {
    guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
    guard !rest.contains(0) else { throw LineMistake(reason: "it contains a NUL") }
    let key = try key()
    let name = try name()
    return try UserAction(key: key, name: name, command: Array(rest), home: home)
  }

  private mutating func key() throws(LineMistake) -> Character {
    let text = String(decoding: takeWord(), as: UTF8.self)
    guard text.count == 1, let key = text.first, key != "\u{FFFD}",
      key.unicodeScalars.allSatisfy(Self.isPrintable)
    else { throw LineMistake(reason: "a line starts with a key of one printable character") }
    return key
  }

  private mutating func name() throws(LineMistake) -> String {
    let quote = UInt8(ascii: "\"")
    var name = [UInt8]()
    if rest.first == quote {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else {
        throw LineMistake(reason: "the name's quote has no end")
      }
      name = Array(rest[..<end])
      rest = rest[(end + 1)...]
      skipBlanks()
    } else {
      name = takeWord()
    }
    guard !name.isEmpty else { throw LineMistake(reason: "the name is missing: write KEY NAME COMMAND") }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func takeWord() -> [UInt8] {
    let word = Array(rest.prefix { !CommandSplitter.isBlank($0) })
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return word
  }

  private mutating func skipBlanks() { rest = rest.drop { CommandSplitter.isBlank($0) } }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      false
    default: true
    }
  }
}
