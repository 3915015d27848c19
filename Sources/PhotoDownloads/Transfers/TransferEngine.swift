import CTransfer
import PhotoFiles

struct TransferHead: Sendable {
  var status: Int
  var contentLength: Int64?
  var contentRange: String?
  var contentType: String?
  var contentDisposition: [UInt8]?
  var entityTag: String?
  var lastModified: String?
  /// A Boolean value indicating whether the date is old enough to distinguish versions (RFC 9110, 8.8.2.2).
  var lastModifiedIsStrong: Bool
  var effectiveURL: String?
}

/// Receives the bytes of a transfer on the engine's thread; returns `false` to end the transfer.
protocol TransferReceiver: Sendable {
  func receive(_ head: TransferHead) -> Bool
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}

struct TransferRequest: Sendable {
  var url: RemoteURL
  var offset: Int64
  /// The validator with which the server confirms that the bytes before `offset` still belong to the file.
  var validator: String?
  var options: DownloadOptions
}

struct TransferResult: Sendable {
  enum End: Sendable {
    case done, stopped, cancelled
    case temporaryFailure(String)
    case permanentFailure(String)
  }

  var end: End
  var status = 0
  var retryAfter: Int64 = 0
}

/// Runs any number of transfers on one thread.
///
///     let result = await engine.run(request, receiver: partFile)
///
/// Cancelling the waiting task cancels the transfer. The thread ends with the last reference to the engine.
final class TransferEngine: Sendable {
  private let loop: TransferLoop

  init() throws(DownloadError) {
    var message = [CChar](repeating: 0, count: Int(PHOTO_TRANSFERS_MESSAGE_SIZE))
    guard photo_transfers_are_available(&message) else {
      throw .unavailable(
        reason: message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }
    guard let loop = TransferLoop() else {
      throw .unavailable(reason: "the system has no thread or memory left")
    }
    self.loop = loop
    loop.start()
  }

  deinit { loop.stop() }

  func run(_ request: TransferRequest, receiver: any TransferReceiver) async -> TransferResult {
    let isCancelled = SharedFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.add(
          PendingTransfer(
            request: request, receiver: receiver, isCancelled: isCancelled, continuation: continuation))
      }
    } onCancel: {
      isCancelled.set()
      loop.wake()
    }
  }
}

struct PendingTransfer: Sendable {
  let request: TransferRequest
  let receiver: any TransferReceiver
  let isCancelled: SharedFlag
  let continuation: CheckedContinuation<TransferResult, Never>
}
