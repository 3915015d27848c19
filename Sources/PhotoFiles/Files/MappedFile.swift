import SystemPackage

/// A file of constant contents, such as a table, mapped into memory for reading: only the parts in use are loaded.
///
/// A file that another process shortens while it is mapped ends this process (SIGBUS, mmap(2)), so map only files that
/// are replaced and never changed.
package final class MappedFile: @unchecked Sendable {  // The memory is constant.
  /// The contents, valid as long as this object.
  package let bytes: UnsafeRawBufferPointer

  /// Maps a regular file; follows symbolic links.
  ///
  /// - Throws: `Errno`; EINVAL unless the path leads to a regular file of 1 to `limit` bytes.
  package init(_ path: FilePath, limit: Int) throws(Errno) {
    let file = try OpenFile(path)
    guard file.status.kind == .regular, file.status.size > 0, file.status.size <= limit else {
      throw .invalidArgument
    }
    let count = Int(file.status.size)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, try file.content().rawValue, 0)
    guard let start, start != MAP_FAILED else { throw Errno(rawValue: errno) }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
