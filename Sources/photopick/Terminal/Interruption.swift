import Dispatch
import Foundation

/// Lets Ctrl-C and SIGTERM cancel work that can end in order.
enum Interruption {
  /// How long cancelled work may take before the process ends all the same: a read from a network file system
  /// that does not answer cannot be cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// Runs `body` in a task that a signal cancels.
  ///
  /// - Parameter cleanUp: what is done where the process has to end before `body` does.
  /// - Throws: what `body` throws; `CancellationError` after a signal.
  static func cancelling<Result: Sendable>(
    _ progress: ProgressLine, cleanUp: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        task.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          progress.end()
          cleanUp()
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
