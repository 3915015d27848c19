import CTransfer
import Dispatch
import PhotoFiles
import Synchronization

/// Why nothing can be transferred on this machine.
package struct TransfersUnavailable: Error, Sendable {
  package let reason: String
}

/// Runs any number of transfers on one thread.
///
///     let result = await engine.run(request, receiver: partFile)
///
/// Cancelling the waiting task cancels the transfer. The thread ends with the last reference to the engine.
package final class TransferEngine: Sendable {
  /// The time in milliseconds in which a blocked thread notices that its task is cancelled.
  private static let cancellationInterval = 100

  private let loop: TransferLoop

  package init() throws(TransfersUnavailable) {
    var message = [CChar](repeating: 0, count: Int(PHOTO_TRANSFERS_MESSAGE_SIZE))
    guard photo_transfers_are_available(&message) else {
      throw TransfersUnavailable(
        reason: message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }
    guard let loop = TransferLoop() else {
      throw TransfersUnavailable(reason: "the system has no thread or memory left")
    }
    self.loop = loop
    loop.start()
  }

  deinit { loop.stop() }

  package func run(_ request: TransferRequest, receiver: any TransferReceiver) async -> TransferResult {
    let isCancelled = SharedFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.add(
          PendingTransfer(request: request, receiver: receiver, isCancelled: isCancelled) {
            continuation.resume(returning: $0)
          })
      }
    } onCancel: {
      isCancelled.set()
      loop.wake()
    }
  }

  /// Runs a transfer and blocks this thread, which must not be one of Swift's. Also cancelled with the current task.
  package func runBlocking(_ request: TransferRequest, receiver: any TransferReceiver) -> TransferResult {
    let isCancelled = SharedFlag()
    let isFinished = DispatchSemaphore(value: 0)
    let outcome = TransferOutcome()
    loop.add(
      PendingTransfer(request: request, receiver: receiver, isCancelled: isCancelled) { result in
        outcome.value.withLock { $0 = result }
        isFinished.signal()
      })
    while isFinished.wait(timeout: .now() + .milliseconds(Self.cancellationInterval)) == .timedOut {
      guard Task.isCancelled, !isCancelled.isSet else { continue }
      isCancelled.set()
      loop.wake()
    }
    return outcome.value.withLock { $0 }
  }
}

private final class TransferOutcome: Sendable {
  let value = Mutex(TransferResult(end: .cancelled))
}

struct PendingTransfer: Sendable {
  let request: TransferRequest
  let receiver: any TransferReceiver
  let isCancelled: SharedFlag
  let finish: @Sendable (TransferResult) -> Void
}
