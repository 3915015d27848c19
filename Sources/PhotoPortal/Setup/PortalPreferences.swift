import PhotoFiles
import SystemPackage

/// The files of preferred backends (portals.conf(5)), of which the first one counts.
struct PortalPreferences: Sendable {
  private static let folder = "xdg-desktop-portal"
  private static let general = "portals.conf"
  private static let section = "[preferred]"
  private static let key = PortalBackend.chooserInterface
  private static let ours = "photopick"

  let userFolder: FilePath
  private let systemFolders: [FilePath]
  /// The names of files in the order of preference.
  private let names: [String]

  /// - Parameter desktop: `XDG_CURRENT_DESKTOP`: names separated by colons.
  init(_ folders: PortalSetup.Folders, desktop: String) {
    userFolder = folders.config.appending(Self.folder)
    systemFolders = (folders.systemConfig + [folders.data] + folders.systemData).map {
      $0.appending(Self.folder)
    }
    let desktops = desktop.lowercased().split(separator: ":").filter { !$0.contains("/") }
    names = desktops.map { "\($0)-\(Self.general)" } + [Self.general]
  }

  /// The file that counts, if there is any.
  var effective: FilePath? {
    for folder in [userFolder] + systemFolders {
      for name in names {
        let file = folder.appending(name)
        if Self.text(of: file)?.contains(Self.section) == true { return file }
      }
    }
    return nil
  }

  /// Whether the file that counts prefers photopick.
  var isAdded: Bool {
    guard let text = effective.flatMap(Self.text) else { return false }
    return Self.preferred(in: Self.lines(text))?.names.first == Self.ours
  }

  /// Returns the text of a file, or `nil` if it is missing or can't be read.
  static func text(of file: FilePath) -> String? {
    ((try? ConfigurationFile.contents(file)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Changes

  /// Adds the preference to the user's file, which begins with the contents of the file that counts. Returns the path, or
  /// `nil` if the file needs no change.
  func add() throws -> FilePath? {
    let source = effective
    let file = userFolder.appending(source?.lastComponent?.string ?? Self.general)
    let old = try source.flatMap { try ConfigurationFile.contents($0) } ?? []
    let new = Self.adding(to: String(decoding: old, as: UTF8.self))
    if new == Self.text(of: file) { return nil }
    try OpenFolder.make(userFolder)
    try AtomicFile.write(new.utf8, to: file)
    return file
  }

  /// Removes the preference from the user's files, and removes files that are then like files of the system.
  /// Returns the paths of changed files.
  func remove() throws -> [FilePath] {
    var changed: [FilePath] = []
    for name in ((try? OpenFolder(userFolder).names()) ?? []).map(\.text) where name.hasSuffix(Self.general) {
      let file = userFolder.appending(name)
      guard let old = Self.text(of: file), let new = Self.removing(from: old) else { continue }
      let systemTexts = systemFolders.lazy.compactMap { Self.text(of: $0.appending(name)) }
      if new.isEmpty || systemTexts.first.map(Self.lines) == Self.lines(new) {
        try file.removeFile()
      } else {
        try AtomicFile.write(new.utf8, to: file)
      }
      changed.append(file)
    }
    return changed
  }

  // MARK: Text

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the line with backends for the file chooser, and their names.
  private static func preferred(in lines: [String]) -> (line: Int, names: [String])? {
    guard let line = lines.firstIndex(where: { $0.prefix { $0 != "=" }.filter { $0 != " " } == key }) else {
      return nil
    }
    let value = lines[line].drop { $0 != "=" }.dropFirst()
    return (line, value.split(separator: ";").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty })
  }

  /// Returns a text in which photopick is the first file chooser.
  static func adding(to text: String) -> String {
    var lines = lines(text)
    let preferred = preferred(in: lines)
    if preferred?.names.first == ours { return text }
    let line = "\(key)=\(([ours] + (preferred?.names ?? []).filter { $0 != ours }).joined(separator: ";"))"
    if let preferred {
      lines[preferred.line] = line
    } else if let head = lines.firstIndex(where: { $0.filter { $0 != " " } == section }) {
      lines.insert(line, at: head + 1)
    } else {
      lines += [section, line]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a text without photopick, or `nil` if the text doesn't contain it.
  static func removing(from text: String) -> String? {
    var lines = lines(text)
    guard let preferred = preferred(in: lines), preferred.names.contains(ours) else { return nil }
    let others = preferred.names.filter { $0 != ours }
    if others.isEmpty {
      lines.remove(at: preferred.line)
    } else {
      lines[preferred.line] = "\(key)=\(others.joined(separator: ";"))"
    }
    return lines == [section] ? "" : lines.map { $0 + "\n" }.joined()
  }
}
