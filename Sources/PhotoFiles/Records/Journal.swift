import Synchronization
import SystemPackage

/// A file to which records are appended, each before the step that it describes, so that the steps can be taken back or
/// carried to their end.
///
/// A journal is claimed by the process that works with it, or open to several, each of which locks it while it appends.
/// A record that cannot be appended leaves the journal as it was. Half a record, as a kill or a power failure leaves
/// it, is not read, and the next record replaces it.
package final class Journal<Record: StoredRecord>: Sendable {
  package let name: FileName
  package let path: FilePath
  /// A Boolean value indicating whether other users may have written into the folder of the journal.
  package let isShared: Bool
  private let file: FileLock
  private let isClaimed: Bool
  /// Whether half a record may be at the end. Held while the file is read or written.
  private let isTorn: Mutex<Bool>
  /// The number of bytes known to be on the disk, with the journal's name; `nil` before the first wait.
  private let durableSize = Mutex<Int64?>(nil)

  private static var byteLimit: Int { 1 << 30 }
  /// How long a process waits for another one that appends.
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

  /// Appends a record, or leaves the journal as it was.
  package func append(_ record: Record) throws(Errno) {
    try locked { isTorn throws(Errno) in
      if isTorn {
        let (content, size) = try read()
        // Nothing is cut off that a later version or another program may have written.
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
    }
  }

  /// Returns the records, except for one that was not written to its end.
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

  /// Runs `body` while no other thread, and no other process, reads or appends.
  private func locked<Result: Sendable>(
    _ body: (inout Bool) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    try isTorn.withLock { isTorn throws(Errno) in
      // Not every file system locks files; then a short record is appended as a whole by the kernel.
      let isLocked = !isClaimed && (try? file.descriptor.lock(.exclusive, within: Self.patience)) != nil
      defer { if isLocked { file.descriptor.unlock() } }
      return try body(&isTorn)
    }
  }

  /// Waits until the records are on the disk. Threads that call it at the same time share one wait.
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

  /// A Boolean value indicating whether the journal was removed, as taking it back does: what is appended then is lost.
  package var isRemoved: Bool { (try? FileStatus(file.descriptor))?.linkCount == 0 }

  package func remove() throws(Errno) { try path.removeFile() }
}
