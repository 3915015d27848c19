import PhotoFormats

/// Bytes on their way to a file or a pipe, gathered until someone takes them.
struct OutputBuffer: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Makes room for so many bytes.
  mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Hands over what was gathered and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Hands what was gathered to `body` and, where it does not throw, forgets it, keeping the room.
  mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let result: Result<Void, Failure> = bytes.withUnsafeBytes { buffer in
      do throws(Failure) { return .success(try body(buffer)) } catch { return .failure(error) }
    }
    try result.get()
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ slice: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !slice.isEmpty else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: slice))
  }

  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
    // The longest magnitude, 9223372036854775808, has 19 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      repeat {
        start -= 1
        digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[start...])
    }
  }

  mutating func append(lowercaseHexadecimal value: UInt32, digits: Int) {
    for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
