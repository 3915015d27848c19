/// A time in UTC to the nanosecond, such as that of a GPS fix.
public struct UniversalTime: Sendable, Hashable {
  public let time: CivilTime
  /// The fraction of the second in nanoseconds, 0 to 999,999,999.
  public let nanoseconds: UInt32

  /// Creates a time; a larger fraction becomes the largest.
  public init(_ time: CivilTime, nanoseconds: UInt32 = 0) {
    self.time = time
    self.nanoseconds = min(nanoseconds, 999_999_999)
  }

  /// ISO 8601: `2014-05-25T10:00:00.25Z`, without trailing zeros.
  public var iso8601: String {
    String(unsafeUninitializedCapacity: Self.iso8601Count) { writeISO8601(to: $0) }
  }

  /// Calls `body` with the ASCII text of `iso8601`.
  package func withISO8601(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.iso8601Count) { buffer in
      let count = writeISO8601(to: buffer)
      body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

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
