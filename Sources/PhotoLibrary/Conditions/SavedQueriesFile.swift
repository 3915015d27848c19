import PhotoFiles
import SystemPackage

/// A file of saved queries that people edit, too.
public struct SavedQueriesFile: Sendable {
  public enum SavingError: Error, Sendable, Hashable, CustomStringConvertible {
    case invalidName(String)
    /// The query has control characters, such as a line break.
    case severalLines
    case invalidQuery(ConditionError)
    case tooLarge(FilePath)
    case unreadable(ConfigurationMistake)
    case unwritable(FilePath, Errno)

    /// A one-line description of the problem.
    public var description: String {
      switch self {
      case .invalidName(let name):
        "\"\(SafeText.escaping(name))\" names no query: \(SavedQueries.nameRule)"
      case .severalLines: "a saved query is one line without control characters"
      case .invalidQuery(let error): "the query cannot be saved: \(error)"
      case .tooLarge(let file): "\(file) would be larger than 64 KiB"
      case .unreadable(let mistake): "\(mistake)"
      case .unwritable(let file, let error): "the query cannot be saved in \(file): \(error)"
      }
    }
  }

  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  public static var ofUser: SavedQueriesFile {
    get throws(HomeUnknown) { SavedQueriesFile(try SavedQueries.path) }
  }

  /// Saves a query under a name, in place of a query that has the name, and returns that. Other lines are unchanged.
  @discardableResult
  public func save(_ query: String, as name: String) throws(SavingError) -> String? {
    guard SavedQueries.isName(name) else { throw .invalidName(name) }
    guard !query.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .severalLines
    }
    do {
      let folder = path.removingLastComponent()
      try OpenFolder.make(folder)
      let lock = FileLock(try OpenFolder(folder).open(FileName("."), O_RDONLY | O_DIRECTORY))
      try lock.descriptor.lock(.exclusive, within: .seconds(5))
      return try withExtendedLifetime(lock) { try replace(name, by: query) }
    } catch let error as SavingError {
      throw error
    } catch let error as ConfigurationMistake {
      throw .unreadable(error)
    } catch {
      throw .unwritable(path, error as? Errno ?? .ioError)
    }
  }

  private func replace(_ name: String, by query: String) throws -> String? {
    var saved = SavedQueries(reading: path)
    let old = saved[name]
    saved[name] = query
    do throws(ConditionError) {
      // Finds a query that refers to itself, too.
      _ = try AssetCondition("@\(name)", saved: saved)
    } catch {
      throw SavingError.invalidQuery(error)
    }
    let bytes = try ConfigurationFile.contents(path) ?? []
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let line = Array("\(name) = \(query)".utf8)
    // The first line of a name is valid.
    let settings = SettingsFile(path)
    if let known = settings.entries.first(where: { $0.key == name }) {
      lines[known.line - 1] = line
    } else {
      if lines.last?.isEmpty == true { lines.removeLast() }
      lines += [line, []]
    }
    let output = Array(lines.joined(separator: [0x0A]))
    guard output.count <= ConfigurationFile.byteLimit else { throw SavingError.tooLarge(path) }
    try AtomicFile.write(output, to: path)
    return old
  }
}
