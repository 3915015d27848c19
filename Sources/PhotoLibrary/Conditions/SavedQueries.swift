import PhotoFiles
import SystemPackage

/// Queries with names, which other queries use as `@name`.
///
///     let saved = SavedQueries(["summer": "date:2014-06..2014-08"])
///     try AssetCondition("@summer rating:>=4", saved: saved)
public struct SavedQueries: Sendable, Hashable {
  /// The maximum number of characters of a name.
  public static let nameLimit = 64
  static let nameRule = "a name has at most \(nameLimit) ASCII letters, digits, - and _"

  private var queries: [String: String] = [:]
  /// The errors of the file. Other lines are still valid.
  public private(set) var mistakes: [ConfigurationMistake] = []

  public init(_ queries: [String: String] = [:]) { self.queries = queries }

  /// The default location: `$XDG_CONFIG_HOME/photopick/queries`.
  public static var path: FilePath {
    get throws(HomeUnknown) { try UserFolders.current.config.appending("queries") }
  }

  public static func ofUser() -> SavedQueries {
    var queries = SavedQueries()
    do throws(HomeUnknown) {
      queries = SavedQueries(reading: try path)
    } catch {
      queries.mistakes = [ConfigurationMistake(file: "queries", line: nil, reason: "\(error)")]
    }
    return queries
  }

  /// Reads a file with one `name = query` per line. A missing file contains no queries.
  public init(reading file: FilePath) {
    let settings = SettingsFile(file)
    mistakes = settings.mistakes
    for entry in settings.entries {
      let reason: String? =
        !Self.isName(entry.key)
        ? Self.nameRule
        : queries[entry.key] == nil ? nil : "\(entry.key) is on an earlier line already"
      if let reason {
        mistakes.append(ConfigurationMistake(file: file, line: entry.line, reason: reason))
      } else {
        queries[entry.key] = entry.value
      }
    }
  }

  public var names: [String] { queries.keys.sorted() }

  public internal(set) subscript(name: String) -> String? {
    get { queries[name] }
    set { queries[name] = newValue }
  }

  /// Returns whether a name consists of 1 to 64 ASCII letters, digits, hyphens and underscores.
  public static func isName(_ text: some StringProtocol) -> Bool {
    (1...nameLimit).contains(text.utf8.count) && text.allSatisfy(isNameCharacter)
  }

  static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }
}
