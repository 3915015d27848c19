import PhotoFiles
import SystemPackage

/// The journals of a user's markers, each in a file of a folder. The order of their names is the order in which they are
/// taken back, the last one first.
struct MarkJournals {
  /// A journal that was read.
  struct Read {
    let name: FileName
    var entries: [MarkJournal.Entry]
  }

  /// How many are kept.
  private static let limit = 100
  private static let ending = Array(".journal".utf8)
  /// The start of the name of a journal that is put behind all others.
  private static let mark = UInt8(ascii: "-")
  /// How long taking back waits for another process that does the same.
  private static let patience = Duration.seconds(20)

  let folder: FilePath

  /// Makes a journal; the oldest ones go.
  ///
  /// - Throws: `MarkError.journal`.
  func begin() throws(MarkError) -> (name: FileName, journal: MarkJournal) {
    do throws(Errno) {
      try OpenFolder.make(folder)
      let opened = try OpenFolder(folder)
      let names = try names(in: opened)
      for old in names.dropLast(Self.limit - 1) { try? opened.remove(old) }
      let name = Self.name(Self.number(after: names))
      let file = try opened.open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
      return (name, try MarkJournal(owning: file))
    } catch {
      throw .journal(folder, error)
    }
  }

  /// A number greater than that of every journal: the nanoseconds since 1970, as long as the clock is right.
  static func number(after names: [FileName], at now: FileStatus.Time = .now) -> UInt64 {
    let (nanoseconds, overflows) = UInt64(max(now.seconds, 0)).multipliedReportingOverflow(by: 1_000_000_000)
    let moment =
      overflows ? .max : nanoseconds.addingReportingOverflow(UInt64(max(now.nanoseconds, 0))).partialValue
    let last = names.last.flatMap { UInt64(String(decoding: $0.bytes.prefix(16), as: UTF8.self), radix: 16) }
    return max(moment, last.map { $0 < .max ? $0 + 1 : $0 } ?? 0)
  }

  private static func name(_ number: UInt64, isLast: Bool = false) -> FileName {
    let digits = String(isLast ? .max - number : number, radix: 16)
    let stem = String(repeating: "0", count: max(0, 16 - digits.count)) + digits + "-\(getpid())"
    return FileName(unchecked: (isLast ? [mark] : []) + Array(stem.utf8) + ending)
  }

  /// Runs `body` while no other process takes marks back.
  ///
  /// - Throws: `MarkError.journal`, or what `body` throws.
  func locked<Result>(_ body: () throws(MarkError) -> Result) throws(MarkError) -> Result {
    let opened: OpenFolder
    do throws(Errno) {
      opened = try OpenFolder(folder)
    } catch {
      // No journal is there to be locked.
      return try body()
    }
    do throws(Errno) {
      try opened.descriptor.lock(.exclusive, within: Self.patience)
    } catch .wouldBlock {
      throw .journal(folder, .wouldBlock)
    } catch {
      // Not every file system locks folders.
    }
    defer { opened.descriptor.unlock() }
    return try body()
  }

  /// The journals with entries, the last one first. Those that cannot be read are skipped.
  ///
  /// - Throws: `MarkError.journal` if there is no other one.
  func last() throws(MarkError) -> Read? {
    do throws(Errno) {
      let opened = try OpenFolder(folder)
      var failure: Errno?
      for name in try names(in: opened).reversed() {
        do throws(Errno) {
          if let entries = try self.entries(of: name, in: opened), !entries.isEmpty {
            return Read(name: name, entries: entries)
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return nil
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw .journal(folder, error)
    }
  }

  /// A journal by its name; `nil` if it is gone.
  ///
  /// - Throws: `MarkError.journal`.
  func journal(_ name: FileName) throws(MarkError) -> Read? {
    do throws(Errno) {
      return try entries(of: name, in: OpenFolder(folder)).map { Read(name: name, entries: $0) }
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw .journal(folder, error)
    }
  }

  private func entries(of name: FileName, in opened: OpenFolder) throws(Errno) -> [MarkJournal.Entry]? {
    let file = try OpenFile(name, in: opened, followsLinks: false)
    return MarkJournal.entries(try file.descriptor.readAll(limit: MarkJournal.sizeLimit))
  }

  /// All journals that can be read but one, the oldest first.
  func others(than name: FileName) -> [Read] {
    guard let opened = try? OpenFolder(folder), let names = try? names(in: opened) else { return [] }
    return names.filter { $0 != name }.compactMap { name in
      (try? entries(of: name, in: opened)).flatMap { $0 }.map { Read(name: name, entries: $0) }
    }
  }

  /// Adds an amendment to a journal.
  ///
  /// - Throws: `MarkError.journal`.
  func amend(_ name: FileName, _ amendment: MarkJournal.Amendment) throws(MarkError) {
    do throws(Errno) {
      let file = try OpenFolder(folder).open(name, O_RDWR | O_APPEND)
      let journal = MarkJournal(continuing: file)
      try journal.repair(try file.readAll(limit: MarkJournal.sizeLimit))
      try journal.append(amendment)
    } catch {
      throw .journal(folder, error)
    }
  }

  /// Ends a journal. Entries that could not be taken back yet go into one that is taken back after all others.
  ///
  /// - Returns: The name of the journal that keeps them; `nil` if there are none.
  /// - Throws: `MarkError.journal`.
  func finish(_ name: FileName, keeping entries: [MarkJournal.Entry]) throws(MarkError) -> FileName? {
    do {
      let opened = try OpenFolder(reaching: folder)
      guard !entries.isEmpty else {
        try opened.remove(name)
        return nil
      }
      let later = Self.name(Self.number(after: try names(in: opened)), isLast: true)
      let file = try PendingFile(in: opened, mode: 0o600)
      try file.write(MarkJournal.bytes(entries))
      try file.finish(as: later, .exclusively, durability: .content)
      try opened.remove(name)
      return later
    } catch {
      throw .journal(folder, error as? Errno ?? .canceled)
    }
  }

  /// The names of the journals, in their order.
  private func names(in opened: OpenFolder) throws(Errno) -> [FileName] {
    try opened.names().filter { $0.bytes.suffix(Self.ending.count).elementsEqual(Self.ending) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
