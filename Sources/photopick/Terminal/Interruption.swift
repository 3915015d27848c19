import Dispatch
import Foundation

/// Lets Ctrl-C and SIGTERM cancel work that can end in order.
enum Interruption {
  /// How long cancelled work may take before the process ends all the same: a read from a network file system
  /// that does not answer cannot be cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// True within `cancelling`: a process that takes its handlers away and sets them again misses signals.
  @TaskLocal private static var isHandled = false

  /// Runs `body` in a task that a signal cancels; within another such call, that one's signals cancel it.
  ///
  /// - Throws: what `body` throws; `CancellationError` after a signal.
  static func cancelling<Result: Sendable>(
    _ progress: ProgressLine, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if isHandled {
      defer { progress.end() }
      return try await body()
    }
    let task = $isHandled.withValue(true) { Task { try await body() } }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        task.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          progress.end()
          _exit(ExitStatus.cancelled.rawValue)
        }
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
      progress.end()
    }
    let result = try await task.value
    try Task.checkCancellation()
    if task.isCancelled { throw CancellationError() }
    return result
  }
}
