import SystemPackage

/// The state of a file, by which caches recognize that it was modified or replaced.
///
/// Size and modification time don't suffice: `exiftool -P` restores the time after an edit, and renaming can exchange
/// files of equal size and time. Every write updates the change time, which programs can't set.
public struct FileState: Sendable, Hashable {
  /// The inode number; for a file on a server, a checksum of its path and entity tag; 0 if unknown.
  public let inode: UInt64
  /// Bytes.
  public let size: Int64
  /// When the content last changed.
  public let modified: FileStatus.Time
  /// When content or attributes last changed.
  public let changed: FileStatus.Time

  public init(_ status: FileStatus) {
    self.init(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed)
  }

  package init(inode: UInt64, size: Int64, modified: FileStatus.Time, changed: FileStatus.Time) {
    (self.inode, self.size, self.modified, self.changed) = (inode, size, modified, changed)
  }

  /// Whether any change to the file after this time will alter the state.
  package func isSettled(at moment: FileStatus.Time) -> Bool { changed.isSettled(at: moment) }
}

extension OpenFile {
  /// Returns a text that differs for each state of the file, for caches that outlive the process.
  ///
  /// The text contains no inode number where the file system assigns a new one with each mount, and a checksum of both
  /// ends of a local file, since such file systems also store coarse times. A copy of the file has another text.
  /// - Throws: `Errno` if the ends can't be read.
  package func fingerprint() throws(Errno) -> String {
    let ends = remote == nil ? try endsChecksum() : 0
    let inode = remote == nil && !descriptor.hasLastingInode ? 0 : status.identity.inode
    let (modified, changed) = (status.modified, status.changed)
    return [inode, UInt64(bitPattern: status.size), ends].map { String($0, radix: 16) }.joined(separator: "-")
      + "-\(modified.seconds).\(modified.nanoseconds)-\(changed.seconds).\(changed.nanoseconds)"
  }

  private func endsChecksum() throws(Errno) -> UInt64 {
    defer { withExtendedLifetime(self) {} }
    return try FileContent(of: descriptor).endsChecksum()
  }
}
