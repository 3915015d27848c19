import SystemPackage

/// A file open for reading, with the initial status. Deinitialization closes it.
package final class OpenFile: Sendable {
  /// The descriptor, open as long as a variable refers to this object. In `OpenFile(path).descriptor.read(…)` no
  /// variable does, and the number may be another file's by then.
  ///
  /// The bytes of a file on a server are fetched first, so prefer `read`. The descriptor is invalid if that
  /// fails; `content()` throws the reason.
  package var descriptor: FileDescriptor { (try? content()) ?? FileDescriptor(rawValue: -1) }

  /// Returns the descriptor of all bytes, which are fetched first if the file is on a server.
  ///
  /// - Throws: `Errno`, such as `staleNFSFileHandle` if the file has been replaced on the server.
  package func content() throws(Errno) -> FileDescriptor {
    switch storage {
    case .local(let descriptor): descriptor
    case .remote(let file): try file.content()
    }
  }

  /// The file if it is on a server.
  package var remote: RemoteFile? {
    if case .remote(let file) = storage { file } else { nil }
  }

  package let status: FileStatus
  private let storage: Storage

  private enum Storage {
    case local(FileDescriptor)
    case remote(RemoteFile)
  }

  package convenience init(
    _ name: FileName, in folder: OpenFolder, followsLinks: Bool = true
  ) throws(Errno) {
    if let remote = folder.remote {
      self.init(try remote.open(name))
      return
    }
    try self.init(owning: folder.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY, followsLinks: followsLinks))
  }

  /// Opens a file; follows symbolic links. If `waits` is set, blocks until the other end of a pipe is open.
  package convenience init(_ path: FilePath, waits: Bool = false) throws(Errno) {
    if path.isRemote {
      guard let name = path.lastComponent.map(FileName.init) else { throw .isDirectory }
      let folder = try OpenFolder(reaching: path.removingLastComponent())
      guard let remote = folder.remote else { throw .invalidArgument }
      self.init(try remote.openListed(name))
      return
    }
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
    storage = .local(descriptor)
  }

  private init(_ file: RemoteFile) {
    storage = .remote(file)
    status = file.status
  }

  deinit {
    if case .local(let descriptor) = storage { try? descriptor.close() }
  }

  /// When the file was made, or `nil` if that is unknown.
  package var birth: FileStatus.Time? {
    if case .local(let descriptor) = storage { FileStatus.birth(of: descriptor) } else { nil }
  }

  /// Reads up to the size of the buffer, and returns the number of bytes, which is 0 at the end.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    switch storage {
    case .local(let descriptor):
      return try withErrno { try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer) }
    case .remote(let file):
      let bytes = try file.bytes(at: offset, count: buffer.count)
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }

  /// Returns the permission bits for a copy without the access control list: only users who may read the file may read
  /// the copy.
  package func permissionsWithoutList() throws(Errno) -> mode_t {
    if remote != nil { return 0o644 }
    return try withExtendedLifetime(self) { () throws(Errno) in try descriptor.permissionsWithoutList() }
  }
}
