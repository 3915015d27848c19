import PhotoFiles
import SystemPackage
import Testing

/// Pipes that a parent has made non-blocking.
struct PipeTests {
  private let reader: FileDescriptor
  private let writer: FileDescriptor

  init() throws {
    (reader, writer) = try FileDescriptor.pipe()
    for descriptor in [reader, writer] {
      let flags = fcntl(descriptor.rawValue, F_GETFL)
      try #require(fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK) == 0)
      try #require(fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC) == 0)
    }
  }

  @Test func `all bytes pass a non-blocking pipe`() async throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let arrived = try await WorkerPool.using(threadCount: 2) { pool in
      async let written: Void = pool.run { [writer] () throws(Errno) in
        defer { try? writer.close() }
        try withErrno { try bytes.withUnsafeBytes { try writer.writeAllWaiting($0) } }
      }
      let arrived = try await pool.run { [reader] () throws(Errno) in
        var arrived: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { room.deallocate() }
        while case let count = try reader.readWaiting(into: room), count > 0 { arrived += room[..<count] }
        return arrived
      }
      try await written
      return arrived
    }
    try reader.close()
    #expect(arrived == bytes)
  }

  @Test func `a pipe without a reader is broken`() async throws {
    let bytes = [UInt8](repeating: 1, count: 1_000_000)
    await #expect(throws: Errno.brokenPipe) {
      try await WorkerPool.using(threadCount: 1) { pool in
        async let written: Void = pool.run { [writer] () throws(Errno) in
          var signals = sigset_t()
          sigemptyset(&signals)
          sigaddset(&signals, SIGPIPE)
          pthread_sigmask(SIG_BLOCK, &signals, nil)
          try withErrno { try bytes.withUnsafeBytes { try writer.writeAllWaiting($0) } }
        }
        // The pipe is full before its reader closes.
        var polled = pollfd(fd: writer.rawValue, events: Int16(POLLOUT), revents: 0)
        while poll(&polled, 1, 0) > 0 { await Task.yield() }
        try reader.close()
        try await written
      }
    }
    try writer.close()
  }
}
