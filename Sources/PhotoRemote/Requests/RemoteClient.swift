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
  /// The delay after which a server that doesn't respond is tried again, once.
  package var recoveryDelay = Duration.seconds(10)
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
  private let availability: ServerAvailability

  private static let shared = Result { () throws(TransfersUnavailable) in try TransferEngine() }

  init(jobs: Int, options: TransferOptions, retry: RemoteRetry) throws(RemoteError) {
    do throws(TransfersUnavailable) {
      engine = try Self.shared.get()
    } catch {
      throw RemoteError(.notSupported, error.reason)
    }
    self.options = options
    self.retry = retry
    availability = ServerAvailability(retry)
    slots = DispatchSemaphore(value: max(1, jobs))
  }

  /// Sends a request until there is a response other than a temporary failure, unless the server is lost.
  ///
  /// - Parameters:
  ///   - isTemporary: Returns whether to repeat the request after a response, in addition to the rules for all servers.
  ///   - make: Returns the request of an attempt.
  func send(
    _ limit: BodyReceiver.Limit, isTemporary: (RemoteResponse) -> Bool = { _ in false },
    _ make: () throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse {
    let outlook = try availability.begin()
    var (failures, attempts) = (0, outlook.attempts)
    var (wasDropped, isSilent) = (false, true)
    while true {
      let receiver = BodyReceiver(limit)
      let request = try make()
      let result = perform(request, receiver)
      if let head = receiver.head {
        attempts = max(attempts, outlook.attemptsAfterResponse)
        // Even if the rest is cut off, the server is there.
        if !Self.isOfGateway(head.status, receiver.body) {
          availability.noteResponse()
          isSilent = false
        }
      }
      let failure: RemoteError
      switch result.end {
      case .cancelled: throw RemoteError(.canceled, "the request was cancelled")
      case .permanentFailure(let reason):
        throw availability.permanentFailure(RemoteError(.ioError, RemoteError.safe(reason)), of: outlook)
      case .temporaryFailure(let reason):
        wasDropped = true
        failure = RemoteError(.timedOut, RemoteError.safe(reason))
      case .done, .stopped:
        guard let head = receiver.head else { throw RemoteError(.ioError, "the server sent no response") }
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
      guard failures < attempts else {
        let last = RemoteError(
          failure.errno, "\(failure.reason) (\(failures) \(failures == 1 ? "attempt" : "attempts"))")
        throw isSilent ? availability.failure(last, of: outlook) : last
      }
      retry.pause(retry.delay(failures: failures, requested: result.retryAfter))
      if isSilent { try availability.check() }
      if Task.isCancelled { throw RemoteError(.canceled, "the request was cancelled") }
    }
  }

  /// Whether a gateway responds in place of the server. S3 describes its own errors, such as SlowDown.
  private static func isOfGateway(_ status: Int, _ body: [UInt8]) -> Bool {
    [502, 503, 504].contains(status) && ErrorDocument.code(body) == nil
  }

  private static let temporary: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  private func perform(_ request: TransferRequest, _ receiver: BodyReceiver) -> TransferResult {
    slots.wait()
    defer { slots.signal() }
    let result = engine.runBlocking(request, receiver: receiver)
    ReadingCount.add(bytes: receiver.body.count, requests: receiver.head?.requestCount ?? 1)
    return result
  }
}
