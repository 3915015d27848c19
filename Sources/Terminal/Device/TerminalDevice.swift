import CTerminal
import PhotoFiles
import SystemPackage

/// A terminal that the program uses.
///
/// While its mode is changed, every way out puts it back: the end of the program, signals, crashes. One terminal of
/// a process can have its mode changed at a time.
///
///     let device = TerminalDevice(behind: .standardOutput)
///     let findings = TerminalInquiry.ask(device, environment: .ofProcess, timeout: .milliseconds(200))
///     defer { device.leave(discardingInput: findings.mayAnswerLate) }
public final class TerminalDevice: Sendable {
  /// How the terminal treats input while the program uses it.
  package enum Mode: Sendable {
    /// The program fills the screen: each key is read at once, and none is shown or becomes a signal.
    case fullScreen
    /// Answers are read: input is neither shown nor held back until Return. Ctrl-C and Ctrl-Z keep their meaning.
    case quiet
  }

  /// Alternate screen, no cursor, mouse buttons and drags in SGR coding, marked pastes (xterm's private modes).
  private static let enterBytes = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h".utf8)
  /// The same backwards; a frame that was cut off is ended first.
  private static let leaveBytes = Array(
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// How often a program in the background looks whether it still is, in milliseconds.
  private static let backgroundTime = 100

  private let input: FileDescriptor
  let output: FileDescriptor
  private let isInputOwned: Bool
  private let signals: (reader: FileDescriptor, writer: FileDescriptor)?

  /// Opens the terminal that controls this process, whatever stdin and stdout are, and catches the signals.
  ///
  /// It looks as before until `enter(_:discardingInput:)`.
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

  /// The terminal behind a descriptor such as stdout.
  ///
  /// It is opened once more for reading, since stdin may carry other things; if its name is not known, `output` is
  /// read, as terminals are opened for both.
  public convenience init(behind output: FileDescriptor) {
    // It must not become the terminal that controls the process.
    let input = ttyname(output.rawValue).flatMap { name in
      try? FileDescriptor.opened(FilePath(platformString: name), O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    self.init(input: input ?? output, output: output, isInputOwned: input != nil)
  }

  /// A terminal by its descriptors; `output` remains the caller's.
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

  /// Changes the terminal's mode until `leave(discardingInput:)`.
  ///
  /// To fill the screen of the terminal that controls it, a program must be in the foreground; a job in the background
  /// is stopped here until a shell brings it there.
  ///
  /// - Parameter discardingInput: true to throw away what was typed before.
  /// - Throws: the error of the terminal; `.resourceBusy` while another one has its mode changed; `.ioError` in the
  ///   background if no shell can bring the program to the foreground; `.canceled` if a signal asked for the end.
  package func enter(_ mode: Mode, discardingInput: Bool = false) throws(Errno) {
    try guardState()
    let isFullScreen = mode == .fullScreen
    let result = photo_terminal_enter(
      isFullScreen ? PHOTO_TERMINAL_RAW : PHOTO_TERMINAL_QUIET, discardingInput)
    guard result == 0 else { throw Errno(rawValue: result) }
    if isFullScreen { write(Self.enterBytes) }
  }

  /// Makes the terminal what it was; nothing if its mode was not changed.
  ///
  /// - Parameter discardingInput: true if answers may be waiting that nobody will read.
  public func leave(discardingInput: Bool = false) { photo_terminal_leave(input.rawValue, discardingInput) }

  /// Whether a shell could continue the program after a stop: not if it waits for the program's output, as in `$(…)`,
  /// where both are in the process group of the session's leader.
  package var canStop: Bool { getpgrp() != getsid(0) }

  /// Asks all programs of the pipeline to stop, this one among them. The caller has left the terminal.
  package func stopGroup() { kill(0, SIGTSTP) }

  /// Stops the program until it is continued. The caller has left the terminal.
  package func stop() { kill(getpid(), SIGSTOP) }

  // MARK: What it is

  /// True if it is a terminal that answers this process: a job in the background that reads would be stopped.
  package var canAnswer: Bool {
    isatty(input.rawValue) == 1 && isatty(output.rawValue) == 1 && !isInBackground
  }

  /// True while the terminal that controls this process is another job's.
  package var isInBackground: Bool { input.isTerminalOfAnotherJob }

  /// The size; 80 × 24 if the terminal does not tell.
  public var size: TerminalSize { TerminalWindow(of: output)?.size ?? .usual }

  /// The size of a cell; `nil` unless the system knows the terminal's size in pixels.
  package var cellSize: CellSize? { TerminalWindow(of: output)?.cellSize }

  // MARK: Bytes

  /// Writes all bytes; gives up if the terminal is gone, which reading reports.
  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = try? output.writeAll(bytes)
  }

  /// What came from the terminal or the system.
  package enum Arrival: Sendable {
    case bytes([UInt8])
    case signal(CInt)
    /// Nothing came for as long as was asked, or the program is in the background.
    case silence
    /// The terminal is gone.
    case hangup
  }

  /// Waits for what comes next.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; `nil` for ever.
  ///   - limit: how many bytes are read at most.
  ///   - wake: ends the waiting as silence when it can be read.
  package func next(
    within milliseconds: Int?, limit: Int = 4096, wake: FileDescriptor? = nil
  ) -> Arrival {
    // What is typed meanwhile is the foreground's to read; nothing tells when the input is this job's again.
    let (source, patience) =
      isInBackground
      ? (nil, min(milliseconds ?? Self.backgroundTime, Self.backgroundTime)) : (input, milliseconds)
    // poll(2) passes over descriptors below 0.
    var polled = [source, signals?.reader, wake].map {
      pollfd(fd: $0?.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
    }
    let ready = poll(&polled, nfds_t(polled.count), patience.map { CInt(clamping: $0) } ?? -1)
    guard ready > 0 else { return .silence }
    if let reader = signals?.reader, polled[1].revents != 0 {
      var number: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &number) { try? reader.read(into: $0) }
      if count == 1 { return .signal(CInt(number)) }
    }
    // The job may have gone to the background while it waited.
    guard polled[0].revents != 0, !isInBackground else { return .silence }
    var buffer = [UInt8](repeating: 0, count: limit)
    do {
      let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
      return count > 0 ? .bytes(Array(buffer[..<count])) : .hangup
    } catch Errno.interrupted, Errno.wouldBlock {
      return .silence
    } catch {
      // Threads that block SIGTTIN are told EIO in the background.
      return isInBackground ? .silence : .hangup
    }
  }
}
