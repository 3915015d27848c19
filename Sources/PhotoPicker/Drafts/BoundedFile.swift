import SystemPackage

/// Reads files that may be of any length, up to a limit.
enum BoundedFile {
  private static let chunkCount = 256 * 1024

  /// All bytes of a file; a pipe is read to its end.
  ///
  /// - Throws: `Errno`; `.fileTooLarge` where there are more than `limit`.
  static func bytes(of path: FilePath, limit: Int) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
    return try file.closeAfter { try bytes(of: file, limit: limit) }
  }

  /// All bytes that are left to read.
  ///
  /// - Throws: `Errno`; `.fileTooLarge` where there are more than `limit`.
  static func bytes(of file: FileDescriptor, limit: Int) throws -> [UInt8] {
    var bytes = [UInt8]()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkCount, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try file.read(into: buffer), count > 0 {
      guard bytes.count + count <= limit else { throw Errno.fileTooLarge }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
