import Synchronization
import SystemPackage

/// A file to which records are appended, each before the step that it describes, so that the steps can be undone or
/// completed.
///
/// A program can claim a journal, or several programs can share it and lock it while they append. A record that cannot
/// be appended doesn't alter the journal. An incomplete record, after a crash or a power failure, is ignored, and the
/// next record overwrites it.
package final class Journal<Record: StoredRecord>: Sendable {
  package let name: FileName
  package let path: FilePath
  /// Whether other users may have written to the folder of the journal.
  package let isShared: Bool
  private let file: FileLock
  private let isClaimed: Bool
  /// A Boolean value indicating whether the last record may be incomplete. Locked while the file is read or written.
  private let isTorn: Mutex<Bool>
  /// The number of durable bytes; `nil` before the first wait.
  private let durableSize = Mutex<Int64?>(nil)

  private static var byteLimit: Int { 1 << 30 }
  /// The timeout for acquiring the lock.
  private static var patience: Duration { .seconds(20) }

  init(
    _ name: FileName, in folder: FilePath, isShared: Bool, isClaimed: Bool, _ file: FileLock, isTorn: Bool
  ) {
    self.name = name
    path = folder.appending(name)
    self.isShared = isShared
    self.isClaimed = isClaimed
    self.file = file
    self.isTorn = Mutex(isTorn)
  }

  /// Appends a record.
  ///
  /// - Returns: `false` if the journal was removed or retired, so that undo will not read the record.
  @discardableResult
  package func append(_ record: Record) throws(Errno) -> Bool {
    try locked { isTorn throws(Errno) in
      guard isCurrent else { return false }
      if isTorn {
        let (content, size) = try read()
        // Records of a later version or another program are kept.
        if !content.isDamaged, content.end < size { try cut(to: Int64(content.end)) }
        isTorn = false
      }
      let end = try size
      let bytes = end == 0 ? RecordFile.bytes([record]) : RecordFile.bytes(adding: record)
      do throws(Errno) {
        try withErrno { _ = try file.descriptor.writeAll(bytes) }
      } catch {
        isTorn = (try? cut(to: end)) == nil
        throw error
      }
      // On a file system that can't lock files, it may have been retired in the meantime.
      return isCurrent
    }
  }

  /// Renames the journal when no program appends to it.
  func move(to newName: FileName) throws(Errno) {
    try locked { _ throws(Errno) in
      let folder = try OpenFolder(reaching: path.removingLastComponent())
      try folder.replace(name, in: folder, as: newName)
    }
  }

  package func content() throws(Errno) -> RecordFile<Record>.Content {
    try locked { _ throws(Errno) in try read().content }
  }

  private func read() throws(Errno) -> (content: RecordFile<Record>.Content, size: Int) {
    let bytes = try withErrno {
      try file.descriptor.seek(offset: 0, from: .start)
      return try file.descriptor.readAll(limit: Self.byteLimit)
    }
    return (RecordFile.content(bytes), bytes.count)
  }

  private func cut(to size: Int64) throws(Errno) {
    try withErrno { try file.descriptor.resize(to: size, retryOnInterrupt: true) }
  }

  /// Runs `body` with exclusive access to the journal.
  private func locked<Result: Sendable>(
    _ body: (inout Bool) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    try isTorn.withLock { isTorn throws(Errno) in
      // If the file system can't lock files, the kernel appends a short record as a whole.
      let isLocked = !isClaimed && (try? file.descriptor.lock(.exclusive, within: Self.patience)) != nil
      defer { if isLocked { file.descriptor.unlock() } }
      return try body(&isTorn)
    }
  }

  /// Flushes the records to storage. Concurrent calls share one wait.
  package func synchronize() throws(Errno) {
    let needed = try size
    try durableSize.withLock { durable throws(Errno) in
      if let durable, durable >= needed { return }
      let size = try size
      try file.descriptor.synchronize()
      if durable == nil { try OpenFolder(path.removingLastComponent()).synchronize() }
      durable = size
    }
  }

  private var size: Int64 { get throws(Errno) { try FileStatus(file.descriptor).size } }

  /// A Boolean value indicating whether the journal has its name, which no other journal gets.
  private var isCurrent: Bool {
    do throws(Errno) {
      if !isClaimed { _ = try FileStatus(path) }
      return true
    } catch {
      return error != .noSuchFileOrDirectory
    }
  }

  package func remove() throws(Errno) { try path.removeFile() }
}
