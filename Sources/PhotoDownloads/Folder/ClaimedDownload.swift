import PhotoFiles
import SystemPackage

/// A download that this process has for itself, until the last reference goes.
final class ClaimedDownload: Sendable {
  let folder: DownloadFolder
  let names: DownloadNames
  private let file: FileLock
  /// The record as it was claimed.
  let record: DownloadRecord

  init(
    _ folder: DownloadFolder, _ names: DownloadNames, _ file: FileLock, _ old: DownloadRecord?,
    _ wanted: DownloadRecord
  ) throws(Errno) {
    self.folder = folder
    self.names = names
    self.file = file
    var record = old ?? wanted
    record.acceptsAnyData = wanted.acceptsAnyData
    record.isStopped = nil
    if record.destination != wanted.destination {
      record.destination = wanted.destination
      record.finalName = nil
    }
    // Bytes are of no use without a record that tells their version.
    if old == nil { try withErrno { try file.descriptor.resize(to: 0, retryOnInterrupt: true) } }
    self.record = record
    try save(record)
  }

  /// Its bytes, open and locked.
  var part: FileDescriptor { file.descriptor }

  /// The number of bytes on the disk.
  func size() throws(Errno) -> Int64 { try FileStatus(part).size }

  /// Writes the record anew, whole or not at all.
  func save(_ record: DownloadRecord) throws(Errno) {
    // The lock on the bytes keeps other processes from the name.
    let file = try PendingFile(in: folder.folder, under: names.newRecord, mode: 0o600)
    try file.write(record.encoded())
    try file.finish(as: names.record, .replacing, durability: .contentAndName)
  }

  /// Notes that the download ended with an error, so that it goes on only if that is asked for.
  func noteStop() throws(Errno) {
    guard var record = try folder.record(names.record) else { return }
    record.isStopped = true
    try save(record)
  }

  /// Removes record and bytes.
  func remove() throws(Errno) {
    // The bytes first: a record alone tells what it was, bytes alone would stay for ever.
    try folder.folder.remove(names.part)
    try folder.folder.remove(names.record)
  }
}
