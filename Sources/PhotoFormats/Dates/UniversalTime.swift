/// A UTC time to the nanosecond, as of a GPS fix.
public struct UniversalTime: Sendable, Hashable {
  public let time: CivilTime
  /// The nanoseconds within the second, 0 to 999,999,999.
  public let nanoseconds: UInt32

  /// Creates a time, and clamps the nanoseconds.
  public init(_ time: CivilTime, nanoseconds: UInt32 = 0) {
    self.time = time
    self.nanoseconds = min(nanoseconds, 999_999_999)
  }

  /// ISO 8601: `2014-05-25T10:00:00.25Z`, without trailing zeros.
  public var iso8601: String { ISO8601.text(of: write) }

  /// Calls `body` with the ASCII text of `iso8601`.
  package func withISO8601(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { ISO8601.with(write, body) }

  private func write(to output: inout ISO8601) {
    var (fraction, digits) = (nanoseconds, nanoseconds == 0 ? 0 : 9)
    while digits > 0, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    output.append(time, nanoseconds, digits: digits)
    output.append("Z")
  }
}
