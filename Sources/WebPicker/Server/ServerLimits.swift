import PhotoFiles
import SystemPackage

/// What visitors may ask of a server before it turns them away.
///
/// Every connection that is open counts until its socket is closed, so the three numbers of connections together bound
/// the descriptors, the requests that wait for an answer and the answers that wait to be sent.
package struct ServerLimits: Sendable, Hashable {
  /// The connections that have shown the key.
  package var trustedCount = 32
  /// The connections of the same user that have not shown the key. If one more comes, the oldest is closed.
  package var guestCount = 64
  /// The connections of other users, which are told so. If one more comes, it is closed at once.
  package var strangerCount = 4
  /// The time a connection has to show the key, or to send its request and take the refusal.
  package var guestTime = Duration.seconds(5)
  /// The time for which a new connection is not closed in favor of another one: enough to read a request that has
  /// arrived with it. Whoever comes behind a queue of others waits for it once for each `guestCount` of them.
  package var guestGrace = Duration.milliseconds(5)
  package var headBytes = 16 << 10
  package var bodyBytes = 64 << 10
  /// The time a request may take to arrive, from its first byte to its last.
  package var arrivalTime = Duration.seconds(10)
  /// The time for which a connection may be open without a request.
  package var idleTime = Duration.seconds(120)
  /// The time a visitor may take for the next part of an answer, which is at most 256 KiB.
  package var takingTime = Duration.seconds(120)

  package init() {}

  /// The same limits, with fewer connections if this process may not open so many files: answers need some too, and so
  /// does the question whose a connection is.
  func withinOpenFiles() -> ServerLimits {
    var limits = self
    limits.trustedCount = FileDescriptor.share(of: trustedCount, each: 1)
    limits.guestCount = FileDescriptor.share(of: guestCount, each: 1)
    limits.strangerCount = FileDescriptor.share(of: strangerCount, each: 4)
    return limits
  }
}
