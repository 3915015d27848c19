import Synchronization
import SystemPackage

/// A pipe from a program. Deinitialization closes both ends.
final class ProgramPipe: Sendable {
  private let ends: (reader: FileDescriptor, writer: FileDescriptor)
  private let state = Mutex(State())

  private struct State {
    var isWriterOpen = true
    var isAtEnd = false
  }

  init() throws {
    let pipe = try FileDescriptor.pipe()
    ends = (pipe.readEnd, pipe.writeEnd)
    for end in [ends.reader, ends.writer] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeWriter()
    try? ends.reader.close()
  }

  var writer: FileDescriptor { ends.writer }

  func closeWriter() {
    state.withLock { state in
      if state.isWriterOpen { try? ends.writer.close() }
      state.isWriterOpen = false
    }
  }

  /// Makes the pipe readable. Closing it would not: a program that was started meanwhile has inherited the writer.
  func signal() { _ = try? ends.writer.writeAll([0]) }

  /// Whether everything was read and nothing more can be written.
  var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  func read() -> [UInt8] {
    let bytes = try? [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
      count = try ends.reader.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if bytes?.isEmpty ?? true { state.withLock { $0.isAtEnd = true } }
    return bytes ?? []
  }

  /// Blocks until a pipe is readable or at its end, and returns which are. A pipe at its end is returned once, until
  /// `read` notices that.
  static func wait(for pipes: [ProgramPipe]) -> [Bool] {
    // poll(2) ignores descriptors below 0.
    var polled = pipes.map {
      pollfd(fd: $0.isAtEnd ? -1 : $0.ends.reader.rawValue, events: Int16(POLLIN), revents: 0)
    }
    while poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
    return polled.map { $0.revents != 0 }
  }
}
