import CFileSystem
import SystemPackage

/// A file without a name that lives in memory, for two processes to share. Its size never changes. It closes with its last
/// reference.
package final class MemoryFile: Sendable {
  /// Open for reading and writing.
  package let descriptor: FileDescriptor
  /// The size of the file in bytes.
  package let count: Int

  /// Makes a file of zeros.
  package init(count: Int) throws(Errno) {
    descriptor = try FileDescriptor.opened { memory_file_open(UInt64(count)) }
    self.count = count
  }

  /// Makes a file of bytes.
  package convenience init(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try self.init(count: bytes.count)
    try withErrno { [descriptor] in _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes) }
  }

  deinit { try? descriptor.close() }
}
