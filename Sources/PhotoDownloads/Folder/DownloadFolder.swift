import PhotoFiles
import SystemPackage

/// The folder of unfinished files: for each a record `ID.json` and bytes `ID.part`.
///
/// A process locks the bytes while it fetches them. To request cancellation, others create the file
/// `ID.cancel`.
struct DownloadFolder: Sendable {
  let path: FilePath
  let folder: OpenFolder

  init(_ path: FilePath) throws(Errno) {
    self.path = path
    try OpenFolder.make(path)
    folder = try OpenFolder(path)
  }

  /// Claims a URL, and creates a record if it is new.
  ///
  /// - Throws: `Errno.wouldBlock` if the URL is claimed; `Errno.noSuchFileOrDirectory` if it can't be resumed.
  func claim(
    _ url: RemoteURL, _ destination: DownloadDestination, acceptsAnyData: Bool,
    _ beginning: DownloadBeginning = .usual, owner: ProcessIdentity? = nil
  ) throws(Errno) -> ClaimedDownload {
    let names = try names(for: url)
    let part = try lock(names)
    let wanted = DownloadRecord(
      url: url, destination: destination, acceptsAnyData: acceptsAnyData, owner: owner)
    let known = try record(names.record)
    // The record of a finished file only contains the path.
    let old = known?.finishedPath == nil ? known : nil
    switch beginning {
    case .usual: return try ClaimedDownload(self, names, part, old, wanted)
    case .anew: return try ClaimedDownload(self, names, part, nil, wanted)
    case .resumed where old != nil, .queued where old?.isPending == true && old?.owner == wanted.owner:
      return try ClaimedDownload(self, names, part, old, wanted)
    case .resumed, .queued:
      // The lock has recreated the file of bytes.
      if old == nil { try folder.remove(names.part) }
      throw .noSuchFileOrDirectory
    }
  }

  /// The timeout for other processes, which lock the bytes briefly for listings.
  private static let patience = Duration.milliseconds(200)

  /// Locks the bytes, and renames temporary names left by an interruption.
  private func lock(_ names: DownloadNames) throws(Errno) -> FileLock {
    if let temporary = try record(names.record)?.temporaryNames?.part.flatMap({ FilePath.Component($0) }),
      let file = try? folder.open(FileName(temporary), O_RDWR | O_NONBLOCK)
    {
      defer { file.closeUnlocked() }
      // The active owner holds the lock under any name.
      try file.lock(.exclusive, within: Self.patience)
      _ = try? RedundantFile.putBack(path.appending(names.part), from: path.appending(temporary))
    }
    let file = try folder.lock(names.part, mode: 0o666, within: Self.patience)
    if let record = try record(names.record), let name = record.finalName.flatMap({ FilePath.Component($0) }),
      let temporary = record.temporaryNames?.file.flatMap({ FilePath.Component($0) })
    {
      let folder = record.destination.path
      _ = try? RedundantFile.putBack(folder.appending(name), from: folder.appending(temporary))
    }
    return file
  }

  func recorded() throws(Errno) -> [RecordedDownload] {
    var downloads: [RecordedDownload] = []
    let processes = ProcessTable()
    var lives: [String: Bool] = [:]
    func isAlive(_ owner: String) -> Bool {
      if let known = lives[owner] { return known }
      let isAlive = ProcessIdentity(identifier: owner).life(in: processes) == .alive
      lives[owner] = isAlive
      return isAlive
    }
    for name in try folder.names().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      guard let names = DownloadNames(record: name), let record = try? record(name),
        let url = try? RemoteURL(record.url)
      else { continue }
      let size = try folder.status(of: names.part)?.size ?? 0
      let state: RecordedDownload.State =
        if let file = record.file {
          .finished(file)
        } else if isLocked(names.part) {
          .receiving
        } else if let failure = record.failure {
          .stopped(failure)
        } else if let owner = record.owner, isAlive(owner) {
          .waiting
        } else {
          .cutOff
        }
      downloads.append(
        RecordedDownload(
          url: url, destination: record.destination, acceptsAnyData: record.acceptsAnyData,
          received: record.finishedPath == nil ? size : record.total ?? size, total: record.total,
          state: state, owner: record.owner.map { ProcessIdentity(identifier: $0) }))
    }
    return downloads
  }

  func claimed(
    _ url: RemoteURL, _ destination: DownloadDestination, acceptsAnyData: Bool,
    _ beginning: DownloadBeginning, owner: ProcessIdentity?
  ) throws(DownloadError) -> ClaimedDownload {
    do throws(Errno) {
      return try claim(url, destination, acceptsAnyData: acceptsAnyData, beginning, owner: owner)
    } catch .wouldBlock {
      throw .busy(url)
    } catch .noSuchFileOrDirectory where beginning == .resumed || beginning == .queued {
      throw .notKnown(url)
    } catch {
      throw .notKept(url, reason: "can't write into \(path): \(error.reasonOfOwnFile)")
    }
  }

  /// The duration for which an outcome is stored, in seconds: a week.
  private static let keptOutcome: Int64 = 7 * 86_400

  func removeOldOutcomes() throws(Errno) {
    let limit = FileStatus.Time.now.seconds - Self.keptOutcome
    for name in try folder.names() {
      guard let names = DownloadNames(record: name), let status = try? folder.status(of: name),
        status.modified.seconds < limit, let record = try? record(name), record.finishedPath != nil
      else { continue }
      try folder.remove(names.record)
    }
  }

  func save(_ record: DownloadRecord, as names: DownloadNames) throws(Errno) {
    // The lock on the bytes protects the name from other processes.
    let file = try PendingFile(in: folder, under: names.newRecord, mode: 0o600)
    try file.write(record.encoded())
    try file.finish(as: names.record, .replacing, durability: .contentAndName)
  }

  func remove(_ names: DownloadNames) throws(Errno) {
    // The bytes first: if only the record were removed, they would stay forever.
    try folder.remove(names.part)
    try folder.remove(names.record)
    try folder.remove(names.cancellation)
  }

  /// Notes that the outcome was reported; removes the record of a finished file.
  func collect(_ url: RemoteURL) throws(Errno) {
    try change(url) { record in
      record?.owner = nil
      if record?.finishedPath != nil { record = nil }
    }
  }

  /// Cancels an inactive transfer; requests cancellation of an active one.
  ///
  /// - Throws: `Errno.wouldBlock` while the transfer is active.
  func cancel(_ url: RemoteURL) throws(Errno) {
    let failure = DownloadError.cancelled(url).failure
    do throws(Errno) {
      try change(url) { record in
        guard record?.finishedPath == nil, record?.failure.map({ $0 == failure }) ?? true else { return }
        record?.failure = failure
        record?.owner = nil
      }
    } catch .wouldBlock {
      try withErrno {
        try folder.open(names(for: url).cancellation, O_WRONLY | O_CREAT, mode: 0o600).close()
      }
      throw .wouldBlock
    }
  }

  /// Records the error of a queued file that could not start.
  func fail(_ url: RemoteURL, with error: DownloadError, for owner: ProcessIdentity) throws(Errno) {
    try change(url) { record in
      guard record?.isPending == true, record?.owner == owner.identifier else { return }
      record?.failure = error.failure
    }
  }

  private func change(_ url: RemoteURL, _ body: (inout DownloadRecord?) -> Void) throws(Errno) {
    let names = try names(for: url)
    let part = try lock(names)
    defer { withExtendedLifetime(part) {} }
    let old = try record(names.record)
    var new = old
    body(&new)
    if let new, new != old { try save(new, as: names) }
    // The lock has recreated the file of bytes if it was missing.
    if new == nil { try remove(names) } else if new?.finishedPath != nil { try folder.remove(names.part) }
    try folder.remove(names.cancellation)
  }

  func isCancellationRequested(of url: RemoteURL) -> Bool {
    (try? folder.status(of: names(for: url).cancellation)) != nil
  }

  private func isLocked(_ part: FileName) -> Bool {
    guard let file = try? folder.open(part, O_RDONLY | O_NONBLOCK) else { return false }
    defer { file.closeUnlocked() }
    do throws(Errno) { try file.lock(.shared, within: .zero) } catch { return true }
    return false
  }

  func record(_ name: FileName) throws(Errno) -> DownloadRecord? {
    do throws(Errno) {
      let file = try folder.open(name, O_RDONLY | O_NONBLOCK)
      defer { try? file.close() }
      return DownloadRecord(try file.readAll(limit: DownloadRecord.sizeLimit))
    } catch Errno.noSuchFileOrDirectory, Errno.fileTooLarge {
      return nil
    }
  }

  /// Returns the names for a URL: its hash, with a number if another URL has the same hash.
  private func names(for url: RemoteURL) throws(Errno) -> DownloadNames {
    let hash = String(Checksum.fnv1a(url.text.utf8), radix: 16)
    for number in 1...1000 {
      let names = DownloadNames(number == 1 ? hash : "\(hash)-\(number)")
      guard let record = try record(names.record), record.url != url.text else { return names }
    }
    throw .fileExists
  }
}

enum DownloadBeginning: Sendable {
  case usual
  case anew
  /// Uses received bytes; fails if they no longer exist, since the file is then complete.
  case resumed
  /// As `resumed`; also fails if the file is no longer in this queue.
  case queued
}

struct DownloadNames: Sendable {
  private static let recordSuffix = Array(".json".utf8)

  let record: FileName
  let newRecord: FileName
  let part: FileName
  let cancellation: FileName

  init(_ identifier: String) { self.init(stem: Array(identifier.utf8)) }

  /// Creates the names from a record name; `nil` if it isn't one.
  init?(record name: FileName) {
    guard name.bytes.suffix(Self.recordSuffix.count).elementsEqual(Self.recordSuffix) else { return nil }
    self.init(stem: Array(name.bytes.dropLast(Self.recordSuffix.count)))
  }

  private init(stem: [UInt8]) {
    record = FileName(unchecked: stem + Self.recordSuffix)
    newRecord = FileName(unchecked: record.bytes + Array(".new".utf8))
    part = FileName(unchecked: stem + Array(".part".utf8))
    cancellation = FileName(unchecked: stem + Array(".cancel".utf8))
  }
}
