import PhotoFiles
import SystemPackage

/// The folder of downloads under way: for each a record `ID.json` and its bytes `ID.part`.
///
/// The lock on the bytes tells other processes that a download is being fetched.
struct DownloadFolder: Sendable {
  let path: FilePath
  let folder: OpenFolder

  /// Opens the folder and makes it if it is missing.
  init(_ path: FilePath) throws(Errno) {
    self.path = path
    try OpenFolder.make(path)
    folder = try OpenFolder(path)
  }

  /// Takes a download for this process; one that is not there is begun.
  ///
  /// - Throws: `Errno.wouldBlock` if another process has it, `Errno.noSuchFileOrDirectory` if a download that should go on
  ///   is not there.
  func claim(
    _ url: RemoteURL, _ destination: DownloadDestination, acceptsAnyData: Bool,
    _ beginning: DownloadBeginning = .usual
  ) throws(Errno) -> ClaimedDownload {
    // Another process may end the same download between two steps here.
    for _ in 0..<100 {
      let names = try names(for: url)
      guard let part = try folder.lock(names.part, mode: 0o666, waits: false) else { continue }
      let wanted = DownloadRecord(url: url, destination: destination, acceptsAnyData: acceptsAnyData)
      let old = beginning == .anew ? nil : try record(names.record)
      if beginning == .resumed, old == nil {
        // The lock has made the file of bytes anew.
        try folder.remove(names.part)
        throw .noSuchFileOrDirectory
      }
      return try ClaimedDownload(self, names, part, old, wanted)
    }
    throw .resourceTemporarilyUnavailable
  }

  /// The downloads that are not whole yet, in the order of their files' names.
  func unfinished() throws(Errno) -> [UnfinishedDownload] {
    var downloads: [UnfinishedDownload] = []
    for name in try folder.names().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      guard let names = DownloadNames(record: name), let record = try? record(name),
        let url = try? RemoteURL(record.url)
      else { continue }
      let part = names.part
      let status = try folder.status(of: part)
      downloads.append(
        UnfinishedDownload(
          url: url, destination: record.destination, acceptsAnyData: record.acceptsAnyData,
          received: status?.size ?? 0, total: record.total, isActive: isLocked(part),
          isStopped: record.isStopped == true))
    }
    return downloads
  }

  private func isLocked(_ part: FileName) -> Bool {
    guard let file = try? folder.open(part, O_RDONLY | O_NONBLOCK) else { return false }
    defer { file.closeUnlocked() }
    do throws(Errno) { try file.lock(.shared, waits: false) } catch { return true }
    return false
  }

  /// The record under a name; `nil` if there is none that can be read.
  func record(_ name: FileName) throws(Errno) -> DownloadRecord? {
    do throws(Errno) {
      let file = try folder.open(name, O_RDONLY | O_NONBLOCK)
      defer { try? file.close() }
      return DownloadRecord(try file.readAll(limit: DownloadRecord.sizeLimit))
    } catch Errno.noSuchFileOrDirectory, Errno.fileTooLarge {
      return nil
    }
  }

  /// The names for a URL: its hash, numbered if another URL has the same.
  private func names(for url: RemoteURL) throws(Errno) -> DownloadNames {
    let hash = String(Checksum.fnv1a(url.text.utf8), radix: 16)
    for number in 1...1000 {
      let names = DownloadNames(number == 1 ? hash : "\(hash)-\(number)")
      guard let record = try record(names.record), record.url != url.text else { return names }
    }
    throw .fileExists
  }
}

/// How a download begins.
enum DownloadBeginning: Sendable {
  /// With what is on the disk, if there is something.
  case usual
  /// Without what is on the disk.
  case anew
  /// With what is on the disk; not if it is gone, since it is whole then.
  case resumed
}

/// The names of a download's files.
struct DownloadNames: Sendable {
  private static let recordSuffix = Array(".json".utf8)

  /// The record.
  let record: FileName
  /// The next record, until it is whole.
  let newRecord: FileName
  /// The bytes.
  let part: FileName

  init(_ identifier: String) { self.init(stem: Array(identifier.utf8)) }

  /// The names of the download whose record has a name; `nil` if that is no record's name.
  init?(record name: FileName) {
    guard name.bytes.suffix(Self.recordSuffix.count).elementsEqual(Self.recordSuffix) else { return nil }
    self.init(stem: Array(name.bytes.dropLast(Self.recordSuffix.count)))
  }

  private init(stem: [UInt8]) {
    record = FileName(unchecked: stem + Self.recordSuffix)
    newRecord = FileName(unchecked: record.bytes + Array(".new".utf8))
    part = FileName(unchecked: stem + Array(".part".utf8))
  }
}
