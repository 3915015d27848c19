import PhotoFiles
import SystemPackage

/// The outcome of taking an export back.
public struct UndoResult: Sendable {
  /// The absolute path of the destination of the export.
  public let destination: FilePath
  /// The files that are gone from the destination, in the order in which they were exported.
  public let removed: [FilePath]
  /// The originals of moves that are back in their places.
  public let restored: [FilePath]
  /// The files that stay as they are, and why.
  public let problems: [ExportError]
}

extension Exporter {
  /// Takes back the last export with a journal in a folder; the next call takes back the one before it.
  ///
  /// Copies and links are removed if they are unchanged and their originals still hold the same bytes, pictures if the
  /// photos that they were made of are unchanged. Moved files go back if nothing else has their names. Folders that were
  /// made go if they are empty. If none of the exported files is there, though moved ones were among them, the
  /// destination may be on a disk that is away: nothing is done, and the journal stays.
  /// - Parameters:
  ///   - journals: the folder of the journals; `nil` for the user's.
  ///   - destination: the absolute path of the folder to which the export went, where its journal may be; `nil` for the
  ///     last export of all whose journals are in that folder.
  /// - Returns: `nil` if there is nothing to take back.
  /// - Throws: `ExportError.journal` if the journal cannot be read, `ExportError.journalDamaged` if it does not say what
  ///   was done; `HomeUnknown`; `CancellationError`.
  public static func undoLast(
    journals: FilePath? = nil, destination: FilePath? = nil
  ) throws -> UndoResult? {
    let journals = try journals ?? UserFolders.current.exportJournals
    let journal: ExportJournal
    let content: ExportJournal.Content
    do {
      guard let last = try lastJournal(in: journals, destination: destination) else { return nil }
      journal = last
      content = try last.content()
    } catch {
      throw ExportError.journal(journals, reason: "\(error)")
    }
    let records = content.records
    if content.isDamaged, records.isEmpty { throw ExportError.journalDamaged(journal.path) }
    var undo = ExportUndo()
    if try undo.isAway(records) {
      guard case .destination(let destination)? = records.first else { return nil }
      let problem = ExportError.destinationAway(destination, journal: journal.path)
      return UndoResult(destination: destination, removed: [], restored: [], problems: [problem])
    }
    for record in records.reversed() { try undo.takeBack(record) }
    if content.isDamaged {
      undo.problems.insert(.journalDamaged(journal.path), at: 0)
    } else if !undo.problems.contains(where: \.mayPass) {
      let isRemoved = (try? journal.removeWithFolders(records)) != nil
      // An export that was cut short before its first file is none.
      if isRemoved, !ExportJournal.haveEffect(records) {
        return try undoLast(journals: journals, destination: destination)
      }
    }
    guard case .destination(let destination)? = records.first else { return nil }
    return UndoResult(
      destination: destination, removed: undo.removed.reversed(), restored: undo.restored.reversed(),
      problems: undo.problems.reversed())
  }
}

extension Exporter {
  private static func lastJournal(in folder: FilePath, destination: FilePath?) throws -> ExportJournal? {
    guard let destination else { return try ExportJournal.last(in: ExportJournals(in: folder)) }
    let places = [ExportJournals(atDestination: destination), ExportJournals(in: folder)]
    for place in places {
      if let journal = try ExportJournal.last(in: place, destination: destination) { return journal }
    }
    return nil
  }
}

extension ExportError {
  /// True if another try may fare better.
  fileprivate var mayPass: Bool {
    switch self {
    case .system, .diskFull, .differs, .originalTaken: true
    default: false
    }
  }
}

/// Takes back steps, the last one first.
private struct ExportUndo {
  var removed: [FilePath] = []
  var restored: [FilePath] = []
  var problems: [ExportError] = []
  /// A file may have been tried twice under one name; only the last try counts.
  private var done = Set<FilePath>()

  /// True if moved photos may be on a disk that is away: none of the exported files is there.
  func isAway(_ records: [ExportJournal.Record]) throws -> Bool {
    var isMissed = false
    for record in records {
      let place: (source: FilePath, destination: FilePath)
      switch record {
      case .file(.move, let source, let destination, _): place = (source, destination)
      case .merged(let source, let destination, _): place = (source, destination)
      case .file(_, _, let destination, _), .picture(_, _, let destination, _):
        if try status(of: destination) != nil { return false }
        continue
      case .destination, .folder, .part, .dropped, .end: continue
      }
      if try status(of: place.destination) != nil { return false }
      if try status(of: place.source) == nil { isMissed = true }
    }
    return isMissed
  }

  mutating func takeBack(_ record: ExportJournal.Record) throws {
    do {
      switch record {
      case .destination, .end: break
      case .folder(let path): try? path.removeEmptyFolder()
      case .part(let path): try? path.removeFile()
      case .dropped(let path): done.insert(path)
      case .merged(let source, let destination, let mark): try restore(source, from: destination, mark)
      case .file(let action, let source, let destination, let mark):
        guard done.insert(destination).inserted else { return }
        try takeBack(action, source, destination, mark)
      case .picture(let source, let original, let destination, let mark):
        guard done.insert(destination).inserted, try unchangedStatus(of: destination, mark) != nil else {
          return
        }
        guard let found = try self.original(at: source), original.hasSizeAndTime(of: found.status) else {
          throw ExportError.originalGone(destination)
        }
        try remove(destination)
      }
    } catch let error as ExportError {
      problems.append(error)
    }
  }

  private mutating func takeBack(
    _ action: ExportAction, _ source: FilePath, _ destination: FilePath, _ mark: FileMark
  ) throws {
    if action == .link {
      guard try status(of: destination) != nil else { return }
      let folder = try exporting("open", destination) { try OpenFolder(destination.removingLastComponent()) }
      guard folder.destination(ofLink: destination.fileName) == source else {
        throw ExportError.changedSince(destination)
      }
      return try remove(destination)
    }
    guard let status = try unchangedStatus(of: destination, mark) else {
      // A move that was cut short before the file got its name took nothing away.
      if action == .move, try self.status(of: source) == nil {
        throw ExportError.destinationGone(destination, original: source)
      }
      return
    }
    guard action == .move else {
      guard try holdsBytes(source, of: destination) else { throw ExportError.originalGone(destination) }
      return try remove(destination)
    }
    if try self.status(of: source) != nil {
      // The move was cut short, or its original is back: one of two equal files goes.
      guard try holdsBytes(source, of: destination) else {
        throw ExportError.originalTaken(destination, original: source)
      }
      return try remove(destination)
    }
    try moveBack(destination, to: source, status)
  }

  /// The status of a file that was exported; `nil` if it is gone.
  ///
  /// - Throws: `ExportError.changedSince` if it was changed.
  private func unchangedStatus(of path: FilePath, _ mark: FileMark) throws -> FileStatus? {
    guard let status = try status(of: path) else { return nil }
    guard status.kind == .regular, mark.matches(status), try hasChecksum(mark, path) else {
      throw ExportError.changedSince(path)
    }
    return status
  }

  /// True if the bytes of an exported file stay at its original's path when it goes.
  private func holdsBytes(_ source: FilePath, of destination: FilePath) throws -> Bool {
    guard let original = try original(at: source) else { return false }
    let copy = try SourceFile(destination)
    // A symbolic link to the file that goes holds nothing.
    if original.status.identity == copy.status.identity { return copy.status.linkCount > 1 }
    guard original.status.size == copy.status.size else { return false }
    return try exporting("read", source) { try original.hasSameBytes(as: copy) }
  }

  /// The regular file at an original's path, symbolic links followed; `nil` if there is none.
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

  private mutating func moveBack(_ destination: FilePath, to source: FilePath, _ status: FileStatus) throws {
    let file = PlannedFile(source: destination, suffix: [], size: status.size)
    let folder = try parent(of: source)
    do {
      if try !ExportStep(file: file, folder: nil, picture: nil)
        .rename(to: folder, source.fileName, source, willRename: {})
      {
        try copy(destination, to: source, in: folder)
        try ExportStep.remove(destination, status)
      }
    } catch Errno.fileExists {
      throw ExportError.originalTaken(destination, original: source)
    }
    removed.append(destination)
    restored.append(source)
  }

  /// Copies a file back to the place of an original that went because an equal file was at its destination.
  private mutating func restore(
    _ source: FilePath, from destination: FilePath, _ mark: FileMark?
  ) throws {
    guard try status(of: source) == nil else { return }
    guard let status = try status(of: destination) else {
      throw ExportError.destinationGone(destination, original: source)
    }
    if let mark {
      guard status.kind == .regular, status.size == mark.size, try hasChecksum(mark, destination) else {
        throw ExportError.changedSince(destination)
      }
    }
    do {
      try copy(destination, to: source, in: parent(of: source))
    } catch Errno.fileExists {
      return
    }
    restored.append(source)
  }

  private func copy(_ file: FilePath, to target: FilePath, in folder: OpenFolder) throws {
    let placer = FilePlacer(
      folder: folder, path: target.removingLastComponent(),
      copier: FileCopier(verifies: true), willWrite: { _ in })
    try placer.copy(SourceFile(file), as: target.fileName, isMoved: true, willName: { _ in })
  }

  private func parent(of path: FilePath) throws -> OpenFolder {
    let parent = path.removingLastComponent()
    return try exporting("open", parent) {
      try OpenFolder.make(parent, mode: 0o777)
      return try OpenFolder(parent)
    }
  }

  private mutating func remove(_ path: FilePath) throws {
    try exporting("remove", path) { try path.removeFile() }
    removed.append(path)
  }

  private func hasChecksum(_ mark: FileMark, _ path: FilePath) throws -> Bool {
    guard let expected = mark.checksum else { return true }
    let file = try SourceFile(path)
    return try exporting("read", path) { try file.checksum().checksum == expected }
  }

  /// The status of a file or link at a path, links not followed; `nil` if there is none.
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
