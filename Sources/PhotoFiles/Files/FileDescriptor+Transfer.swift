import CFileSystem
import SystemPackage

extension FileDescriptor {
  /// Returns the descriptor from a call such as openat(2), repeated after signals.
  static func opened(_ call: () -> Int32) throws(Errno) -> FileDescriptor {
    while true {
      let number = call()
      if number >= 0 { return FileDescriptor(rawValue: number) }
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// Opens the standard streams that the caller of the program has closed, so that no file gets their numbers.
  package static func holdStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // It is read-only, so that writing to a closed stdout still fails.
      _ = openat(AT_FDCWD, "/dev/null", O_RDONLY)
    }
  }

  /// Returns `true` if a small number of further files can be opened, by opening them for a moment.
  ///
  /// The Swift runtime crashes if it gets no descriptor, so a program checks this first.
  package static func areFree(_ count: Int) -> Bool {
    var held: [FileDescriptor] = []
    defer { for descriptor in held { try? descriptor.close() } }
    // Any file can be duplicated; standard input may be closed.
    var next = openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while next >= 0 {
      held.append(FileDescriptor(rawValue: next))
      guard held.count < count else { return true }
      next = fcntl(next, F_DUPFD_CLOEXEC, 0)
    }
    return false
  }

  /// Returns the number of things, at most `wanted`, that may keep `each` files open, if all of them use a quarter of
  /// the open files that the system allows; at least one.
  package static func share(of wanted: Int, each: Int) -> Int {
    max(1, min(wanted, Int(open_file_limit()) / 4 / each))
  }

  package static var hasSizeLimit: Bool { file_size_is_limited() }

  /// Opens a file with flags of open(2) and `O_CLOEXEC`; the caller closes it.
  ///
  /// A file on a server can only be read; its bytes are fetched into memory.
  package static func opened(_ path: FilePath, _ flags: Int32) throws(Errno) -> FileDescriptor {
    if path.isRemote {
      guard let name = path.lastComponent.map(FileName.init) else { throw .invalidArgument }
      return try OpenFolder(reaching: path.removingLastComponent()).open(name, flags)
    }
    return try opened { path.withPlatformString { openat(AT_FDCWD, $0, flags | O_CLOEXEC) } }
  }

  /// Opens an empty file without a name; the caller closes it.
  ///
  /// It is in the user's caches folder (O_TMPFILE, open(2)), so that a large file takes no memory, or in memory if that
  /// folder can't be written (memfd_create(2)).
  static func openedWithoutName() throws(Errno) -> FileDescriptor {
    if let path = try? UserFolders.current.cache, (try? OpenFolder.make(path)) != nil,
      let folder = try? OpenFolder(path)
    {
      let file = withExtendedLifetime(folder) { file_open_unnamed(folder.descriptor.rawValue, 0o600) }
      if file >= 0 { return FileDescriptor(rawValue: file) }
    }
    return try .opened { memory_file_open_empty() }
  }

  /// Flushes written bytes to storage, including the cache of the drive if the system can.
  ///
  /// Some file systems don't support this, such as vboxsf and some FUSE file systems for folders; the call then has no
  /// effect.
  package func synchronize() throws(Errno) {
    #if canImport(Darwin)
      if fcntl(rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(rawValue) != 0 {
      let failure = Errno(rawValue: errno)
      if failure.isOfMissingCall { return }
      if failure != .interrupted { throw failure }
    }
  }

  /// Writes all bytes; blocks until there is room even if the descriptor is non-blocking.
  ///
  /// Parents such as Node share pipes and terminals, and make them non-blocking.
  package func writeAllWaiting(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try waiting(for: POLLOUT) { try write(UnsafeRawBufferPointer(rebasing: rest)) }
      rest = rest.dropFirst(count)
    }
  }

  package func writeAllWaiting(_ text: String) throws(Errno) {
    var text = text
    try withErrno { try text.withUTF8 { try writeAllWaiting(UnsafeRawBufferPointer($0)) } }
  }

  /// Reads bytes and returns their number, 0 at the end. Blocks even if the descriptor is non-blocking.
  package func readWaiting(into room: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try waiting(for: POLLIN) { try read(into: room) }
  }

  /// Whether a read certainly returns immediately, with bytes, the end or an error (poll(2)).
  package var isReadyToRead: Bool {
    var descriptor = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  private func waiting(for events: Int32, _ call: () throws -> Int) throws(Errno) -> Int {
    while true {
      do throws(Errno) {
        return try withErrno(call)
      } catch .wouldBlock {
        // poll(2) also returns if the other end closes, which the next call detects.
        var descriptor = pollfd(fd: rawValue, events: Int16(events), revents: 0)
        guard poll(&descriptor, 1, -1) >= 0 || errno == EINTR || errno == EAGAIN else {
          throw Errno(rawValue: errno)
        }
      }
    }
  }

  /// Copies the rest of this file to a target, and returns the number of bytes.
  ///
  /// - Parameter check: called with the number of bytes written so far, after each piece.
  @discardableResult
  package func copyAll(
    to target: FileDescriptor, check: (Int) throws(Errno) -> Void = { _ in }
  ) throws(Errno) -> Int {
    var total = 0
    try forEachPiece(waits: true) { piece in
      try target.writeAllWaiting(piece)
      total += piece.count
      try check(total)
    }
    return total
  }

  /// Returns the rest of this file; reads a pipe to the end. Throws `Errno.fileTooLarge` beyond the limit.
  ///
  /// - Parameter waits: Whether to block even if the descriptor is non-blocking, as standard input may be.
  package func readAll(limit: Int = .max, waits: Bool = false) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(waits: waits) { piece in
      guard piece.count <= limit - bytes.count else { throw Errno.fileTooLarge }
      bytes += piece
    }
    return bytes
  }

  /// Returns the bytes in a range. Throws `Errno.ioError` if the file ends before.
  func bytes(at range: Range<Int>) throws(Errno) -> [UInt8] {
    try withErrno {
      try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        while count < range.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let read = try read(fromAbsoluteOffset: Int64(range.lowerBound + count), into: rest)
          guard read > 0 else { throw Errno.ioError }
          count += read
        }
      }
    }
  }

  private func forEachPiece(waits: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void) throws(Errno) {
    try withErrno {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
      defer { buffer.deallocate() }
      while case let count = try waits ? readWaiting(into: buffer) : read(into: buffer), count > 0 {
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }
}
