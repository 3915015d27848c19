import PhotoFiles
import PhotoLibrary
import SystemPackage

/// A folder of named drafts.
///
///     let store = try DraftStore.ofUser
///     let draft = try store.update(DraftName("album")) { DraftChange(adding: [path]).applied(to: $0) }
///
/// Updates are atomic, even if photopick is killed. Concurrent updates are serialized, and each sees the result of the
/// previous one.
public struct DraftStore: Sendable {
  private static let pathExtension = ".draft"

  /// The folder, created by the first update.
  public let folder: FilePath
  /// The timeout for concurrent updates.
  private let patience: Duration

  public init(folder: FilePath, patience: Duration = .seconds(20)) {
    self.folder = folder
    self.patience = patience
  }

  /// The default drafts, under `$XDG_DATA_HOME` (XDG Base Directory Specification).
  public static var ofUser: DraftStore {
    get throws(HomeUnknown) { DraftStore(folder: try UserFolders.current.data.appending("drafts")) }
  }

  /// Returns the sorted names of all drafts, or an empty array if the folder doesn't exist.
  ///
  /// - Throws: `DraftError.system` when the folder can't be read.
  public func names() throws(DraftError) -> [DraftName] {
    do throws(Errno) {
      return try OpenFolder(folder).names().compactMap(Self.draftName).sorted()
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw failure(folder, "the drafts cannot be listed", error)
    }
  }

  /// Returns the draft with this name, or `nil` if it doesn't exist.
  public func draft(_ name: DraftName) throws(DraftError) -> Draft? {
    let path = file(of: name)
    do {
      guard let file = try OwnFile(path).open() else { return nil }
      let bytes = try file.descriptor.readAll(limit: PathList.memoryLimit)
      guard let paths = StoredPaths.paths(bytes) else { throw DraftError.damaged(name, file: path.string) }
      return Draft(name: name, paths: paths, modified: file.status.modified)
    } catch let error as DraftError {
      throw error
    } catch {
      throw failure(path, "the draft cannot be read", error)
    }
  }

  /// Updates a draft, or creates it, and returns the result.
  ///
  /// - Parameters:
  ///   - name: The name of the draft.
  ///   - change: Maps the old absolute paths to the new ones. If it throws, the draft isn't modified. Other updates
  ///     wait
  ///     for it, up to their timeout.
  /// - Throws: `DraftError`, or the error thrown by `change`.
  @discardableResult
  public func update(_ name: DraftName, _ change: ([[UInt8]]) throws -> [[UInt8]]) throws -> Draft {
    try locked { _ in
      var draft = try draft(name) ?? Draft(name: name, paths: [], modified: .now)
      let paths = try change(draft.paths)
      guard paths != draft.paths || draft.paths.isEmpty else { return draft }
      draft.paths = paths
      let file = file(of: name)
      do {
        let bytes = RecordFile.bytes([StoredPaths(paths)], reserving: paths.reduce(64) { $0 + $1.count + 2 })
        try OwnFile(file).write(bytes, durability: .content)
      } catch {
        throw failure(file, "the draft cannot be saved", error)
      }
      return draft
    }
  }

  /// Removes a draft, even an invalid one. Returns `false` if it didn't exist.
  @discardableResult
  public func delete(_ name: DraftName) throws -> Bool {
    do throws(Errno) {
      _ = try FileStatus(folder)
    } catch .noSuchFileOrDirectory {
      return false
    } catch {
      throw failure(folder, "the drafts cannot be read", error)
    }
    return try locked { folder in
      let fileName = fileName(of: name)
      do throws(Errno) {
        guard try folder.status(of: fileName) != nil else { return false }
        try folder.remove(fileName)
        return true
      } catch {
        throw failure(file(of: name), "the draft cannot be removed", error)
      }
    }
  }

  private func fileName(of name: DraftName) -> FileName {
    FileName(unchecked: Array((name.description + Self.pathExtension).utf8))
  }

  private func file(of name: DraftName) -> FilePath { folder.appending(fileName(of: name)) }

  private static func draftName(_ file: FileName) -> DraftName? {
    guard let text = String(validating: file.bytes, as: UTF8.self), text.hasSuffix(pathExtension) else {
      return nil
    }
    return try? DraftName(String(text.dropLast(pathExtension.count)))
  }

  /// Calls `body` with an exclusive lock, which the system releases when the process terminates.
  private func locked<Result>(_ body: (OpenFolder) throws -> Result) throws -> Result {
    let (opened, lock): (OpenFolder, FileLock)
    let lockName = FileName(".lock")
    do {
      try OpenFolder.make(folder)
      opened = try OpenFolder(folder)
      _ = try OwnFile(folder.appending(lockName)).status()
      lock = try opened.lock(lockName, mode: 0o600, within: patience)
    } catch let error as UnexpectedKind {
      throw failure(folder.appending(lockName), "drafts cannot be saved", error)
    } catch Errno.wouldBlock {
      let reason = "another photopick is changing drafts; quit it and try again"
      throw DraftError.system(file: folder.string, reason: reason)
    } catch {
      throw failure(folder, "drafts cannot be saved", error)
    }
    return try withExtendedLifetime(lock) { try body(opened) }
  }

  private func failure(_ file: FilePath, _ what: String, _ error: any Error) -> DraftError {
    .system(file: file.string, reason: "\(what): \(error)")
  }
}

/// The file contents of a draft.
struct StoredPaths: StoredRecord {
  static let signature = "photopick draft 2"
  let paths: [[UInt8]]

  init(_ paths: [[UInt8]]) { self.paths = paths }

  func encode(to output: inout RecordEncoder) {
    output.append(count: paths.count)
    for path in paths { output.append(bytes: path) }
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    var paths: [[UInt8]] = []
    for _ in 0..<(try input.count()) { paths.append(try input.data()) }
    guard paths.allSatisfy({ RootPath.isAbsolute($0) && !$0.contains(0) }) else { throw RecordDamage() }
    self.paths = paths
  }

  /// Decodes the paths; returns `nil` if the bytes are invalid.
  static func paths(_ bytes: [UInt8]) -> [[UInt8]]? {
    RecordFile<StoredPaths>.onlyRecord(bytes)?.paths ?? pathsOfFirstVersion(bytes)
  }

  /// Decodes a draft of photopick 0.1.0, whose fields are terminated by NUL.
  private static func pathsOfFirstVersion(_ bytes: [UInt8]) -> [[UInt8]]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count >= 3, fields.removeLast().isEmpty, fields.removeLast().elementsEqual("end".utf8),
      fields.removeFirst().elementsEqual("photopick draft 1".utf8),
      fields.allSatisfy({ RootPath.isAbsolute($0) })
    else { return nil }
    return fields.map(Array.init)
  }
}
