import Dispatch
import Synchronization

/// A bounded queue from a thread that blocks to a task.
///
/// A read from a pipe can't be cancelled. When the receiving task is cancelled, the sending thread remains blocked until
/// its next element, or until the process exits.
///
///     let queue = BoundedQueue<[UInt8]>(capacity: 4)
///     WorkerThread.start {
///       while let line = readLine() { try? queue.send(line) }
///       queue.finish()
///     }
///     while let line = try await queue.next() { print(line) }
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var end: Result<Void, any Error>?
    var isCancelled = false
    var receiver: CheckedContinuation<Void, Never>?

    mutating func takeReceiver() -> CheckedContinuation<Void, Never>? {
      defer { receiver = nil }
      return receiver
    }
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  package init(capacity: Int) {
    // libdispatch traps if a semaphore is released with less than its initial value.
    for _ in 0..<capacity { room.signal() }
  }

  /// Appends an element. Blocks while the queue is full.
  ///
  /// - Throws: `CancellationError` if the receiver was cancelled.
  package func send(_ element: Element) throws(CancellationError) {
    room.wait()
    let (isCancelled, receiver) = state.withLock { state in
      if !state.isCancelled { state.elements.append(element) }
      return (state.isCancelled, state.takeReceiver())
    }
    receiver?.resume()
    guard isCancelled else { return }
    room.signal()
    throw CancellationError()
  }

  /// Ends the queue after its elements, with an error that `next()` throws.
  package func finish(throwing error: (any Error)? = nil) {
    let receiver = state.withLock { state in
      state.end = error.map { .failure($0) } ?? .success(())
      return state.takeReceiver()
    }
    receiver?.resume()
  }

  /// Returns the next element, or `nil` at the end. Only one task may call this at a time.
  ///
  /// - Throws: The error of `finish`; `CancellationError`.
  package func next() async throws -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.elements.isEmpty || state.end != nil || state.isCancelled { return true }
          state.receiver = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
    let (element, end) = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      return (state.elements.isEmpty ? nil : state.elements.removeFirst(), state.end)
    }
    guard let element else {
      try end?.get()
      return nil
    }
    room.signal()
    return element
  }

  private func cancel() {
    let receiver = state.withLock { state in
      (state.isCancelled, state.elements) = (true, [])
      return state.takeReceiver()
    }
    receiver?.resume()
    room.signal()
  }
}
