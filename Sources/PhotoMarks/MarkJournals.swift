import PhotoFiles
import SystemPackage

/// The journals of a user's markers, each in a file of a folder.
struct MarkJournals {
  /// How many are kept.
  private static let limit = 100
  private static let ending = Array(".journal".utf8)

  let folder: FilePath

  /// Makes a journal; the oldest ones go.
  ///
  /// - Throws: `MarkError.journal`.
  func begin() throws(MarkError) -> (name: FileName, journal: MarkJournal) {
    do throws(Errno) {
      try OpenFolder.make(folder)
      let opened = try OpenFolder(folder)
      for old in try names(in: opened).dropLast(Self.limit - 1) { try? opened.remove(old) }
      let now = FileStatus.Time.now
      // Names in the order of time: nanoseconds in sixteen digits.
      let moment = String(UInt64(now.seconds) * 1_000_000_000 + UInt64(now.nanoseconds), radix: 16)
      let stem = String(repeating: "0", count: max(0, 16 - moment.count)) + moment + "-\(getpid())"
      let name = FileName(unchecked: Array(stem.utf8) + Self.ending)
      let file = try opened.open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
      return (name, try MarkJournal(owning: file))
    } catch {
      throw .journal(folder, error)
    }
  }

  /// The last journal in which anything stands; `nil` if there is none.
  ///
  /// - Throws: `MarkError.journal`.
  func last() throws(MarkError) -> (name: FileName, entries: [MarkJournal.Entry])? {
    do throws(Errno) {
      let opened = try OpenFolder(folder)
      for name in try names(in: opened).reversed() {
        if let entries = try entries(of: name, in: opened), !entries.isEmpty { return (name, entries) }
      }
      return nil
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw .journal(folder, error)
    }
  }

  /// What stands in a journal; `nil` if it is gone.
  ///
  /// - Throws: `MarkError.journal`.
  func entries(of name: FileName) throws(MarkError) -> [MarkJournal.Entry]? {
    do throws(Errno) {
      return try entries(of: name, in: OpenFolder(folder))
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

  /// Removes a journal.
  func remove(_ name: FileName) throws(MarkError) {
    do throws(Errno) { try OpenFolder(reaching: folder).remove(name) } catch { throw .journal(folder, error) }
  }

  /// The names of the journals, the oldest first.
  private func names(in opened: OpenFolder) throws(Errno) -> [FileName] {
    try opened.names().filter { $0.bytes.suffix(Self.ending.count).elementsEqual(Self.ending) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
