import PhotoFiles
import Synchronization
import SystemPackage

/// A record of what one export does, written before each step, so that it can be taken back.
///
/// A journal is a file of its own in a folder; it is locked while its export runs. An export that was cut short goes on
/// in the same journal when it is run again with the same destination.
final class ExportJournal: Sendable {
  /// A step.
  enum Record: Hashable, Sendable {
    /// The absolute path of the destination.
    case destination(FilePath)
    /// A folder is made.
    case folder(FilePath)
    /// A file that is not whole has this path.
    case part(FilePath)
    /// A file gets its name.
    case file(ExportAction, source: FilePath, destination: FilePath, FileMark)
    /// A picture made of a photo gets its name. The first mark is that of the photo.
    case picture(source: FilePath, FileMark, destination: FilePath, FileMark)
    /// The file did not get its name.
    case dropped(FilePath)
    /// The original of a move goes because its destination holds the same bytes. The mark is that of the original, with
    /// a checksum; earlier versions wrote none.
    case merged(source: FilePath, destination: FilePath, FileMark?)
    /// A file gets a temporary name before it is removed, until it is proved that another one has its bytes.
    case aside(FilePath, temporary: FilePath)
    /// The export has come to its end.
    case end
  }

  /// What a journal says.
  struct Content: Sendable {
    /// The steps, but for those behind the first that cannot be read.
    var records: [Record] = []
    /// The number of bytes that they take.
    var end = 0
    /// True if something stands behind them that no export writes.
    var isDamaged = false

    /// Whether the export came to its end; taking it back may have been cut short since.
    var isEnded: Bool {
      let last = records.last {
        if case .aside = $0 { false } else { true }
      }
      return last == .end
    }
  }

  private struct State {
    /// The bytes of whole records.
    var length: Int64
    /// True if half a record may stand behind them.
    var isTorn = false
  }

  /// The path of the journal.
  let path: FilePath
  /// True if it stands in the destination, where it may come with a disk or from another user.
  let isShared: Bool
  private let file: FileLock
  private let state: Mutex<State>
  /// The bytes that are known to be on the disk, with the journal's name; `nil` if none are.
  private let durableLength = Mutex<Int64?>(nil)

  /// How many exports can be taken back.
  private static let keptCount = 20
  /// The most bytes that are read of a journal.
  private static let byteLimit = 1 << 30

  /// Takes over a file, which holds whole records as far as is known.
  private init(_ name: FileName, in place: ExportJournals, _ file: FileLock, length: Int64) {
    path = place.folder.appending(name)
    isShared = place.isShared
    self.file = file
    state = Mutex(State(length: length))
  }

  /// The journal for an export to a folder: the last one if that was cut short, else a new one.
  ///
  /// - Throws: `Errno`.
  static func open(in place: ExportJournals, destination: FilePath) throws -> ExportJournal {
    try OpenFolder.make(place.folder, isDurable: true)
    let names = try place.names()
    if let journal = try unfinished(in: place, destination: destination) { return journal }
    for name in names.dropLast(keptCount - 1) {
      if let old = try claim(name, in: place) { try old.remove() }
    }
    let now = FileStatus.Time.now
    let digits = String(now.seconds * 1_000_000_000 + Int64(now.nanoseconds))
    let stem = String(repeating: "0", count: max(0, 20 - digits.count)) + digits + "-\(getpid())"
    let name = place.name(stem)
    let file = try OpenFolder(place.folder).open(name, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
    let journal = ExportJournal(name, in: place, FileLock(file), length: 0)
    do throws(Errno) {
      // Another export that begins now may be looking whether this journal was cut short.
      try file.lock(.exclusive, within: .seconds(5))
      try journal.append(.destination(destination))
    } catch {
      try? journal.remove()
      throw error
    }
    return journal
  }

  /// The journal of the last export if that went to a folder and was cut short.
  ///
  /// - Throws: `Errno`.
  static func unfinished(in place: ExportJournals, destination: FilePath) throws -> ExportJournal? {
    guard let (journal, content) = try newest(in: place) else { return nil }
    guard !content.isDamaged, content.records.first == .destination(destination) else { return nil }
    return content.isEnded ? nil : journal
  }

  /// Restores the names of the files that the last export, or taking it back, had given temporary ones when it was killed.
  ///
  /// A file stays as it is if another one has taken its name.
  /// - Throws: `Errno`.
  static func putBackFiles(in place: ExportJournals) throws(Errno) {
    guard let (journal, content) = try newest(in: place) else { return }
    withExtendedLifetime(journal) {
      // An export that came to its end has restored them.
      for case .aside(let path, let temporary) in content.records.reversed().prefix(while: { $0 != .end }) {
        _ = try? RedundantFile.putBack(path, from: temporary)
      }
    }
  }

  /// The last journal and what it says; `nil` if there is none, or if its export is running.
  private static func newest(
    in place: ExportJournals
  ) throws(Errno) -> (journal: ExportJournal, content: Content)? {
    guard let name = try place.names().last, let journal = try claim(name, in: place) else { return nil }
    return (journal, try journal.content())
  }

  /// The journal of the last export that is not running; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - places: where journals may be; the newest of all counts.
  ///   - destination: the folder to which it went; `nil` for any.
  /// - Throws: `Errno`.
  static func last(in places: [ExportJournals], destination: FilePath? = nil) throws -> ExportJournal? {
    let named = try places.flatMap { place in try place.names().map { (place: place, name: $0) } }
    let newestFirst = named.sorted {
      $1.place.stem($1.name).lexicographicallyPrecedes($0.place.stem($0.name))
    }
    for (place, name) in newestFirst {
      guard let journal = try claim(name, in: place) else { continue }
      guard let destination else { return journal }
      if try journal.content().records.first == .destination(destination) { return journal }
    }
    return nil
  }

  /// Writes a step, whole or not at all: half a record would hide all that follow it.
  func append(_ record: Record) throws(Errno) {
    let bytes = ExportJournalCoding.bytes(record)
    try state.withLock { state throws(Errno) in
      if state.isTorn { try cut(&state) }
      do throws(Errno) {
        try withErrno { _ = try file.descriptor.writeAll(bytes) }
      } catch {
        state.isTorn = true
        try? cut(&state)
        throw error
      }
      state.length += Int64(bytes.count)
    }
  }

  /// The steps so far; one that was not written to its end is left out, and the next one is written in its place.
  func content() throws(Errno) -> Content {
    try state.withLock { state throws(Errno) in
      let bytes = try withErrno {
        try file.descriptor.seek(offset: 0, from: .start)
        return try file.descriptor.readAll(limit: Self.byteLimit)
      }
      let content = ExportJournalCoding.content(bytes)
      if !content.isDamaged { state = State(length: Int64(content.end), isTorn: content.end < bytes.count) }
      return content
    }
  }

  private func cut(_ state: inout State) throws(Errno) {
    let length = state.length
    try withErrno { try file.descriptor.resize(to: length, retryOnInterrupt: true) }
    state.isTorn = false
  }

  /// Waits until the steps are on the disk. Threads that ask at the same time wait for one writing together.
  func synchronize() throws(Errno) {
    let needed = length
    try durableLength.withLock { durable throws(Errno) in try synchronize(&durable, needed) }
  }

  private func synchronize(_ durable: inout Int64?, _ needed: Int64) throws(Errno) {
    if let durable, durable >= needed { return }
    let length = length
    try file.descriptor.synchronize()
    if durable == nil { try OpenFolder(path.removingLastComponent()).synchronize() }
    durable = length
  }

  /// The bytes of whole records.
  private var length: Int64 { state.withLock { $0.length } }

  /// True if steps put a file somewhere or took one away; folders alone are nothing to take back.
  static func haveEffect(_ records: [Record]) -> Bool {
    var placed = Set<FilePath>()
    for record in records {
      switch record {
      case .file(_, _, let destination, _), .picture(_, _, let destination, _): placed.insert(destination)
      case .dropped(let path): placed.remove(path)
      case .merged: return true
      case .destination, .folder, .part, .aside, .end: break
      }
    }
    return !placed.isEmpty
  }

  /// True if it stands in a folder.
  func isIn(_ folder: FilePath) -> Bool { path.removingLastComponent() == folder }

  /// Removes the journal.
  func remove() throws(Errno) { try path.removeFile() }

  /// Removes the journal and the folders of its steps that are empty.
  func removeWithFolders(_ records: [Record], removeFolder: (FilePath) -> Void) throws(Errno) {
    func removeFolders() {
      for case .folder(let path) in records.reversed() { removeFolder(path) }
    }
    removeFolders()
    try remove()
    // It may have stood in one of them.
    removeFolders()
  }

  /// Opens a journal that no other process has; `nil` if one has, if it is gone, or if it may be that of another user.
  private static func claim(_ name: FileName, in place: ExportJournals) throws(Errno) -> ExportJournal? {
    do throws(Errno) {
      guard try place.isOwn(name) else { return nil }
      let file = try OpenFolder(place.folder).open(name, O_RDWR | O_APPEND | O_NONBLOCK)
      let lock = FileLock(file)
      try file.lock(.exclusive, waits: false)
      let status = try FileStatus(file)
      guard status.linkCount > 0, try place.isOwn(status) else { return nil }
      return ExportJournal(name, in: place, lock, length: status.size)
    } catch Errno.noSuchFileOrDirectory, Errno.wouldBlock {
      return nil
    }
  }
}
