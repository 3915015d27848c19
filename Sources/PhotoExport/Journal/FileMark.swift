import PhotoFiles

/// Marks by which a file that was exported is known again.
struct FileMark: Hashable, Sendable {
  var inode: UInt64
  var size: Int64
  var modified: FileStatus.Time
  /// XXH64 of its bytes; `nil` if none was made.
  var checksum: UInt64?

  init(_ status: FileStatus, checksum: UInt64? = nil) {
    inode = status.identity.inode
    size = status.size
    modified = status.modified
    self.checksum = checksum
  }

  init(inode: UInt64, size: Int64, modified: FileStatus.Time, checksum: UInt64?) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.checksum = checksum
  }

  /// True for the same file with the same size and time.
  func matches(_ status: FileStatus) -> Bool {
    inode == status.identity.inode && hasSizeAndTime(of: status)
  }

  /// True for a file with the same size and time, whatever its inode.
  func hasSizeAndTime(of status: FileStatus) -> Bool {
    size == status.size && modified == status.modified
  }
}
