import PhotoFiles
import PhotoFormats
import SystemPackage

/// The status of a sidecar when its photo was read.
package struct SeenSidecar: Sendable, Hashable {
  package var name: FileName
  package var inode: UInt64
  package var size: Int64
  package var modified: FileStatus.Time
  package var changed: FileStatus.Time
  /// The reason why the sidecar was skipped, if it was.
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

  /// Returns `true` if the status proves that the sidecar hasn't changed.
  func matches(_ status: FileStatus) -> Bool {
    status.kind == .regular && inode == status.identity.inode && size == status.size
      && modified == status.modified && changed == status.changed
  }
}

struct SeenSidecars: Sendable {
  /// The readable sidecars, in order of precedence.
  var files: [SeenSidecar] = []
  /// The unreadable sidecars, which may be readable next time.
  var failures: [Failure] = []

  struct Failure: Sendable {
    let name: FileName
    let error: Errno
  }

  /// Whether any later change of a sidecar must alter its timestamps.
  func areSettled(at moment: FileStatus.Time) -> Bool {
    failures.isEmpty && files.allSatisfy { $0.changed.isSettled(at: moment) }
  }
}
