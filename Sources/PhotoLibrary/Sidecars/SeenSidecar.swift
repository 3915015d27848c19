import PhotoFiles
import PhotoFormats
import SystemPackage

/// A sidecar of a photo as it was when the photo was read.
package struct SeenSidecar: Sendable, Hashable {
  package var name: FileName
  package var inode: UInt64
  package var size: Int64
  package var modified: FileStatus.Time
  package var changed: FileStatus.Time
  /// Why what it holds was passed over; `nil` if it was not.
  package var fault: String?

  package init(
    name: FileName, inode: UInt64, size: Int64, modified: FileStatus.Time, changed: FileStatus.Time,
    fault: String?
  ) {
    self.name = name
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.fault = fault
  }

  init(name: FileName, _ status: FileStatus) {
    self.init(
      name: name, inode: status.identity.inode, size: status.size, modified: status.modified,
      changed: status.changed, fault: nil)
  }

  /// True if a file of that status under the same name is surely the file that was seen, unchanged.
  func matches(_ status: FileStatus) -> Bool {
    status.kind == .regular && inode == status.identity.inode && size == status.size
      && modified == status.modified && changed == status.changed
  }
}

struct SeenSidecars: Sendable {
  /// Those that could be read, those first that have the first say.
  var files: [SeenSidecar] = []
  /// Those that could not be read, so that the next look may find more.
  var failures: [Failure] = []

  struct Failure: Sendable {
    let name: FileName
    let error: Errno
  }

  /// True if no sidecar can change without a change of its times.
  func areSettled(at moment: FileStatus.Time) -> Bool {
    failures.isEmpty && files.allSatisfy { $0.changed.isSettled(at: moment) }
  }
}
