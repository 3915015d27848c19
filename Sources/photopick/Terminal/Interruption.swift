import Dispatch
import PhotoFiles
import Synchronization
import Terminal

/// Cancels work on SIGINT and SIGTERM.
enum Interruption {
  /// The grace period for cancelled work, since a read from an unresponsive network file system can't be cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// The only set of signal sources: on Linux, a second source for a signal never fires if the handler changed in
  /// between.
  private static let signals = SignalSources()

  /// Whether the current task is inside `cancelling`. Replacing handlers in nested calls would lose signals.
  @TaskLocal private static var isHandled = false

  /// Runs `body` in a task that signals cancel. In a nested call, the outer call handles the signals.
  ///
  /// Between calls, a signal ends the process.
  /// - Parameter cleanUp: Called if photopick exits before `body` returns.
  /// - Throws: Errors of `body`; `CancellationError` after a signal.
  static func cancelling<Result: Sendable>(
    _ progress: ProgressDisplay, cleanUp: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if isHandled {
      defer { progress.end() }
      return try await body()
    }
    let task = $isHandled.withValue(true) {
      Task(executorPreference: CommandThread.pool) { try await body() }
    }
    signals.handle {
      task.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
        progress.end()
        cleanUp()
        ExitStatus.cancelled.end()
      }
    }
    defer {
      signals.handle { ExitStatus.cancelled.end() }
      progress.end()
    }
    let result = try await task.value
    try Task.checkCancellation()
    if task.isCancelled { throw CancellationError() }
    return result
  }
}

/// Forwards SIGINT and SIGTERM to the current handler.
private final class SignalSources: Sendable {
  private let handler = Mutex<@Sendable () -> Void>({})
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Replaces the handler. A signal after the call isn't lost.
  func handle(_ handler: @escaping @Sendable () -> Void) {
    self.handler.withLock { $0 = handler }
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in self.handler.withLock { $0 }() }
        // Another thread registers the source.
        let registered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registered.signal() }
        source.resume()
        registered.wait()
        sources.append(source)
      }
    }
  }
}

/// Detects that the reader of standard output closed the pipe, even if nothing is written.
enum OutputHangup {
  /// Suspends until the reader closes the pipe, or the task is cancelled.
  ///
  /// A thread blocks in poll(2) until exit, since nothing else can wake it.
  static func wait() async {
    let (hangups, hangup) = AsyncStream<Void>.makeStream()
    WorkerThread.start(stackSize: 1 << 18) {
      // poll always returns errors and hang-ups.
      var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&descriptor, 1, -1) < 0, errno == EINTR || errno == EAGAIN {}
      // If standard output was closed at the start, writing fails.
      if descriptor.revents & Int16(POLLERR | POLLHUP) != 0 { hangup.yield() }
    }
    for await _ in hangups { return }
  }
}

/// The thread that runs the command.
///
/// A command blocks on storage, on the user and on slow readers, which Swift's own threads must never do.
/// Continuations resume on this thread, so results are written in order and not far ahead of a slow reader.
enum CommandThread {
  static let pool = WorkerPool(threadCount: 1)
}
