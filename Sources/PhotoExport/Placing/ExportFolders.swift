import PhotoFiles
import Synchronization
import SystemPackage

/// The destination of an export and the folders below it, each opened once and never through a link.
final class ExportFolders: Sendable {
  private let openLimit: Int

  let root: FilePath
  private let journal: ExportJournal?
  private let open = Mutex<[[FileName]: OpenFolder]>([:])
  private let spellings = NameSpellings()

  /// Creates the folders of a destination. Requires a journal, which records each new folder.
  init(root: FilePath, journal: ExportJournal?, openLimit: Int) {
    self.root = root
    self.journal = journal
    self.openLimit = openLimit
  }

  func folder(_ names: [FileName]) throws -> OpenFolder? {
    try open.withLock { open in
      if let known = open[names] { return known }
      if open.count >= openLimit { open = open.filter { $0.key.isEmpty } }
      guard var folder = try open[[]] ?? rootFolder() else { return nil }
      open[[]] = folder
      var path = root
      for name in names {
        path = path.appending(name)
        guard let next = try exporting("open", path, { try child(name, of: folder, path) }) else {
          return nil
        }
        folder = next
      }
      open[names] = folder
      return folder
    }
  }

  /// Returns folders in the spellings that are in use, and records these.
  func spelled(_ names: [FileName]) throws -> [FileName] {
    var folders: [FileName] = []
    for name in names {
      let list = try list(of: folders)
      folders.append(spellings.claimedSpelling(of: name, in: folders, list))
    }
    return folders
  }

  /// Returns the spelling of a name that is in use in a folder.
  func spelling(of name: FileName, in folders: [FileName]) throws -> FileName {
    let list = try list(of: folders)
    return spellings.spelling(of: name, in: folders, list)
  }

  private func list(of folders: [FileName]) throws -> () -> [FileName] {
    let folder = try folder(folders)
    // Servers decide themselves which names are equal, and list a folder slowly.
    return { folder.flatMap { $0.isRemote ? nil : try? $0.names() } ?? [] }
  }

  /// Records names that files are about to get; returns `false` if another spelling came first.
  func claim(_ names: [FileName], in folders: [FileName]) -> Bool { spellings.claim(names, in: folders) }

  func path(_ folders: [FileName], _ name: FileName) -> FilePath {
    folders.reduce(root) { $0.appending($1) }.appending(name)
  }

  func note(_ record: ExportRecord) throws {
    try writing { journal throws(Errno) in try journal.append(record) }
  }

  /// Flushes the records so far, before the step that they describe.
  func synchronizeNotes() throws {
    try writing { journal throws(Errno) in try journal.synchronize() }
  }

  private func writing(_ body: (ExportJournal) throws(Errno) -> Void) throws {
    guard let journal else { return }
    do throws(Errno) {
      try body(journal)
    } catch {
      throw ExportError.journal(journal.path, reason: "\(error)")
    }
  }

  private func child(_ name: FileName, of folder: OpenFolder, _ path: FilePath) throws -> OpenFolder? {
    do throws(Errno) {
      return try OpenFolder(name, in: folder)
    } catch .noSuchFileOrDirectory {
      guard journal != nil else { return nil }
      return try make(name, in: folder, path)
    }
  }

  private func make(_ name: FileName, in folder: OpenFolder, _ path: FilePath) throws -> OpenFolder {
    try note(.folder(path))
    return try exporting("make", path) { try OpenFolder(making: name, in: folder, mode: 0o777) }
  }

  private func makeRoot() throws {
    for path in try OpenFolder.missing(at: root) { try note(.folder(path)) }
    try reaching("make") { try OpenFolder.make(root, mode: 0o777, isDurable: true) }
  }

  /// Runs `body`, whose errors stop the whole export.
  private func reaching<Result>(_ action: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try exporting(action, root, body)
    } catch ExportError.system(let action, let path, let errno) {
      throw ExportError.destination(action: action, path: path, errno: errno)
    }
  }

  /// Opens the destination. Resolves symbolic links, since a person chose the path.
  private func rootFolder() throws -> OpenFolder? {
    try reaching("open") {
      do throws(Errno) {
        return try OpenFolder(root)
      } catch .noSuchFileOrDirectory {
        guard journal != nil else { return nil }
        try makeRoot()
        return try OpenFolder(root)
      }
    }
  }
}

// MARK: - Paths of a journal

extension ExportFolders {
  /// Returns the folders and the name of a path below the destination; `nil` if the path is elsewhere.
  func place(of path: FilePath) -> (folders: [FileName], name: FileName)? {
    var rest = path
    guard rest.removePrefix(root), rest.components.allSatisfy({ $0.kind == .regular }) else { return nil }
    var names = rest.components.map { FileName($0) }
    return names.popLast().map { (names, $0) }
  }

  /// Removes an incomplete file. Returns `false` if no incomplete file can have the path.
  func removePart(_ path: FilePath) -> Bool {
    guard let (folders, name) = place(of: path), PendingFile.isHiddenName(name) else { return false }
    try? folder(folders)?.remove(name)
    return true
  }

  /// Removes an empty folder in, at or above the destination. Returns false for any other path.
  @discardableResult
  func removeFolder(_ path: FilePath) -> Bool {
    if let (folders, name) = place(of: path) {
      try? folder(folders)?.removeEmptyFolder(name)
      return true
    }
    guard root.starts(with: path) else { return false }
    try? path.removeEmptyFolder()
    return true
  }
}
