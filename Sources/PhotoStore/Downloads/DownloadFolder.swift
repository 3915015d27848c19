import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder of downloads under way: for each a record `ID.json` and its bytes `ID.part`.
///
/// The lock on the bytes tells other processes that a download is being fetched.
struct DownloadFolder: Sendable {
  let path: FilePath
  let directory: Directory

  /// Opens the folder and makes it where it is missing.
  init(_ path: FilePath) throws(Errno) {
    self.path = path
    try makeFolders(path)
    directory = try Directory(path)
  }

  /// Takes a download for this process; one that is not there is begun.
  ///
  /// - Throws: `Errno.wouldBlock` where another process has it.
  func claim(
    _ url: RemoteURL, _ destination: DownloadDestination, acceptsAnyData: Bool
  ) throws(Errno) -> ClaimedDownload {
    // Another process may end the same download between two steps here.
    for _ in 0..<100 {
      let names = try names(for: url)
      let part = LockedFile(try directory.open(names.part, O_RDWR | O_CREAT, mode: 0o666))
      try part.descriptor.lock(LOCK_EX | LOCK_NB)
      let there = try directory.status(of: names.part)
      guard there?.inode == (try Stat(part.descriptor).inode) else { continue }
      let wanted = DownloadRecord(url: url, destination: destination, acceptsAnyData: acceptsAnyData)
      return try ClaimedDownload(self, names, part, record(names.record), wanted)
    }
    throw .resourceTemporarilyUnavailable
  }

  /// The downloads that are not whole yet, in the order of their files' names.
  func unfinished() throws(Errno) -> [UnfinishedDownload] {
    var downloads: [UnfinishedDownload] = []
    for name in try directory.names().sorted(by: { $0.string < $1.string }) where name.extension == "json" {
      guard let record = try? record(name), let url = try? RemoteURL(record.url),
        let part = FilePath.Component("\(name.stem).part")
      else { continue }
      let status = try directory.status(of: part)
      downloads.append(
        UnfinishedDownload(
          url: url, destination: record.destination, acceptsAnyData: record.acceptsAnyData,
          received: status?.size ?? 0, total: record.total, isActive: isLocked(part)))
    }
    return downloads
  }

  private func isLocked(_ part: FilePath.Component) -> Bool {
    guard let file = try? directory.open(part, O_RDONLY | O_NONBLOCK) else { return false }
    defer { file.closeUnlocked() }
    do throws(Errno) { try file.lock(LOCK_SH | LOCK_NB) } catch { return true }
    return false
  }

  /// The record under a name; `nil` where there is none that can be read.
  private func record(_ name: FilePath.Component) throws(Errno) -> DownloadRecord? {
    do throws(Errno) {
      let file = try directory.open(name, O_RDONLY | O_NONBLOCK)
      defer { try? file.close() }
      guard try Stat(file).size <= DownloadRecord.sizeLimit else { return nil }
      return DownloadRecord(try file.readAll())
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  /// The names for a URL: its hash, numbered where another URL has the same.
  private func names(for url: RemoteURL) throws(Errno) -> DownloadNames {
    let hash = String(fnv1a(url.text.utf8), radix: 16)
    for number in 1...1000 {
      guard let names = DownloadNames(number == 1 ? hash : "\(hash)-\(number)") else { continue }
      guard let record = try record(names.record), record.url != url.text else { return names }
    }
    throw .fileExists
  }
}

/// The names of a download's files.
struct DownloadNames: Sendable {
  let record: FilePath.Component
  let newRecord: FilePath.Component
  let part: FilePath.Component

  init?(_ identifier: String) {
    guard let record = FilePath.Component("\(identifier).json"),
      let newRecord = FilePath.Component("\(identifier).json.new"),
      let part = FilePath.Component("\(identifier).part")
    else { return nil }
    (self.record, self.newRecord, self.part) = (record, newRecord, part)
  }
}

/// A download that this process has for itself, until the last reference goes.
final class ClaimedDownload: Sendable {
  let folder: DownloadFolder
  let names: DownloadNames
  private let file: LockedFile
  /// The record as it was claimed.
  let record: DownloadRecord

  fileprivate init(
    _ folder: DownloadFolder, _ names: DownloadNames, _ file: LockedFile, _ old: DownloadRecord?,
    _ wanted: DownloadRecord
  ) throws(Errno) {
    self.folder = folder
    self.names = names
    self.file = file
    var record = old ?? wanted
    record.acceptsAnyData = wanted.acceptsAnyData
    if record.destination != wanted.destination {
      record.destination = wanted.destination
      record.finalName = nil
    }
    // Bytes without a record that tells their version are of no use.
    if old == nil { try withErrno { try file.descriptor.resize(to: 0, retryOnInterrupt: true) } }
    self.record = record
    try save(record)
  }

  /// Its bytes, open and locked.
  var part: FileDescriptor { file.descriptor }

  /// The number of bytes on the disk.
  func size() throws(Errno) -> Int64 { try Stat(part).size }

  /// Writes the record anew, whole or not at all.
  func save(_ record: DownloadRecord) throws(Errno) {
    let file = try folder.directory.open(names.newRecord, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    defer { try? file.close() }
    let bytes = try record.encoded()
    _ = try withErrno { try file.writeAll(bytes) }
    try file.synchronize()
    try folder.directory.replace(names.newRecord, in: folder.directory, as: names.record)
    try folder.directory.synchronize()
  }

  /// Removes record and bytes.
  func remove() throws(Errno) {
    // The bytes first: a record alone tells what it was, bytes alone would lie there for ever.
    try folder.directory.remove(names.part)
    try folder.directory.remove(names.record)
  }
}
