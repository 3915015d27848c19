import PhotoFiles
import Synchronization
import SystemPackage

/// Shows on a terminal how far long work is, in one line or several.
///
/// What is shown is drawn over what was shown before, at most ten times a second, and taken away at the end. Nothing
/// is shown if stderr is no terminal, or in the background, where it would write over what people type.
package final class ProgressDisplay: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant
    /// The bytes that take away what is shown; empty if nothing is.
    var eraser = ""
    var isEnded = false
  }

  private static let interval = Duration.milliseconds(100)

  private let output: FileDescriptor
  private let isEnabled: Bool
  private let state: Mutex<State>

  /// A display on stderr.
  ///
  /// - Parameter delay: how long the work lasts before anything is shown, so that short work shows nothing.
  package convenience init(after delay: Duration = .milliseconds(500)) {
    self.init(after: delay, on: .standardError, isEnabled: !TerminalEnvironment.ofProcess.isNamedDumb)
  }

  /// A display on a terminal; nothing is shown if `output` is none.
  init(after delay: Duration, on output: FileDescriptor, isEnabled: Bool) {
    self.output = output
    self.isEnabled = isEnabled && isatty(output.rawValue) == 1
    state = Mutex(State(lastShown: .now + delay - Self.interval))
  }

  /// Shows one line. The text is made only if it is shown.
  package func show(_ text: @autoclosure () -> String) {
    draw { width, _ in
      // The cursor stays on the line, so that nothing scrolls.
      ("\r\u{1B}[K\(TerminalText.truncated(text(), to: width))\r", eraser: "\r\u{1B}[K")
    }
  }

  /// Shows lines above each other. They are made only if they are shown.
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
      // The last cell stays free: a terminal may break the line when it is filled.
      let width = max((TerminalWindow(of: output)?.columns ?? TerminalSize.usual.columns) - 1, 0)
      let (text, eraser) = make(width, state.eraser)
      write(text)
      state.eraser = eraser
    }
  }

  /// Takes away what is shown until something is shown again, for a line that stays.
  package func clear() {
    state.withLock { state in
      if !state.isEnded { erase(&state) }
    }
  }

  /// Takes away what is shown for good.
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
