import Dispatch
import PhotoFiles
import Synchronization
import Terminal

/// Lets Ctrl-C and SIGTERM cancel work that can end in order.
enum Interruption {
  /// How long cancelled work may take before the process ends all the same: a read from a network file system
  /// that does not answer cannot be cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// Signals belong to the process, and libdispatch takes each over once: its second source for a signal whose
  /// handler was set to something else in between never fires (Linux). So there is one set of sources.
  private static let signals = SignalSources()

  /// True within `cancelling`: a process that takes its handlers away and sets them again misses signals.
  @TaskLocal private static var isHandled = false

  /// Runs `body` in a task that a signal cancels; within another such call, that one's signals cancel it.
  ///
  /// Afterwards a signal ends the process, until the next call.
  /// - Parameter cleanUp: what is done if the process has to end before `body` does.
  /// - Throws: what `body` throws; `CancellationError` after a signal.
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

/// SIGINT and SIGTERM on their way to whatever is running.
private final class SignalSources: Sendable {
  private let handler = Mutex<@Sendable () -> Void>({})
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Has signals call `handler` from now on.
  func handle(_ handler: @escaping @Sendable () -> Void) {
    self.handler.withLock { $0 = handler }
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in self.handler.withLock { $0 }() }
        source.resume()
        sources.append(source)
      }
    }
  }
}

/// Notices that nobody reads stdout any longer, also while nothing is written.
enum OutputHangup {
  /// Waits until the reader of stdout is gone, or the task is cancelled.
  ///
  /// A thread waits in poll(2) and ends with the process: it cannot be woken without a reader going away.
  static func wait() async {
    let (hangups, hangup) = AsyncStream<Void>.makeStream()
    WorkerThread.start(stackSize: 1 << 18) {
      // poll reports errors and hang-ups without being asked.
      var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&descriptor, 1, -1) < 0, errno == EINTR || errno == EAGAIN {}
      // If stdout is closed from the start, writing tells.
      if descriptor.revents & Int16(POLLERR | POLLHUP) != 0 { hangup.yield() }
    }
    for await _ in hangups { return }
  }
}

/// The thread on which commands run.
///
/// A command waits for disks, for people who type a list, and for programs that read its results as slowly as they like;
/// Swift's own threads never wait. What a command awaits resumes on its thread, so that results leave in the order in
/// which they are written, and nothing is made far ahead of a slow reader.
enum CommandThread {
  /// A pool of this thread alone.
  static let pool = WorkerPool(threadCount: 1)
}
