import SystemPackage

/// A file of settings, one `key = value` per line. Empty lines and lines that start with `#` are ignored.
public struct SettingsFile: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public let key: String
    public let value: String
    /// The line, from 1 on.
    public let line: Int
  }

  /// The settings in file order.
  public private(set) var entries: [Entry] = []
  /// The first error of each line. Other lines are still valid.
  public private(set) var mistakes: [ConfigurationMistake] = []

  /// Reads a file. A missing file contains no settings.
  public init(_ file: FilePath) {
    var bytes: [UInt8] = []
    do throws(ConfigurationMistake) {
      bytes = try ConfigurationFile.contents(file) ?? []
    } catch {
      mistakes = [error]
    }
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = Self.trimmed(String(decoding: line, as: UTF8.self)[...])
      if text.isEmpty || text.hasPrefix("#") { continue }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        mistakes.append(ConfigurationMistake(file: file, line: index + 1, reason: "write KEY = VALUE"))
        continue
      }
      entries.append(Entry(key: parts[0], value: parts[1], line: index + 1))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let blanks: Set<Character> = [" ", "\t", "\r", "\r\n"]
    let rest = text.drop { blanks.contains($0) }
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return "" }
    return String(rest[...last])
  }
}
