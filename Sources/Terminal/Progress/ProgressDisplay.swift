import PhotoFiles
import Synchronization
import SystemPackage

/// A progress display on stderr, of any number of lines.
///
/// Redraws in place at most ten times per second, and erases itself at the end. Prints nothing if stderr isn't a
/// terminal, or in the background, where it would overwrite typed text.
package final class ProgressDisplay: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant
    /// The bytes that erase the display, or an empty string.
    var eraser = ""
    var isEnded = false
  }

  private static let interval = Duration.milliseconds(100)

  private let output: FileDescriptor
  private let isEnabled: Bool
  private let state: Mutex<State>

  /// Creates a display on stderr.
  ///
  /// - Parameter delay: The time before the first output, so that short work is silent.
  package convenience init(after delay: Duration = .milliseconds(500)) {
    self.init(after: delay, on: .standardError, isEnabled: !TerminalEnvironment.ofProcess.isNamedDumb)
  }

  /// Creates a display on `output`, disabled unless it is a terminal.
  init(after delay: Duration, on output: FileDescriptor, isEnabled: Bool) {
    self.output = output
    self.isEnabled = isEnabled && isatty(output.rawValue) == 1
    state = Mutex(State(lastShown: .now + delay - Self.interval))
  }

  /// Shows a line, which is only evaluated if it is due.
  package func show(_ text: @autoclosure () -> String) {
    draw { width, _ in
      // The cursor stays on the line to avoid scrolling.
      ("\r\u{1B}[K\(TerminalText.truncated(text(), to: width))\r", eraser: "\r\u{1B}[K")
    }
  }

  /// Shows several lines, which are only evaluated if they are due.
  package func show(lines make: () -> [String]) {
    draw { width, eraser in
      let lines = make().map { TerminalText.truncated($0, to: width) + "\n" }
      return (eraser + lines.joined(), eraser: "\u{1B}[\(lines.count)A\u{1B}[J")
    }
  }

  private func draw(_ make: (_ width: Int, _ eraser: String) -> (text: String, eraser: String)) {
    guard isEnabled else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard !state.isEnded, now - state.lastShown >= Self.interval else { return }
      state.lastShown = now
      guard !output.isTerminalOfAnotherJob else { return }
      // Leave the last column empty, since terminals may wrap after it.
      let width = max((TerminalWindow(of: output)?.columns ?? TerminalSize.usual.columns) - 1, 0)
      let (text, eraser) = make(width, state.eraser)
      write(text)
      state.eraser = eraser
    }
  }

  /// Erases the display until the next update, to print a permanent line.
  package func clear() {
    state.withLock { state in
      if !state.isEnded { erase(&state) }
    }
  }

  package func end() {
    state.withLock { state in
      if !state.isEnded { erase(&state) }
      state.isEnded = true
    }
  }

  private func erase(_ state: inout State) {
    if !state.eraser.isEmpty, !output.isTerminalOfAnotherJob { write(state.eraser) }
    state.eraser = ""
  }

  private func write(_ text: String) { _ = try? output.writeAll(text.utf8) }
}
