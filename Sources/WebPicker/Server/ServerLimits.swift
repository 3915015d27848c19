import PhotoFiles
import SystemPackage

/// The resources that clients may use.
///
/// A connection counts until its socket is closed, so the three counts also bound the file descriptors,
/// pending requests and pending responses.
package struct ServerLimits: Sendable, Hashable {
  /// Connections that have presented the key.
  package var trustedCount = 32
  /// Connections of the same user that have not presented the key. The server closes the oldest to accept another.
  package var guestCount = 64
  /// Connections of other users, which receive an explanation. The server closes any further connection immediately.
  package var strangerCount = 4
  /// The time to present the key, or to send a request and receive the refusal.
  package var guestTime = Duration.seconds(5)
  /// The time before the server may close a new connection in favor of another: enough to read a request that arrives
  /// with it. A client behind a queue is delayed by this time for each `guestCount` connections.
  package var guestGrace = Duration.milliseconds(5)
  package var headBytes = 16 << 10
  package var bodyBytes = 64 << 10
  /// The time for a request to arrive, from its first byte to its last.
  package var arrivalTime = Duration.seconds(10)
  /// The time for an idle connection.
  package var idleTime = Duration.seconds(120)
  /// The time for a client to receive the next part of a response, at most 256 KiB.
  package var takingTime = Duration.seconds(120)

  package init() {}

  /// Returns the limits reduced to the available file descriptors. Responses, and queries for a connection's owner,
  /// need descriptors too.
  func withinOpenFiles() -> ServerLimits {
    var limits = self
    limits.trustedCount = FileDescriptor.share(of: trustedCount, each: 1)
    limits.guestCount = FileDescriptor.share(of: guestCount, each: 1)
    limits.strangerCount = FileDescriptor.share(of: strangerCount, each: 4)
    return limits
  }
}
