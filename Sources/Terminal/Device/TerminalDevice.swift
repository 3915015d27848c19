import CTerminal
import PhotoFiles
import SystemPackage

/// An open terminal.
///
/// Any termination resets a changed mode: normal exit, signals, crashes. A process can change the mode of a single
/// terminal at a time.
///
///     let device = TerminalDevice(behind: .standardOutput)
///     device.size.columns   // 80
public final class TerminalDevice: Sendable {
  package enum Mode: Sendable {
    /// Full-screen: keys are delivered immediately, with echo and signals disabled.
    case fullScreen
    /// Input is delivered immediately and isn't echoed, but Ctrl-C and Ctrl-Z work.
    case quiet
  }

  /// Alternate screen, hidden cursor, mouse buttons and drags in SGR encoding, bracketed paste (xterm's private
  /// modes).
  private static let enterBytes = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h".utf8)
  /// Resets these modes, after terminating an incomplete synchronized update.
  private static let leaveBytes = Array(
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// The interval at which a background job checks for its return to the foreground, in milliseconds.
  private static let backgroundTime = 100

  private let input: FileDescriptor
  let output: FileDescriptor
  private let isInputOwned: Bool
  private let signals: (reader: FileDescriptor, writer: FileDescriptor)?

  /// Opens the controlling terminal, regardless of stdin and stdout, and catches signals.
  ///
  /// Only `enter(_:discardingInput:)` changes the mode.
  package init() throws(Errno) {
    do {
      input = try FileDescriptor.opened("/dev/tty", O_RDWR)
      output = input
      isInputOwned = true
      signals = try Self.signalPipe()
    } catch {
      throw error as? Errno ?? .ioError
    }
    try guardState()
  }

  /// Creates a device for the terminal of a descriptor such as stdout.
  ///
  /// Opens the terminal again to read from it, since stdin may be redirected. If its name is unknown, reads from
  /// `output`, as terminals are opened for both.
  public convenience init(behind output: FileDescriptor) {
    // O_NOCTTY: it must not become the controlling terminal.
    let input = ttyname(output.rawValue).flatMap { name in
      try? FileDescriptor.opened(FilePath(platformString: name), O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    self.init(input: input ?? output, output: output, isInputOwned: input != nil)
  }

  /// Creates a device from descriptors; the caller closes `output`.
  init(input: FileDescriptor, output: FileDescriptor, isInputOwned: Bool = false) {
    self.input = input
    self.output = output
    self.isInputOwned = isInputOwned
    signals = nil
  }

  deinit {
    photo_terminal_release(input.rawValue)
    if isInputOwned { try? input.close() }
    try? signals?.reader.close()
    try? signals?.writer.close()
  }

  private static func signalPipe() throws -> (reader: FileDescriptor, writer: FileDescriptor) {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
    }
    return (ends.readEnd, ends.writeEnd)
  }

  // MARK: Modes

  private func guardState() throws(Errno) {
    let bytes = signals == nil ? [] : Self.leaveBytes
    let result = photo_terminal_guard(
      input.rawValue, output.rawValue, signals?.writer.rawValue ?? -1, bytes, bytes.count)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  /// Changes the mode until `leave(discardingInput:)`.
  ///
  /// Full-screen mode requires the foreground; a background job stops here until a shell resumes it there.
  ///
  /// - Parameter discardingInput: Pass `true` to discard pending input.
  /// - Throws: The error of the terminal; `.resourceBusy` if another terminal is in use; `.ioError` in the
  ///   background if no shell can resume the job; `.canceled` after a termination signal.
  package func enter(_ mode: Mode, discardingInput: Bool = false) throws(Errno) {
    try guardState()
    let isFullScreen = mode == .fullScreen
    let result = photo_terminal_enter(
      isFullScreen ? PHOTO_TERMINAL_RAW : PHOTO_TERMINAL_QUIET, discardingInput)
    guard result == 0 else { throw Errno(rawValue: result) }
    if isFullScreen { write(Self.enterBytes) }
  }

  /// Resets the mode if it was changed.
  ///
  /// - Parameter discardingInput: Pass `true` to discard pending replies.
  public func leave(discardingInput: Bool = false) { photo_terminal_leave(input.rawValue, discardingInput) }

  /// Whether a shell could resume this job after a stop: not in `$(…)`, where it reads the output and both are
  /// in the process group of the session leader.
  package var canStop: Bool { getpgrp() != getsid(0) }

  /// Stops the whole pipeline, after leaving the terminal.
  package func stopGroup() { kill(0, SIGTSTP) }

  /// Stops only this process, after leaving the terminal.
  package func stop() { kill(getpid(), SIGSTOP) }

  // MARK: State

  /// Whether this is a terminal to read from in the foreground; in the background, reading would stop us.
  package var canAnswer: Bool {
    isatty(input.rawValue) == 1 && isatty(output.rawValue) == 1 && !isInBackground
  }

  /// Whether another job has the controlling terminal.
  package var isInBackground: Bool { input.isTerminalOfAnotherJob }

  /// The size, 80 × 24 if unknown.
  public var size: TerminalSize { TerminalWindow(of: output)?.size ?? .usual }

  /// The size of a cell, if the system knows it.
  package var cellSize: CellSize? { TerminalWindow(of: output)?.cellSize }

  // MARK: Bytes

  /// Writes all bytes. Ignores hangups, which `next` returns.
  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = try? output.writeAll(bytes)
  }

  package enum Arrival: Sendable {
    case bytes([UInt8])
    case signal(CInt)
    /// The timeout expired, or another job is in the foreground.
    case silence
    case hangup
  }

  /// Blocks until the next event.
  ///
  /// - Parameters:
  ///   - milliseconds: The timeout, `nil` for none.
  ///   - limit: The maximum number of bytes to read.
  ///   - wake: Returns `.silence` when this descriptor becomes readable.
  package func next(
    within milliseconds: Int?, limit: Int = 4096, wake: FileDescriptor? = nil
  ) -> Arrival {
    // In the background, input belongs to the foreground job, and no event announces the return.
    let (source, patience) =
      isInBackground
      ? (nil, min(milliseconds ?? Self.backgroundTime, Self.backgroundTime)) : (input, milliseconds)
    // poll(2) ignores negative descriptors.
    var polled = [source, signals?.reader, wake].map {
      pollfd(fd: $0?.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
    }
    // If it fails, nothing has arrived.
    poll(&polled, nfds_t(polled.count), patience.map { CInt(clamping: $0) } ?? -1)
    if let reader = signals?.reader, polled[1].revents != 0 {
      var number: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &number) { try? reader.read(into: $0) }
      if count == 1 { return .signal(CInt(number)) }
    }
    // The shell may have moved us to the background in the meantime.
    guard polled[0].revents != 0, !isInBackground else { return .silence }
    var buffer = [UInt8](repeating: 0, count: limit)
    do {
      let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
      return count > 0 ? .bytes(Array(buffer[..<count])) : .hangup
    } catch Errno.interrupted, Errno.wouldBlock {
      return .silence
    } catch {
      // In the background, read(2) fails with EIO in threads that block SIGTTIN.
      return isInBackground ? .silence : .hangup
    }
  }
}
