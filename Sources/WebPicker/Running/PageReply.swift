import PhotoPicker

/// Brings what became of a command back to the request that asked for it.
final class PageReply: Sendable {
  /// What the page shows after the command, or why it was not carried out; `nil` if the picker has ended.
  typealias Value = Result<PageBoard.Notice, PageCommandError>

  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  /// A reply that was not given yet.
  init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Gives the reply; `nil` if there is none.
  func send(_ value: Value?) {
    if let value { continuation.yield(value) }
    continuation.finish()
  }

  /// Waits for the reply.
  func value() async -> Value? {
    for await value in stream { return value }
    return nil
  }
}
