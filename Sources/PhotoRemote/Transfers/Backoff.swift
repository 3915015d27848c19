/// Delays between attempts.
package enum Backoff {
  /// Returns the delay after a number of failures in a row: a random part, at least half, of the doubled delay, so that
  /// failures at the same time are not retried at the same time.
  package static func delay(failures: Int, first: Duration, maximum: Duration) -> Duration {
    let doublings = min(max(failures - 1, 0), 16)
    return min(first * (1 << doublings), maximum) * Double.random(in: 0.5...1)
  }
}

extension Duration {
  fileprivate static func * (duration: Duration, factor: Double) -> Duration {
    let (seconds, attoseconds) = duration.components
    return .seconds((Double(seconds) + Double(attoseconds) / 1e18) * factor)
  }
}
