import Synchronization

/// Messages from any thread for one task, which takes all that have come at once.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// An element whenever there are messages that were not taken.
  package let arrivals: AsyncStream<Void>

  package init() {
    (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

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

/// Lets one task wait for what another does.
package final class Receipt: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream() }

  package func sign() { continuation.finish() }

  /// Waits until it is signed or the task is cancelled.
  package func signature() async { for await _ in stream {} }
}
