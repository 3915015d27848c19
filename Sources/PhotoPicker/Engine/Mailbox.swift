import Synchronization

/// A queue that any thread can post to, and that one task drains.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// Yields an element when messages are waiting.
  package let arrivals: AsyncStream<Void>

  package init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  package func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    bell.yield()
  }

  package func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

/// A one-shot signal between two tasks.
package final class Receipt: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream() }

  package func sign() { continuation.finish() }

  /// Suspends until the signal or cancellation.
  package func signature() async { for await _ in stream {} }
}
