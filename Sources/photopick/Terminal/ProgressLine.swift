import Foundation
import PhotoLibrary
import PhotoPicker
import Synchronization
import Terminal

/// A line on the terminal that tells how far long work is; nothing where stderr is no terminal or the work
/// takes less than half a second.
final class ProgressLine: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant
    var isShown = false
    var isEnded = false
  }

  private let isEnabled: Bool
  private let state: Mutex<State>

  init() {
    isEnabled = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    state = Mutex(State(lastShown: .now + .milliseconds(400)))
  }

  /// Shows how far a scan is.
  func show(_ progress: ScanProgress) {
    show("Reading… \(progress.assets) photos in \(progress.folders) folders (Ctrl-C cancels)")
  }

  /// Shows a text, which is made at most ten times a second.
  func show(_ text: @autoclosure () -> String) {
    guard isEnabled else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard !state.isEnded, now - state.lastShown >= .milliseconds(100) else { return }
      state.lastShown = now
      state.isShown = true
      // The last cell stays free: a terminal may break the line when it is filled.
      let width = (TerminalStyle.width(of: STDERR_FILENO) ?? 80) - 1
      Diagnostics.write("\r\u{1B}[K\(TerminalText.truncated(text(), to: max(width, 0)))\r")
    }
  }

  /// Takes the line away until it is shown again, for a line that stays.
  func clear() {
    state.withLock { state in
      if state.isShown, !state.isEnded { Diagnostics.write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// Takes the line away for good.
  func end() {
    state.withLock { state in
      if state.isShown, !state.isEnded { Diagnostics.write("\r\u{1B}[K") }
      state.isEnded = true
    }
  }
}
