import CTerminal
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal that controls this process, whatever stdin and stdout are.
///
/// Its state is put back on every way out: the end of the program, signals, crashes. One at a time.
package final class TerminalDevice: Sendable {
  /// Alternate screen, no cursor, mouse buttons and drags in SGR coding, marked pastes (xterm's private modes).
  private static let enterBytes = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h".utf8)
  /// The same backwards; a frame that was cut off is ended first.
  private static let leaveBytes = Array(
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// Open for reading and writing on the terminal.
  package let descriptor: FileDescriptor
  private let signalReader: FileDescriptor
  private let signalWriter: FileDescriptor

  /// Opens the terminal and catches the signals; it looks as before until `enter()`.
  package init() throws(Errno) {
    do {
      descriptor = try FileDescriptor.open(
        "/dev/tty", .readWrite, options: [.closeOnExec])
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw error
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalReader = FileDescriptor(rawValue: ends[0])
    signalWriter = FileDescriptor(rawValue: ends[1])
    let result = photo_terminal_guard(
      descriptor.rawValue, signalWriter.rawValue, Self.leaveBytes, Self.leaveBytes.count)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  deinit {
    photo_terminal_release()
    try? descriptor.close()
    try? signalReader.close()
    try? signalWriter.close()
  }

  /// Makes the terminal raw and shows the alternate screen.
  package func enter() throws(Errno) {
    let result = photo_terminal_enter()
    guard result == 0 else { throw Errno(rawValue: result) }
    write(Self.enterBytes)
  }

  /// Makes the terminal what it was.
  package func leave() { photo_terminal_leave() }

  /// False where nobody could continue the program from this terminal: the shell waits for its output.
  package var canStop: Bool { photo_terminal_can_stop() }

  /// Asks all programs of the pipeline to stop, this one among them. The caller has left the terminal.
  package func stopGroup() { kill(0, SIGTSTP) }

  /// Stops the program until it is continued. The caller has left the terminal.
  package func stop() { kill(getpid(), SIGSTOP) }

  /// The size; 80 × 24 where the terminal does not tell.
  package var size: TerminalSize {
    var (columns, rows): (UInt16, UInt16) = (80, 24)
    _ = photo_terminal_size(descriptor.rawValue, &columns, &rows)
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }

  /// Writes all bytes; gives up where the terminal is gone, which the reader tells.
  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = try? descriptor.writeAll(bytes)
  }

  /// What came from the terminal or the system.
  package enum Arrival: Sendable {
    case bytes([UInt8])
    case signal(CInt)
    /// Nothing came for as long as was asked.
    case silence
    /// The terminal is gone.
    case hangup
  }

  /// Waits for what comes next.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; `nil` for ever.
  ///   - wake: what ends the waiting as silence when it can be read.
  package func next(within milliseconds: Int?, wake: FileDescriptor) -> Arrival {
    var polled = [signalReader, descriptor, wake].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    let ready = poll(&polled, nfds_t(polled.count), milliseconds.map { CInt(clamping: $0) } ?? -1)
    guard ready > 0 else { return .silence }
    if polled[0].revents != 0 {
      var number: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &number) { try? signalReader.read(into: $0) }
      if count == 1 { return .signal(CInt(number)) }
    }
    guard polled[1].revents != 0 else { return .silence }
    var buffer = [UInt8](repeating: 0, count: 4096)
    do {
      let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      return count > 0 ? .bytes(Array(buffer[..<count])) : .hangup
    } catch Errno.interrupted, Errno.wouldBlock {
      return .silence
    } catch {
      return .hangup
    }
  }
}
