/// Lets one task wait for what another does.
final class Receipt: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Ends the waiting.
  func sign() { continuation.finish() }

  /// Waits until it is signed or the task is cancelled.
  func signature() async { for await _ in stream {} }
}
