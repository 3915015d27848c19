import CFileSystem
import SystemPackage

/// A file in memory without a name and with a fixed size, for sharing memory with a child. Deinitialization closes it.
package final class MemoryFile: Sendable {
  package let descriptor: FileDescriptor
  package let count: Int

  package init(count: Int) throws(Errno) {
    descriptor = try FileDescriptor.opened { memory_file_open(UInt64(count)) }
    self.count = count
  }

  package convenience init(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try self.init(count: bytes.count)
    try withErrno { [descriptor] in _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes) }
  }

  deinit { try? descriptor.close() }
}
