import SystemPackage

/// A file of settings, one `key = value` per line. Empty lines and lines that start with `#` are ignored.
public struct SettingsFile: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public let key: String
    public let value: String
    /// The line, from 1 on.
    public let line: Int
  }

  /// An error in a file of settings.
  public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    public let file: FilePath
    /// The line, from 1 on; `nil` if the error concerns the entire file.
    public let line: Int?
    public let reason: String

    public init(file: FilePath, line: Int?, reason: String) {
      (self.file, self.line, self.reason) = (file, line, reason)
    }

    public var description: String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(reason)" }
  }

  public static let byteLimit = 64 * 1024

  /// The settings in file order.
  public private(set) var entries: [Entry] = []
  /// The first error of each line. Other lines are still valid.
  public private(set) var mistakes: [Mistake] = []

  /// Reads a file. A missing file contains no settings.
  public init(_ file: FilePath) {
    var bytes: [UInt8] = []
    do throws(Errno) {
      // Opening a named pipe must not block.
      let open = try OpenFile(file)
      guard open.status.kind == .regular else {
        throw open.status.kind == .directory ? .isDirectory : .invalidArgument
      }
      bytes = try open.descriptor.readAll(limit: Self.byteLimit)
    } catch .noSuchFileOrDirectory {
      return
    } catch {
      let reason = error == .fileTooLarge ? "it is larger than 64 KiB" : "\(error)"
      mistakes = [Mistake(file: file, line: nil, reason: reason)]
      return
    }
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = Self.trimmed(String(decoding: line, as: UTF8.self)[...])
      if text.isEmpty || text.hasPrefix("#") { continue }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        mistakes.append(Mistake(file: file, line: index + 1, reason: "write KEY = VALUE"))
        continue
      }
      entries.append(Entry(key: parts[0], value: parts[1], line: index + 1))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let blanks: Set<Character> = [" ", "\t", "\r", "\r\n", "\u{FEFF}"]
    let rest = text.drop { blanks.contains($0) }
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return "" }
    return String(rest[...last])
  }
}
