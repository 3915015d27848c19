import PhotoFiles
import SystemPackage

/// The steps of an export, which claims the journal while it runs. An interrupted export continues in the same journal
/// when it is run again with the same destination.
typealias ExportJournal = Journal<ExportRecord>

typealias ExportJournals = JournalFolder<ExportRecord>

extension JournalFolder<ExportRecord> {
  private static var keptCount: Int { 20 }

  init(in folder: FilePath) { self.init(folder, keeping: Self.keptCount) }

  init(atDestination folder: FilePath) {
    self.init(hiddenIn: folder, prefix: ".photopick-export-", keeping: Self.keptCount)
  }

  /// Opens the journal for an export to a folder: the last journal if that export was interrupted, else a new one.
  func open(destination: FilePath) throws(Errno) -> ExportJournal {
    if let journal = try unfinished(destination: destination) { return journal }
    let journal = try begin(isClaimed: true)
    do throws(Errno) {
      try journal.append(.destination(destination))
      return journal
    } catch {
      try? journal.remove()
      throw error
    }
  }

  /// Returns the journal of the last export if it went to a folder and was interrupted.
  func unfinished(destination: FilePath) throws(Errno) -> ExportJournal? {
    guard let journal = try claimNewest() else { return nil }
    let content = try journal.content()
    guard !content.isDamaged, content.records.first == .destination(destination) else { return nil }
    return ExportRecord.isEnd(of: content.records) ? nil : journal
  }

  /// Renames files back that an interrupted export or undo left with temporary names, if the names are free.
  func putBackFiles() throws(Errno) {
    guard let journal = try claimNewest() else { return }
    let records = try journal.content().records
    withExtendedLifetime(journal) {
      // A complete export has restored all names.
      for case .aside(let path, let temporary) in records.reversed().prefix(while: { $0 != .end }) {
        _ = try? RedundantFile.putBack(path, from: temporary)
      }
    }
  }

  /// Returns the journal of the newest export that is not running, to a destination if one is given.
  static func last(
    in folders: [ExportJournals], destination: FilePath? = nil
  ) throws(Errno) -> ExportJournal? {
    for (folder, name) in try newestFirst(in: folders) {
      guard let journal = try folder.claim(name) else { continue }
      guard let destination else { return journal }
      if try journal.content().records.first == .destination(destination) { return journal }
    }
    return nil
  }
}

extension ExportRecord {
  static func isEnd(of records: [ExportRecord]) -> Bool {
    let last = records.last {
      if case .aside = $0 { false } else { true }
    }
    return last == .end
  }

  /// Returns `true` if steps placed or removed a file; folders alone need no undo.
  static func haveEffect(_ records: [ExportRecord]) -> Bool {
    var placed = Set<FilePath>()
    for record in records {
      switch record {
      case .file(_, _, let destination, _), .picture(_, _, let destination, _): placed.insert(destination)
      case .dropped(let path): placed.remove(path)
      case .merged: return true
      case .destination, .folder, .part, .aside, .numbered, .end: break
      }
    }
    return !placed.isEmpty
  }
}

extension ExportRecord {
  /// Returns the numbers of moved shots by the paths of the photos.
  static func numbers(of records: [ExportRecord]) -> [FilePath: Int] {
    var numbers: [FilePath: Int] = [:]
    for case .numbered(let photo, let number) in records { numbers[photo] = Int(number) }
    return numbers
  }
}

extension Journal<ExportRecord> {
  /// Removes the journal, and the folders of the steps if they are empty.
  func removeWithFolders(_ records: [ExportRecord], removeFolder: (FilePath) -> Void) throws(Errno) {
    func removeFolders() {
      for case .folder(let path) in records.reversed() { removeFolder(path) }
    }
    removeFolders()
    try remove()
    // The journal may have been in one of them.
    removeFolders()
  }
}

extension Errno {
  /// Whether the user can't write or create a folder, or no space is left.
  var isOfUnwritableFolder: Bool {
    [
      .readOnlyFileSystem, .permissionDenied, .notPermitted, .noSuchFileOrDirectory, .notDirectory,
      .fileExists, .noSpace, .diskQuotaExceeded,
    ].contains(self)
  }
}
