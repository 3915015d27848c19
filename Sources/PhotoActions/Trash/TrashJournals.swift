import PhotoFiles
import SystemPackage

/// Records what a command moves to the trash, so that the last command can be undone.
///
///     let journals = try TrashJournals.ofUser()
///     let journal = try journals.begin()
///     try journal.record(trash.move(paths), else: trash)
///     try journals.undoLast(trash)
public struct TrashJournals: Sendable {
  private static let keptCount = 100

  private let folder: FilePath
  private let journals: JournalFolder<TrashRecord>

  /// - Parameter folder: The folder of the journals, created on demand.
  public init(folder: FilePath) {
    self.folder = folder
    journals = JournalFolder(folder, keeping: Self.keptCount)
  }

  /// The journals in `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static func ofUser() throws(HomeUnknown) -> TrashJournals {
    TrashJournals(folder: try UserFolders.current.state.appending("trash"))
  }

  /// Starts a journal. No other program can undo it until it is released.
  public func begin() throws(TrashError) -> TrashJournal {
    do throws(Errno) {
      return TrashJournal(try journals.begin(isClaimed: true), folder)
    } catch {
      throw .journal(folder, error)
    }
  }

  /// The files that an undo restored, and the reasons why others remain in the trash.
  public struct Undone: Sendable {
    public var restored: [FilePath] = []
    /// The journals of the marks that belong to the moves, the last first. The caller undoes them.
    public var marks: [FileName] = []
    public var problems: [TrashError] = []
  }

  /// Restores the files of the last journal. Files that are no longer in the trash are reported and forgotten; other
  /// failures are kept for the next undo.
  ///
  /// - Returns: `nil` if there is nothing to undo.
  public func undoLast(_ trash: Trash) throws(TrashError) -> Undone? {
    do throws(Errno) {
      for name in try journals.names().reversed() {
        guard let journal = try journals.claim(name) else { continue }
        let records = try journal.content().records
        if records.isEmpty {
          try journal.remove()
          continue
        }
        return try undo(records, journal, trash)
      }
      return nil
    } catch {
      throw .journal(folder, error)
    }
  }

  private func undo(
    _ records: [TrashRecord], _ journal: Journal<TrashRecord>, _ trash: Trash
  ) throws(Errno) -> Undone {
    var (undone, left) = (Undone(), [TrashRecord]())
    for record in records.reversed() {
      if let marks = record.marks { undone.marks.append(marks) }
      guard !record.files.isEmpty else { continue }
      do throws(TrashError) {
        try trash.restore(record.files)
        undone.restored += record.files.prefix(1).map(\.path)
      } catch {
        undone.problems.append(error)
        if case .notInTrash = error { continue }
        left.append(record)
      }
    }
    // The new journal first: after a crash between the steps, restored files are reported as no longer in the trash.
    if !left.isEmpty { _ = try journals.addOldest(left.reversed()) }
    try journal.remove()
    return undone
  }
}

/// The moves of one command.
public final class TrashJournal: Sendable {
  private let journal: Journal<TrashRecord>
  private let folder: FilePath

  init(_ journal: Journal<TrashRecord>, _ folder: FilePath) {
    (self.journal, self.folder) = (journal, folder)
  }

  /// Records related files that were moved, the photo first. If that fails, restores them.
  public func record(_ files: [TrashedFile], else trash: Trash) throws(TrashError) {
    do throws(Errno) {
      try journal.append(TrashRecord(files: files))
    } catch {
      try trash.restore(files)
      throw .journal(folder, error)
    }
  }

  /// Records the journal of the marks that belong to the moves, so that an undo of these can revert them, too.
  public func record(marks: FileName) throws(TrashError) {
    do throws(Errno) { try journal.append(TrashRecord(marks: marks)) } catch { throw .journal(folder, error) }
  }

  /// Flushes the records to storage.
  public func finish() throws(TrashError) {
    do throws(Errno) { try journal.synchronize() } catch { throw .journal(folder, error) }
  }
}

/// A photo and its sidecars in the trash, or the journal of marks that belong to the moves.
struct TrashRecord: StoredRecord, Hashable {
  static let signature = "photopick trash 1"

  let files: [TrashedFile]
  /// The name of the journal; `nil` if there are files.
  let marks: FileName?

  init(files: [TrashedFile]) { (self.files, marks) = (files, nil) }

  init(marks: FileName) { (files, self.marks) = ([], marks) }

  func encode(to output: inout RecordEncoder) {
    output.append(each: files)
    if let marks { output.append(bytes: marks.bytes) }
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    files = try input.array()
    marks = files.isEmpty ? FileName(bytes: try input.data()) : nil
  }
}

extension TrashedFile: RecordCodable {
  package func encode(to output: inout RecordEncoder) {
    output.append(path)
    output.append(trash)
    output.append(bytes: name.bytes)
    output.append(bytes: information.bytes)
  }

  package init(from input: inout RecordDecoder) throws(RecordDamage) {
    (path, trash) = (try input.path(), try input.path())
    guard let name = FileName(bytes: try input.data()) else { throw RecordDamage() }
    self.name = name
    information = TrashInfo(bytes: try input.data())
  }
}
