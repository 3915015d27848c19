import PhotoFiles
import SystemPackage

/// The result of taking an export back.
public struct UndoResult: Sendable {
  /// The absolute path of the destination of the export.
  public let destination: FilePath
  /// The files removed from the destination, in the order in which they were exported.
  public let removed: [FilePath]
  /// The originals that were moved back.
  public let restored: [FilePath]
  /// The errors of the files that were left alone.
  public let problems: [ExportError]
  /// The journal that was kept because nothing was undone; the next call undoes the same export. `nil` otherwise, and if a
  /// problem contains the path of the journal.
  public let journal: FilePath?
}

extension Exporter {
  /// Takes back the last export with a journal in a folder; the next call takes back the export before it.
  ///
  /// Copies and links are removed if they are unmodified and their originals have the same bytes; pictures are removed
  /// if the photos are unmodified. Moved files are moved back to free names. Folders that the export made
  /// are removed if they are empty. If no exported file exists, but some were moved, the destination may be on a disk
  /// that is not mounted: the call does nothing, and the journal stays. It also stays if no file could be undone.
  ///
  /// - Parameters:
  ///   - journals: the folder for undo logs; `nil` for the default folder.
  ///   - wanted: the absolute path of the destination, which may contain the journal; `nil` for the last of all exports
  ///     with a journal in `journals`.
  /// - Returns: `nil` if there is nothing to take back.
  /// - Throws: `ExportError.journal` if the journal can't be read, `ExportError.journalDamaged` if it is corrupt;
  ///   `HomeUnknown`; `CancellationError`.
  public static func undoLast(
    journals: FilePath? = nil, destination wanted: FilePath? = nil
  ) throws -> UndoResult? {
    let journals = try journals ?? UserFolders.current.exportJournals
    guard let (journal, content) = try lastJournal(in: journals, destination: wanted) else { return nil }
    let records = content.records
    guard case .destination(let destination)? = records.first else {
      if content.isDamaged || !records.isEmpty { throw ExportError.journalDamaged(journal.path) }
      // A crash or a power failure came before the first record was durable.
      return try (try? journal.remove()).flatMap { try undoLast(journals: journals, destination: wanted) }
    }
    let rules = UndoRules(journal, destination: destination)
    var undo = ExportUndo(rules)
    if try undo.isAway(records) {
      let problem = ExportError.destinationAway(destination, journal: journal.path)
      return UndoResult(
        destination: destination, removed: [], restored: [], problems: [problem], journal: nil)
    }
    for record in records.reversed() { try undo.takeBack(record) }
    if content.isDamaged {
      undo.problems.insert(.journalDamaged(journal.path), at: 0)
    } else if !undo.mayBeRepeated {
      let isRemoved = (try? journal.removeWithFolders(records) { rules.folders.removeFolder($0) }) != nil
      // An export that was interrupted before the first file has nothing to undo.
      if isRemoved, undo.restored.isEmpty, !ExportRecord.haveEffect(records) {
        return try undoLast(journals: journals, destination: wanted)
      }
    }
    return UndoResult(
      destination: destination, removed: undo.removed.reversed(), restored: undo.restored.reversed(),
      problems: undo.problems.reversed(), journal: undo.isInVain && !content.isDamaged ? journal.path : nil)
  }
}

extension Exporter {
  private static func lastJournal(
    in folder: FilePath, destination: FilePath?
  ) throws -> (journal: ExportJournal, content: RecordFile<ExportRecord>.Content)? {
    let places =
      [ExportJournals(in: folder)] + (destination.map { [ExportJournals(atDestination: $0)] } ?? [])
    do {
      if let last = try ExportJournals.last(in: places, destination: destination) {
        return (last, try last.content())
      }
      for place in places {
        if let path = try place.pathOfOthers() { throw ExportError.journalOfOthers(path) }
      }
      return nil
    } catch let error as Errno {
      throw ExportError.journal(folder, reason: "\(error)")
    }
  }
}

extension ExportUndo {
  /// Whether each file was left alone for a reason.
  fileprivate var isInVain: Bool { !problems.isEmpty && removed.isEmpty && restored.isEmpty }

  /// Whether a later undo of the same export may do more.
  fileprivate var mayBeRepeated: Bool { isInVain || problems.contains(where: \.mayPass) }
}

extension ExportError {
  fileprivate var mayPass: Bool {
    switch self {
    case .system, .diskFull, .differs, .originalTaken, .notOfExport, .notPutBack: true
    case .destination, .notAFile, .symbolicLink, .onServer, .linkedCompanion, .outside, .changed, .unlisted,
      .notRendered,
      .otherFileSystem, .journal, .journalDamaged, .journalOfOthers, .changedSince, .originalGone,
      .isOriginal,
      .destinationGone, .destinationAway:
      false
    }
  }
}
