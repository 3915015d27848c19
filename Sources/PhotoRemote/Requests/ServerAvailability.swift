import PhotoFiles
import Synchronization

/// Detects that a server no longer responds, so that a command spends its attempts once instead of once per photo.
///
/// A server is unavailable if a request has used all its attempts without a response while no other request received one.
/// The statuses 502, 503 and 504 of a gateway don't count as responses. Further requests fail immediately, except for one
/// attempt per `RemoteRetry.recoveryDelay`.
final class ServerAvailability: Sendable {
  private struct State {
    /// The number of responses so far.
    var responses = 0
    /// Why the server is unavailable; `nil` if it isn't.
    var reason: String?
    var nextProbe = ContinuousClock.now
  }

  /// What a request finds when it begins.
  struct Outlook {
    /// The number of attempts without a response.
    let attempts: Int
    let attemptsAfterResponse: Int
    fileprivate let responses: Int
  }

  private let retry: RemoteRetry
  private let state = Mutex(State())

  init(_ retry: RemoteRetry) { self.retry = retry }

  /// - Throws: `Errno.hostIsDown` if the server is unavailable and another request has tried it recently.
  func begin() throws(RemoteError) -> Outlook {
    try state.withLock { state throws(RemoteError) in
      let usual = state.responses > 0 ? retry.attempts : retry.firstAttempts
      guard let reason = state.reason else {
        return Outlook(
          attempts: usual, attemptsAfterResponse: retry.attempts, responses: state.responses)
      }
      guard ContinuousClock.now >= state.nextProbe else { throw RemoteError(.hostIsDown, reason) }
      state.nextProbe = .now + retry.recoveryDelay
      return Outlook(attempts: 1, attemptsAfterResponse: 1, responses: state.responses)
    }
  }

  func noteResponse() {
    state.withLock { state in
      state.responses += 1
      state.reason = nil
    }
  }

  /// Throws if another request has found the server to be unavailable.
  func check() throws(RemoteError) {
    if let reason = state.withLock({ $0.reason }) { throw RemoteError(.hostIsDown, reason) }
  }

  /// Returns the error of a request that can't succeed if repeated. If the server has never responded, other requests fail
  /// in the same way, for example because of an invalid certificate.
  func permanentFailure(_ error: RemoteError, of outlook: Outlook) -> RemoteError {
    state.withLock { $0.responses } == 0 ? failure(error, of: outlook) : error
  }

  /// Returns the error of a request that has used its attempts without a response.
  func failure(_ error: RemoteError, of outlook: Outlook) -> RemoteError {
    state.withLock { state in
      guard state.responses == outlook.responses else { return error }
      if state.reason == nil {
        state.reason = error.reason
        state.nextProbe = .now + retry.recoveryDelay
      }
      return RemoteError(.hostIsDown, state.reason ?? error.reason)
    }
  }
}
