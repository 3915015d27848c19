import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls functions of SystemPackage that throw nothing but `Errno`.
func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch let error as Errno {
    throw error
  } catch {
    throw .ioError
  }
}

extension FileDescriptor {
  /// Waits until what was written is on the disk, past the disk's own cache where the system can.
  func synchronize() throws(Errno) {
    #if canImport(Darwin)
      if fcntl(rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(rawValue) != 0 {
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// Takes a lock of `flock`, which ends with `closeUnlocked()` or when its process dies.
  ///
  /// - Parameter operation: `LOCK_SH` or `LOCK_EX`, with `LOCK_NB` to throw `Errno.wouldBlock` instead of waiting.
  func lock(_ operation: Int32) throws(Errno) {
    while flock(rawValue, operation) != 0 {
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// Ends its lock and closes it.
  ///
  /// Closing alone does not end a lock while a process that is just being started still has a copy of the descriptor
  /// (flock(2)).
  func closeUnlocked() {
    _ = flock(rawValue, LOCK_UN)
    try? close()
  }

  /// Writes all that is left to read here to another file, a piece at a time; returns the number of bytes.
  ///
  /// - Parameter check: is told how many bytes are written, after each piece.
  @discardableResult
  func copyAll(
    to target: FileDescriptor, check: (Int) throws(Errno) -> Void = { _ in }
  ) throws(Errno) -> Int {
    try withErrno {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
      defer { buffer.deallocate() }
      var total = 0
      while true {
        let count = try read(into: buffer)
        if count == 0 { return total }
        try target.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        total += count
        try check(total)
      }
    }
  }

  /// All that is left to read here.
  func readAll() throws(Errno) -> [UInt8] {
    try withErrno {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = try piece.withUnsafeMutableBytes { try read(into: $0) }
        if count == 0 { return bytes }
        bytes += piece[..<count]
      }
    }
  }
}

/// A file that is unlocked and closed with its last reference.
final class LockedFile: Sendable {
  let descriptor: FileDescriptor

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { descriptor.closeUnlocked() }
}

/// Makes a folder and those above it that are missing.
///
/// - Parameter mode: the permissions of those that are new, less those of the process's umask.
func makeFolders(_ path: FilePath, mode: mode_t = 0o700) throws(Errno) {
  if let status = try? Stat(path), status.type == .directory { return }
  let parent = path.removingLastComponent()
  if parent != path, !parent.isEmpty { try makeFolders(parent, mode: mode) }
  let result = path.withPlatformString { mkdir($0, mode) }
  if result != 0, errno != EEXIST { throw Errno(rawValue: errno) }
}

extension FilePath {
  /// The absolute path without links (`realpath`).
  func resolved() throws(Errno) -> FilePath {
    guard let text = withPlatformString({ realpath($0, nil) }) else { throw Errno(rawValue: errno) }
    defer { free(text) }
    return FilePath(platformString: text)
  }
}
