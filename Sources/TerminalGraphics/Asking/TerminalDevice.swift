import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal that is asked questions.
struct TerminalDevice {
  /// The size of a screen in cells.
  struct Size: Equatable {
    /// Cells across, 1 or more.
    let columns: Int
    /// Cells down, 1 or more.
    let rows: Int
  }

  /// How many bytes of answers are read at most; a terminal that sends more is no terminal.
  private static let byteLimit = 64 * 1024

  private let input: FileDescriptor
  private let output: FileDescriptor

  /// A terminal; `nil` where `input` is none, or where the process is in its background and would be stopped.
  init?(input: FileDescriptor, output: FileDescriptor) {
    guard isatty(input.rawValue) == 1, isatty(output.rawValue) == 1 else { return nil }
    // Where the terminal does not control the process, there is no group in front, and nothing stops it.
    let front = tcgetpgrp(input.rawValue)
    guard front < 0 || front == getpgrp() else { return nil }
    self.input = input
    self.output = output
  }

  /// Sends questions and reads answers until the last one came or the time is over.
  func ask(timeout: Duration) -> TerminalAnswers {
    var answers = TerminalAnswers()
    guard let quiet = QuietInput(input) else { return answers }
    let isAsked = (try? output.writeAll(TerminalQuery.bytes)) != nil
    if isAsked {
      var reader = ControlSequenceReader()
      read(until: ContinuousClock.now + timeout) { byte in
        if let sequence = reader.take(byte) { answers.take(sequence) }
        return answers.areComplete
      }
      _ = try? output.writeAll(TerminalQuery.cleaning)
    }
    // What came late, so far, goes with the flush.
    quiet.restore(discardingInput: !answers.areComplete)
    return answers
  }

  /// Hands bytes to `take` until it returns true or the time is over.
  private func read(until end: ContinuousClock.Instant, _ take: (UInt8) -> Bool) {
    var left = Self.byteLimit
    while left > 0 {
      let rest = end - .now
      guard rest > .zero else { return }
      var poller = pollfd(fd: input.rawValue, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(clamping: Int(rest / .milliseconds(1)) + 1)
      let ready = poll(&poller, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, poller.revents & Int16(POLLIN) != 0 else { return }
      // One byte at a time: what follows the last answer is for whoever reads next.
      var byte: UInt8 = 0
      guard let count = try? withUnsafeMutableBytes(of: &byte, { try input.read(into: $0) }), count == 1
      else {
        return
      }
      if take(byte) { return }
      left -= 1
    }
  }

  /// The size of the screen; `nil` where it is not told.
  static func size(of output: FileDescriptor) -> Size? {
    windowSize(of: output).map { Size(columns: Int($0.ws_col), rows: Int($0.ws_row)) }
  }

  /// The size of a cell, where the system knows the terminal's size in pixels.
  static func cellSize(of output: FileDescriptor) -> TerminalGraphics.CellSize? {
    windowSize(of: output).flatMap {
      TerminalGraphics.CellSize(
        width: Int($0.ws_xpixel / $0.ws_col), height: Int($0.ws_ypixel / $0.ws_row))
    }
  }

  private static func windowSize(of output: FileDescriptor) -> winsize? {
    var size = winsize()
    let isTold = ioctl(output.rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isTold ? size : nil
  }
}
