/// A moment in UTC, such as that of a satellite fix, to the nanosecond.
public struct UniversalTime: Sendable, Hashable {
  /// Date and time of day in UTC.
  public let time: CivilTime
  /// Fraction of the second in nanoseconds, 0 to 999,999,999.
  public let nanoseconds: UInt32

  /// A moment; a fraction beyond its range counts as the largest.
  public init(_ time: CivilTime, nanoseconds: UInt32 = 0) {
    self.time = time
    self.nanoseconds = min(nanoseconds, 999_999_999)
  }

  /// ISO 8601: `2014-05-25T10:00:00.25Z`, with as many digits of the fraction as say something.
  public var iso8601: String {
    String(unsafeUninitializedCapacity: Self.iso8601Count) { writeISO8601(to: $0) }
  }

  /// Calls `body` with the text of `iso8601`, which is ASCII.
  package func withISO8601(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.iso8601Count) { buffer in
      let count = writeISO8601(to: buffer)
      body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// More than the longest text of `iso8601` has.
  private static let iso8601Count = 32

  private func writeISO8601(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var output = DateDigits(buffer: buffer)
    output.append(dateAndTime: time.parts, separator: UInt8(ascii: "T"))
    if nanoseconds > 0 {
      var (fraction, digits) = (nanoseconds, 9)
      while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
      output.append(UInt8(ascii: "."))
      output.append(fraction, digits: digits)
    }
    output.append(UInt8(ascii: "Z"))
    return output.count
  }
}
