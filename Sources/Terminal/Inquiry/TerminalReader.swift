import Dispatch
import PhotoFiles
import SystemPackage

/// Reads a terminal on a separate thread and emits events.
package final class TerminalReader: Sendable {
  package enum Event: Sendable {
    case input(TerminalInput)
    case signal(CInt)
    /// The replies arrived or timed out.
    case findings(TerminalInquiry.Findings)
    case hangup
  }

  /// The timeout after an ESC, in milliseconds.
  private static let escapeTime = 50
  /// The timeout for replies, in milliseconds.
  private static let answerTime = 100

  private let device: TerminalDevice
  private let onEvent: @Sendable (Event) -> Void
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter onEvent: Called on the reader's thread.
  package init(
    _ device: TerminalDevice, inquiry: TerminalInquiry, onEvent: @escaping @Sendable (Event) -> Void
  ) throws {
    self.device = device
    self.onEvent = onEvent
    let ends = try FileDescriptor.pipe()
    wakeReader = ends.readEnd
    wakeWriter = ends.writeEnd
    for end in [wakeReader, wakeWriter] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    WorkerThread.start { [self] in run(inquiry) }
  }

  /// Ends and joins the thread; unread input is left to the next reader.
  ///
  /// Within a second of the queries, waits for pending replies, which a shell would take for typed text. Discards what
  /// is typed before them.
  package func finish() {
    _ = try? wakeWriter.writeAll([0])
    ended.wait()
    try? wakeReader.close()
    try? wakeWriter.close()
  }

  private func run(_ inquiry: TerminalInquiry) {
    defer { ended.signal() }
    var inquiry = inquiry
    var decoder = InputDecoder()
    var hasFindings = false
    func report() {
      hasFindings = true
      onEvent(.findings(inquiry.findings))
    }
    let start = ContinuousClock.now
    let answersEnd = start + .milliseconds(Self.answerTime)
    if inquiry.questions.isEmpty { report() }
    while true {
      let wait = decoder.isUndecided ? Self.escapeTime : hasFindings ? nil : Self.answerTime
      switch device.next(within: wait, wake: wakeReader) {
      case .bytes(let bytes):
        let wasComplete = inquiry.isComplete
        for input in decoder.decode(bytes, report: { inquiry.take($0) }) { onEvent(.input(input)) }
        if inquiry.isComplete, !wasComplete { report() }
      case .silence:
        if isFinished {
          inquiry.readLateAnswers(since: start)
          return
        }
        for input in decoder.flush() { onEvent(.input(input)) }
      case .signal(let number): onEvent(.signal(number))
      case .hangup:
        onEvent(.hangup)
        return
      }
      if !hasFindings, ContinuousClock.now >= answersEnd { report() }
    }
  }

  private var isFinished: Bool {
    var polled = pollfd(fd: wakeReader.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}
