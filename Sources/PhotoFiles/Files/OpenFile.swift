import SystemPackage

/// A file open for reading, with the initial status. Deinitialization closes it.
package final class OpenFile: Sendable {
  /// The descriptor, open as long as a variable refers to this object. In `OpenFile(path).descriptor.read(…)` no
  /// variable does, and the number may be another file's by then.
  package let descriptor: FileDescriptor
  package let status: FileStatus

  package convenience init(
    _ name: FileName, in folder: OpenFolder, followsLinks: Bool = true
  ) throws(Errno) {
    try self.init(owning: folder.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY, followsLinks: followsLinks))
  }

  /// Opens a file; follows symbolic links. If `waits` is set, blocks until the other end of a pipe is open.
  package convenience init(_ path: FilePath, waits: Bool = false) throws(Errno) {
    try self.init(owning: .opened(path, O_RDONLY | O_NOCTTY | (waits ? 0 : O_NONBLOCK)))
  }

  /// Takes over an open file, and closes it even if this throws.
  package init(owning descriptor: FileDescriptor) throws(Errno) {
    do throws(Errno) {
      status = try FileStatus(descriptor)
    } catch {
      try? descriptor.close()
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { try? descriptor.close() }

  /// Returns the permission bits for a copy without the access control list: only users who may read the file may read
  /// the copy.
  package func permissionsWithoutList() throws(Errno) -> mode_t {
    try withExtendedLifetime(self) { () throws(Errno) in try descriptor.permissionsWithoutList() }
  }
}
