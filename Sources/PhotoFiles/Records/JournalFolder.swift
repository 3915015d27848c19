import SystemPackage

/// The journal files in a folder, one for each run of a command, ordered by name.
///
/// They have a separate folder, or are hidden in a folder to which a command writes if the default folder is not
/// writable, as on a read-only home. Other users may write there, so a journal is used only if no other user can have
/// written it.
package struct JournalFolder<Record: StoredRecord>: Sendable {
  package let path: FilePath
  package let isShared: Bool
  private let keptCount: Int
  private let prefix: [UInt8]

  package init(_ path: FilePath, keeping keptCount: Int) {
    (self.path, self.keptCount, isShared, prefix) = (path, keptCount, false, [])
  }

  /// Journal files with a prefix, hidden in a folder of other files.
  package init(hiddenIn path: FilePath, prefix: String, keeping keptCount: Int) {
    (self.path, self.keptCount, isShared) = (path, keptCount, true)
    self.prefix = Array(prefix.utf8)
  }

  // MARK: - Names

  private static var suffix: [UInt8] { Array(".journal".utf8) }
  /// The suffix of journals that are being undone, which sort like others.
  private static var retiredSuffix: [UInt8] { Array(".undo.journal".utf8) }
  private static var digitCount: Int { 16 }

  /// Returns the names, the oldest first; an empty array if the folder is missing.
  package func names() throws(Errno) -> [FileName] {
    do throws(Errno) {
      return try OpenFolder(path).names().filter {
        $0.bytes.starts(with: prefix) && $0.bytes.suffix(Self.suffix.count).elementsEqual(Self.suffix)
      }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch .noSuchFileOrDirectory, .notDirectory {
      return []
    }
  }

  /// Returns the names in several folders, the newest first.
  package static func newestFirst(
    in folders: [JournalFolder]
  ) throws(Errno) -> [(folder: JournalFolder, name: FileName)] {
    var named: [(folder: JournalFolder, name: FileName)] = []
    for folder in folders { named += try folder.names().map { (folder: folder, name: $0) } }
    return named.sorted { $1.folder.stem($1.name).lexicographicallyPrecedes($0.folder.stem($0.name)) }
  }

  private func stem(_ name: FileName) -> ArraySlice<UInt8> {
    name.bytes.dropFirst(prefix.count).dropLast(Self.suffix.count)
  }

  /// Returns a number greater than the number of every journal: the nanoseconds since 1970 if the clock is right.
  func number(after names: [FileName], at now: FileStatus.Time = .now) -> UInt64 {
    let (nanoseconds, overflows) = UInt64(max(now.seconds, 0)).multipliedReportingOverflow(by: 1_000_000_000)
    let moment =
      overflows ? .max : nanoseconds.addingReportingOverflow(UInt64(max(now.nanoseconds, 0))).partialValue
    let last = names.last.flatMap {
      UInt64(String(decoding: stem($0).prefix(Self.digitCount), as: UTF8.self), radix: 16)
    }
    return max(moment, last.map { $0 < .max ? $0 + 1 : $0 } ?? 0)
  }

  private func name(_ number: UInt64, isFirst: Bool = false) -> FileName {
    let digits = (isFirst ? .max - number : number).digits(Self.digitCount, radix: 16)
    // A hyphen sorts before all digits.
    let stem = (isFirst ? "-" : "") + digits + "-\(getpid())"
    return FileName(unchecked: prefix + Array(stem.utf8) + Self.suffix)
  }

  // MARK: - Journals

  /// Starts a journal, creates the folder if necessary, and removes the oldest unclaimed files. No other program can
  /// use a claimed journal until it is released.
  package func begin(isClaimed: Bool) throws(Errno) -> Journal<Record> {
    try OpenFolder.make(path, isDurable: true)
    let names = try names()
    for name in names.dropLast(keptCount - 1) { try? claim(name)?.remove() }
    let name = name(number(after: names))
    let file = FileLock(try OpenFolder(path).open(name, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o600))
    let journal = journal(name, file, isClaimed: isClaimed, isTorn: false)
    guard isClaimed else { return journal }
    do throws(Errno) {
      // Another program that begins a journal may be testing the claim.
      try file.descriptor.lock(.exclusive, within: .seconds(5))
      return journal
    } catch {
      try? journal.remove()
      throw error
    }
  }

  /// Opens a journal to which other processes may append too, or returns `nil` if it was deleted or another user may own
  /// it.
  package func open(_ name: FileName) throws(Errno) -> Journal<Record>? {
    try opened(name).map { journal(name, $0, isClaimed: false) }
  }

  /// Renames a journal, so that other processes no longer append to it, and start another one instead.
  ///
  /// - Returns: The new name, also if the journal was renamed before; `nil` as for `open`.
  package func retire(_ name: FileName) throws(Errno) -> FileName? {
    let isRetired = name.bytes.suffix(Self.retiredSuffix.count).elementsEqual(Self.retiredSuffix)
    if isRetired { return try open(name) == nil ? nil : name }
    let retired = FileName(unchecked: name.bytes.dropLast(Self.suffix.count) + Self.retiredSuffix)
    guard let journal = try open(name) else { return try open(retired) == nil ? nil : retired }
    try journal.move(to: retired)
    return retired
  }

  /// Claims a journal, or returns `nil` if it is in use or was deleted, or if another user may own it.
  package func claim(_ name: FileName, within patience: Duration = .zero) throws(Errno) -> Journal<Record>? {
    do throws(Errno) {
      guard let file = try opened(name) else { return nil }
      try file.descriptor.lock(.exclusive, within: patience)
      guard try FileStatus(file.descriptor).linkCount > 0 else { return nil }
      return journal(name, file, isClaimed: true)
    } catch .wouldBlock {
      return nil
    }
  }

  package func claimNewest() throws(Errno) -> Journal<Record>? {
    guard let name = try names().last else { return nil }
    return try claim(name)
  }

  /// Writes a complete journal that sorts before all others, and returns the name.
  package func addOldest(_ records: [Record]) throws(Errno) -> FileName {
    let name = name(number(after: try names()), isFirst: true)
    try withErrno {
      let file = try PendingFile(in: OpenFolder(reaching: path), mode: 0o600)
      try file.write(RecordFile.bytes(records))
      try file.finish(as: name, .exclusively, durability: .content)
    }
    return name
  }

  /// Returns the path of a journal that may be another user's, or `nil`.
  package func pathOfOthers() throws(Errno) -> FilePath? {
    for name in try names() where try !isOwn(OpenFolder(path).status(of: name)) {
      return path.appending(name)
    }
    return nil
  }

  private func opened(_ name: FileName) throws(Errno) -> FileLock? {
    do throws(Errno) {
      let folder = try OpenFolder(path)
      // Skip other files, such as pipes and symbolic links, without opening them.
      guard try isOwn(folder.status(of: name)) else { return nil }
      let file = FileLock(try folder.open(name, O_RDWR | O_APPEND | O_NONBLOCK))
      return try isOwn(FileStatus(file.descriptor)) ? file : nil
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  private func journal(
    _ name: FileName, _ file: FileLock, isClaimed: Bool, isTorn: Bool = true
  ) -> Journal<Record> {
    Journal(name, in: path, isShared: isShared, isClaimed: isClaimed, file, isTorn: isTorn)
  }

  /// Returns `true` if no other user can have written a file.
  private func isOwn(_ status: FileStatus?) throws(Errno) -> Bool {
    guard isShared else { return true }
    guard let status else { return false }
    let parent = try FileStatus(path)
    let isKept =
      parent.permissions & 0o002 == 0
      || parent.permissions & 0o1000 != 0 && [0, geteuid()].contains(parent.owner)
    return isKept && status.kind == .regular && status.owner == geteuid() && status.permissions & 0o022 == 0
  }
}
