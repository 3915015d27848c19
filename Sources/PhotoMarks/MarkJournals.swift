import PhotoFiles
import SystemPackage

/// The undo files of markers, sorted by name. Undo starts with the last.
struct MarkJournals {
  struct Read {
    let name: FileName
    var entries: MarkEntries
    var embeddings: [EmbeddingEntry]
    /// The number of bytes of the file that `entries` and `embeddings` reflect.
    var size: Int64
    /// The journal once it was amended: opening it reads it entirely.
    fileprivate var opened: Journal<MarkRecord>?

    var isEmpty: Bool { entries.all.isEmpty && embeddings.isEmpty }
  }

  private static let keptCount = 100

  let folder: FilePath
  private let journals: JournalFolder<MarkRecord>

  init(folder: FilePath) {
    self.folder = folder
    journals = JournalFolder(folder, keeping: Self.keptCount)
  }

  func begin() throws(MarkError) -> Journal<MarkRecord> {
    // It may be undone while marking continues.
    try keeping { () throws(Errno) in try journals.begin(isClaimed: false) }
  }

  /// Prevents other processes from undoing changes during `body`.
  ///
  /// - Throws: `MarkError.journal`, or the error of `body`.
  func locked<Result>(_ body: () throws(MarkError) -> Result) throws(MarkError) -> Result {
    let opened: OpenFolder
    do throws(Errno) {
      opened = try OpenFolder(folder)
    } catch {
      // Without the folder, there is nothing to lock.
      return try body()
    }
    try opened.lockForMarks(orThrow: .journal(folder, .wouldBlock))
    defer { opened.descriptor.unlock() }
    return try body()
  }

  /// Returns the last journal with entries. Skips unreadable ones.
  ///
  /// - Throws: `MarkError.journal` if none is readable.
  func last() throws(MarkError) -> Read? {
    try keeping { () throws(Errno) in
      var failure: Errno?
      for name in try journals.names().reversed() {
        do throws(Errno) {
          if let journal = try read(name), !journal.isEmpty { return journal }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return nil
    }
  }

  /// Returns a journal to undo. Marks that other processes write from now on are in other journals.
  func retired(_ name: FileName) throws(MarkError) -> Read? {
    try keeping { () throws(Errno) in
      guard let name = try journals.retire(name) else { return nil }
      return try read(name)
    }
  }

  private func read(_ name: FileName) throws(Errno) -> Read? {
    guard let size = try OpenFolder(reaching: folder).status(of: name)?.size,
      let journal = try journals.open(name)
    else { return nil }
    let records = try journal.content().records
    return Read(
      name: name, entries: MarkRecord.entries(of: records), embeddings: MarkRecord.embeddings(of: records),
      size: size)
  }

  /// Returns all journals except for one.
  ///
  /// - Parameter known: Journals to return as they are if they haven't grown.
  func others(than name: FileName, reusing known: [Read]) -> [Read] {
    guard let opened = try? OpenFolder(reaching: folder), let names = try? journals.names() else { return [] }
    let known = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    return names.filter { $0 != name }.compactMap { name in
      if let read = known[name], (try? opened.status(of: name))??.size == read.size { return read }
      return (try? read(name)) ?? nil
    }
  }

  /// Appends an amendment to a journal, and applies it to the entries that were read.
  func amend(_ read: inout Read, _ amendment: MarkAmendment) throws(MarkError) {
    try keeping { () throws(Errno) in
      if read.opened == nil { read.opened = try journals.open(read.name) }
      guard let journal = read.opened else { throw .noSuchFileOrDirectory }
      try journal.append(.amendment(amendment))
    }
    read.entries.apply(amendment)
    // If another process has appended too, the sizes differ and the journal is read again.
    read.size += Int64(RecordFile<MarkRecord>.bytes(adding: .amendment(amendment)).count)
  }

  /// Removes a journal. Entries that couldn't be undone are moved to a new journal, which is undone last.
  ///
  /// - Returns: The name of the new journal, if any.
  func finish(_ name: FileName, keeping records: [MarkRecord]) throws(MarkError) -> FileName? {
    try keeping { () throws(Errno) in
      let later = try records.isEmpty ? nil : journals.addOldest(records)
      try OpenFolder(reaching: folder).remove(name)
      return later
    }
  }

  private func keeping<Result>(_ body: () throws(Errno) -> Result) throws(MarkError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw .journal(folder, error)
    }
  }
}
