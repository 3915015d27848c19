import PhotoFiles
import SystemPackage

/// An exclusive claim on a URL, valid as long as this object exists.
final class ClaimedDownload: Sendable {
  let folder: DownloadFolder
  let names: DownloadNames
  private let file: FileLock
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
    record.owner = wanted.owner
    record.failure = nil
    if record.destination != wanted.destination {
      record.destination = wanted.destination
      record.finalName = nil
    }
    // Bytes are useless if no record contains the version.
    if old == nil { try withErrno { try file.descriptor.resize(to: 0, retryOnInterrupt: true) } }
    self.record = record
    // The previous owner may have ended before it noticed the request.
    try folder.folder.remove(names.cancellation)
    try save(record)
  }

  var part: FileDescriptor { file.descriptor }

  func size() throws(Errno) -> Int64 { try FileStatus(part).size }

  func save(_ record: DownloadRecord) throws(Errno) { try folder.save(record, as: names) }

  /// Records an error, after which the file is resumed only on request.
  ///
  /// Useless bytes are removed, with the record. A record of a background download is preserved, since the user has not
  /// seen the error.
  func end(with error: DownloadError) throws(Errno) {
    guard var record = try folder.record(names.record) else { return }
    if error.endsDownload {
      if record.owner == nil { return try remove() }
      try withErrno { try file.descriptor.resize(to: 0, retryOnInterrupt: true) }
      (record.total, record.validator, record.finalName) = (nil, nil, nil)
    }
    record.failure = error.failure
    try save(record)
    try folder.folder.remove(names.cancellation)
  }

  /// Removes the record after the file was placed. If a background process fetched it, the record keeps the path of
  /// the file until the outcome is collected.
  func end(with file: FilePath) throws(Errno) {
    guard var record = try folder.record(names.record), record.owner != nil else { return try remove() }
    record.file = file
    try save(record)
    try folder.folder.remove(names.part)
    try folder.folder.remove(names.cancellation)
  }

  func remove() throws(Errno) { try folder.remove(names) }
}
