import Dispatch
import PhotoFiles
import SystemPackage

/// When failed requests are sent again.
package struct RemoteRetry: Sendable {
  package var attempts = 10
  /// The number of attempts to reach a server that has not responded yet: its name may be wrong.
  package var firstAttempts = 4
  package var firstDelay = Duration.milliseconds(200)
  package var maximumDelay = Duration.seconds(20)
  /// The longest delay that a server may request.
  package var maximumRetryAfter = Duration.seconds(60)
  /// Blocks this thread for a delay, or less if the task is cancelled.
  package var pause: @Sendable (Duration) -> Void = { delay in
    let end = ContinuousClock.now + delay
    while !Task.isCancelled {
      let left = end - .now
      guard left > .zero else { return }
      usleep(UInt32(min(left, .milliseconds(100)) / .microseconds(1)) + 1)
    }
  }

  package init() {}

  func delay(failures: Int, requested: Int64) -> Duration {
    let delay = Backoff.delay(failures: failures, first: firstDelay, maximum: maximumDelay)
    return max(delay, min(.seconds(min(requested, 1 << 20)), maximumRetryAfter))
  }
}

/// Sends requests and blocks the thread until there is a response: a number at a time, again after failures that may be
/// temporary.
final class RemoteClient: Sendable {
  let options: TransferOptions
  let retry: RemoteRetry
  private let engine: TransferEngine
  private let slots: DispatchSemaphore
  private let hasResponse = SharedFlag()

  private static let shared = Result { () throws(TransfersUnavailable) in try TransferEngine() }

  init(jobs: Int, options: TransferOptions, retry: RemoteRetry) throws(RemoteError) {
    do throws(TransfersUnavailable) {
      engine = try Self.shared.get()
    } catch {
      throw RemoteError(.notSupported, error.reason)
    }
    self.options = options
    self.retry = retry
    slots = DispatchSemaphore(value: max(1, jobs))
  }

  /// Sends a request until there is a response other than a temporary failure.
  ///
  /// - Parameters:
  ///   - isTemporary: returns `true` for a response, besides those for all servers, after which the request is repeated.
  ///   - make: Returns the request of an attempt.
  func send(
    _ limit: BodyReceiver.Limit, isTemporary: (RemoteResponse) -> Bool = { _ in false },
    _ make: () throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse {
    var failures = 0
    var wasDropped = false
    while true {
      let receiver = BodyReceiver(limit)
      let request = try make()
      let result = perform(request, receiver)
      let failure: RemoteError
      switch result.end {
      case .cancelled: throw RemoteError(.canceled, "the request was cancelled")
      case .permanentFailure(let reason): throw RemoteError(.ioError, RemoteError.safe(reason))
      case .temporaryFailure(let reason):
        wasDropped = true
        failure = RemoteError(.timedOut, RemoteError.safe(reason))
      case .done, .stopped:
        guard let head = receiver.head else { throw RemoteError(.ioError, "the server sent no response") }
        hasResponse.set()
        guard !receiver.isTooLong else {
          throw RemoteError(.fileTooLarge, "the server sent more than \(limit.count) bytes")
        }
        // A password that isn't sent first costs another request.
        let expected = request.password.map { $0.isSentFirst ? 1 : 2 } ?? 1
        wasDropped = wasDropped || head.requestCount > expected
        let response = RemoteResponse(head: head, body: receiver.body, followsDroppedAttempt: wasDropped)
        guard Self.temporary.contains(head.status) || isTemporary(response) else { return response }
        failure = RemoteError(response)
      }
      failures += 1
      guard failures < (hasResponse.isSet ? retry.attempts : retry.firstAttempts) else {
        throw RemoteError(failure.errno, "\(failure.reason) (\(failures) attempts)")
      }
      retry.pause(retry.delay(failures: failures, requested: result.retryAfter))
      if Task.isCancelled { throw RemoteError(.canceled, "the request was cancelled") }
    }
  }

  private static let temporary: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  private func perform(_ request: TransferRequest, _ receiver: BodyReceiver) -> TransferResult {
    slots.wait()
    defer { slots.signal() }
    return engine.runBlocking(request, receiver: receiver)
  }
}
