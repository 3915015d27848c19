import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Keeps drafts under names, each in a file of a folder.
///
///     let store = try DraftStore.ofUser
///     let draft = try store.update(DraftName("album")) { DraftChange(adding: [path]).applied(to: $0) }
///
/// A draft changes as a whole or not at all, whenever the program is killed. Two processes may change the same
/// draft: one waits for the other, and each sees what the other has added.
public struct DraftStore: Sendable {
  private static let pathExtension = ".draft"

  /// The folder; made when a draft is kept.
  public let folder: FilePath
  /// How long a change waits for those of other processes.
  private let patience: Duration

  public init(folder: FilePath, patience: Duration = .seconds(20)) {
    self.folder = folder
    self.patience = patience
  }

  /// The user's store, under `$XDG_DATA_HOME` (XDG Base Directory Specification): drafts are the user's own.
  public static var ofUser: DraftStore {
    get throws(HomeUnknown) { DraftStore(folder: try UserFolders.current.data.appending("drafts")) }
  }

  /// The names of all drafts, in order.
  ///
  /// - Throws: `DraftError.system` if the folder cannot be read; one that is not there holds none.
  public func names() throws(DraftError) -> [DraftName] {
    do throws(Errno) {
      return try OpenFolder(folder).names().compactMap(Self.draftName).sorted()
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw failure(folder, "the drafts cannot be listed", error)
    }
  }

  /// The draft of a name; `nil` if there is none.
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

  /// Changes a draft, which is made if there is none, and returns it.
  ///
  /// - Parameter change: gets the absolute paths that the draft holds and returns those that it will hold. If it throws,
  ///   the draft stays as it was. Other processes wait for it, but not without end.
  /// - Throws: `DraftError`, or what `change` throws.
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
        throw failure(file, "the draft cannot be kept", error)
      }
      return draft
    }
  }

  /// Removes a draft, also a damaged one; returns false if there is none.
  @discardableResult
  public func delete(_ name: DraftName) throws -> Bool {
    do throws(Errno) {
      _ = try FileStatus(folder)
    } catch .noSuchFileOrDirectory {
      return false
    } catch {
      throw failure(folder, "the drafts cannot be looked at", error)
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

  /// Runs `body` while no other process changes a draft; a lock ends with its process.
  private func locked<Result>(_ body: (OpenFolder) throws -> Result) throws -> Result {
    let (opened, lock): (OpenFolder, FileLock)
    let lockName = FileName(".lock")
    do {
      try OpenFolder.make(folder)
      opened = try OpenFolder(folder)
      _ = try OwnFile(folder.appending(lockName)).status()
      lock = try opened.lock(lockName, mode: 0o600, within: patience)
    } catch let error as UnexpectedKind {
      throw failure(folder.appending(lockName), "drafts cannot be kept", error)
    } catch Errno.wouldBlock {
      let reason = "another photopick is changing drafts and does not end; end it, then try again"
      throw DraftError.system(file: folder.string, reason: reason)
    } catch {
      throw failure(folder, "drafts cannot be kept", error)
    }
    return try withExtendedLifetime(lock) { try body(opened) }
  }

  private func failure(_ file: FilePath, _ what: String, _ error: any Error) -> DraftError {
    .system(file: file.string, reason: "\(what): \(error)")
  }
}

/// The paths of a draft as its file contains them.
private struct StoredPaths: StoredRecord {
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
    guard paths.allSatisfy({ $0.first == UInt8(ascii: "/") && !$0.contains(0) }) else {
      throw RecordDamage()
    }
    self.paths = paths
  }

  /// The paths in the file of a draft; `nil` if its bytes are damaged.
  static func paths(_ bytes: [UInt8]) -> [[UInt8]]? {
    RecordFile<StoredPaths>.onlyRecord(bytes)?.paths ?? pathsOfFirstVersion(bytes)
  }

  /// The paths of a draft of photopick 0.1.0, which a person may still have: each field ends in NUL.
  private static func pathsOfFirstVersion(_ bytes: [UInt8]) -> [[UInt8]]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count >= 3, fields.removeLast().isEmpty, fields.removeLast().elementsEqual("end".utf8),
      fields.removeFirst().elementsEqual("photopick draft 1".utf8),
      fields.allSatisfy({ $0.first == UInt8(ascii: "/") })
    else { return nil }
    return fields.map(Array.init)
  }
}
