/// What visitors may ask of a server before it turns them away.
package struct ServerLimits: Sendable, Hashable {
  /// The connections that are open at once. If one more comes, the oldest that has not shown a key is closed.
  package var connectionCount = 128
  /// The bytes of a request's first line and headers together.
  package var headBytes = 16 << 10
  /// The bytes of a request's body.
  package var bodyBytes = 64 << 10
  /// How long a request may take to arrive, from its first byte to its last.
  package var arrivalTime = Duration.seconds(10)
  /// How long a connection may be open without a request.
  package var idleTime = Duration.seconds(120)

  /// The usual limits.
  package init() {}
}
