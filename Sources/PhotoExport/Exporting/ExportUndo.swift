import PhotoFiles
import SystemPackage

struct ExportUndo {
  private let rules: UndoRules
  var removed: [FilePath] = []
  var restored: [FilePath] = []
  var problems: [ExportError] = []
  /// The reverted paths: of two attempts under one name, only the last counts.
  private var done = Set<FilePath>()

  init(_ rules: UndoRules) { self.rules = rules }

  /// Returns `true` if no exported file exists: moved photos may be on a disk that is not mounted.
  func isAway(_ records: [ExportRecord]) throws -> Bool {
    var isMissed = false
    for record in records {
      let place: (source: FilePath, destination: FilePath)
      switch record {
      case .file(.move, let source, let destination, _): place = (source, destination)
      case .merged(let source, let destination, _): place = (source, destination)
      case .file(_, _, let destination, _), .picture(_, _, let destination, _):
        if isThere(destination) { return false }
        continue
      case .destination, .folder, .part, .dropped, .aside, .numbered, .end: continue
      }
      if isThere(place.destination) { return false }
      if try status(of: place.source) == nil { isMissed = true }
    }
    return isMissed
  }

  private func isThere(_ path: FilePath) -> Bool {
    do {
      return try rules.exported(path)?.status() != nil
    } catch {
      return true
    }
  }

  mutating func takeBack(_ record: ExportRecord) throws {
    do {
      switch record {
      case .destination, .numbered, .end: break
      case .folder(let path): try rules.require(rules.folders.removeFolder(path), path)
      case .part(let path): try rules.require(rules.folders.removePart(path), path)
      case .dropped(let path): done.insert(path)
      case .aside(let path, let temporary): try putBack(path, from: temporary)
      case .merged(let source, let destination, let mark): try restore(source, from: destination, mark)
      case .file(let action, let source, let destination, let mark):
        guard done.insert(destination).inserted else { return }
        try takeBack(action, source, destination, mark)
      case .picture(let source, let original, let destination, let mark):
        guard done.insert(destination).inserted, let exported = try rules.exported(destination),
          try unchangedStatus(of: exported, mark) != nil
        else { return }
        guard let found = try self.original(at: source), original.hasSizeAndTime(of: found.status) else {
          throw ExportError.originalGone(destination)
        }
        try remove(exported)
      }
    } catch let error as ExportError {
      problems.append(error)
    }
  }

  private mutating func takeBack(
    _ action: ExportAction, _ source: FilePath, _ destination: FilePath, _ mark: FileMark
  ) throws {
    let exported = try rules.exported(destination)
    if action == .link {
      guard let exported, try exported.status() != nil else { return }
      let target = try exporting("read", destination) {
        try exported.folder.destination(ofLink: exported.name)
      }
      guard target == source else { throw ExportError.changedSince(destination) }
      return try remove(exported)
    }
    if action == .copy, let exported, exported.folder.isRemote {
      return try removeFromServer(exported, mark, keeping: source)
    }
    guard let exported, let status = try unchangedStatus(of: exported, mark) else {
      // A move that was interrupted before the final rename has removed nothing.
      if action == .move, try status(of: source) == nil {
        throw ExportError.destinationGone(destination, original: source)
      }
      return
    }
    guard action == .move else {
      return try remove(exported, status, keeping: source, orThrow: .originalGone(destination))
    }
    if try self.status(of: source) != nil {
      // The move was interrupted, or the original was restored: remove one of two equal files.
      return try remove(
        exported, status, keeping: source, orThrow: .originalTaken(destination, original: source))
    }
    try moveBack(exported, to: source, status)
  }

  /// Returns the `stat` of an exported file, `nil` for a deleted file, or throws `changedSince` for a modified one.
  private func unchangedStatus(of file: UndoRules.Exported, _ mark: FileMark) throws -> FileStatus? {
    guard let status = try file.status() else { return nil }
    let isSame: Bool
    if file.folder.isRemote {
      // The time is that of the upload, and the inode represents a tag that was unknown before it.
      isSame = mark.checksum != nil && mark.size == status.size
    } else {
      // User-space file systems may change inode numbers with each mount, and for each name.
      let hasInode = mark.checksum == nil && file.folder.descriptor.hasLastingInode
      isSame = hasInode ? mark.matches(status) : mark.hasSizeAndTime(of: status)
    }
    guard status.kind == .regular, isSame, try hasChecksum(mark, file) else {
      throw ExportError.changedSince(file.path)
    }
    return status
  }

  /// Removes a copy from a server if the original has the same bytes and the time that it had at the export.
  ///
  /// A server can't rename the copy, which would prove that the original isn't the copy itself, in a mounted folder.
  /// The times prove it: that of the copy is the time of the upload.
  private mutating func removeFromServer(
    _ file: UndoRules.Exported, _ mark: FileMark, keeping source: FilePath
  ) throws {
    guard let status = try file.status() else { return }
    guard status.kind == .regular, status.size == mark.size else { throw ExportError.changedSince(file.path) }
    guard let original = try original(at: source), mark.hasSizeAndTime(of: original.status) else {
      throw ExportError.originalGone(file.path)
    }
    let copy = try file.opened()
    guard try exporting("read", file.path, { try original.hasSameBytes(as: copy) }) else {
      throw ExportError.changedSince(file.path)
    }
    try remove(file)
  }

  /// Removes a file. On a server, the request names the version that was examined last.
  private mutating func remove(_ file: UndoRules.Exported) throws {
    try exporting("remove", file.path) { try file.folder.remove(file.name) }
    removed.append(file.path)
  }

  /// Removes an exported file if the original has the same bytes, or throws `error`; resolves symbolic links.
  private mutating func remove(
    _ file: UndoRules.Exported, _ status: FileStatus, keeping source: FilePath, orThrow error: ExportError
  ) throws {
    guard let original = try original(at: source), original.status.size == status.size,
      // A symbolic link to the file that is removed has no bytes.
      original.status.identity != status.identity || status.linkCount > 1
    else { throw error }
    let kept = try exporting("find", source) { try source.resolved() }
    let parent = try exporting("open", source) { try OpenFolder(kept.removingLastComponent()) }
    do {
      let isRemoved = try ExportStep.remove(
        file.path, in: file.folder, status, keeping: kept.fileName, in: parent, source, note: rules.note)
      guard isRemoved else { throw ExportError.isOriginal(file.path, original: source) }
    } catch ExportError.changed {
      throw error
    }
    removed.append(file.path)
  }

  private mutating func putBack(_ path: FilePath, from temporary: FilePath) throws {
    do throws(Errno) {
      if try RedundantFile.putBack(path, from: temporary), rules.folders.place(of: path) == nil {
        restored.append(path)
      }
    } catch .fileExists {
      throw ExportError.originalTaken(temporary, original: path)
    } catch {
      throw ExportError.failed("restore", path, error)
    }
  }

  /// Returns the regular file at the path of an original, or `nil`; resolves symbolic links.
  private func original(at path: FilePath) throws -> SourceFile? {
    do {
      return try SourceFile(path)
    } catch ExportError.notAFile {
      return nil
    } catch ExportError.system(_, _, let errno)
      where [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(errno)
    {
      return nil
    }
  }

  private mutating func moveBack(
    _ file: UndoRules.Exported, to source: FilePath, _ status: FileStatus
  ) throws {
    let folder = try rules.parent(of: source, toRestore: file)
    do {
      if try !ExportStep.rename(file.path, in: file.folder, to: folder, source.fileName, source) {
        let copy = try copy(file, to: source, in: folder)
        let isRemoved = try ExportStep.remove(
          file.path, in: file.folder, status, keeping: source.fileName, in: folder, source, copy: copy,
          note: rules.note)
        guard isRemoved else { throw ExportError.isOriginal(file.path, original: source) }
      }
    } catch Errno.fileExists {
      throw ExportError.originalTaken(file.path, original: source)
    }
    removed.append(file.path)
    restored.append(source)
  }

  /// Copies a file back to the place of an original that a move removed because an equal file existed.
  private mutating func restore(_ source: FilePath, from destination: FilePath, _ mark: FileMark) throws {
    let file = try rules.exported(destination)
    guard try status(of: source) == nil else { return }
    guard let file, let status = try file.status() else {
      throw ExportError.destinationGone(destination, original: source)
    }
    guard status.kind == .regular, status.size == mark.size, try hasChecksum(mark, file) else {
      throw ExportError.changedSince(destination)
    }
    do {
      _ = try copy(file, to: source, in: rules.parent(of: source, toRestore: file))
    } catch Errno.fileExists {
      return
    }
    restored.append(source)
  }

  private func copy(
    _ file: UndoRules.Exported, to target: FilePath, in folder: OpenFolder
  ) throws -> FileMark {
    let placer = FilePlacer(
      folder: folder, path: target.removingLastComponent(),
      copier: FileCopier(verifies: true), willWrite: { _ in })
    return try placer.copy(file.opened(), as: target.fileName, isMoved: true, willName: { _ in })
  }

  private func hasChecksum(_ mark: FileMark, _ file: UndoRules.Exported) throws -> Bool {
    guard let expected = mark.checksum else { return true }
    let opened = try file.opened()
    return try exporting("read", file.path) { try opened.checksum().checksum == expected }
  }

  /// Returns the `lstat` of an original, or `nil` if it doesn't exist.
  private func status(of path: FilePath) throws -> FileStatus? {
    do throws(Errno) {
      return try OpenFolder(path.removingLastComponent()).status(of: path.fileName)
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch {
      throw ExportError.failed("find", path, error)
    }
  }
}
