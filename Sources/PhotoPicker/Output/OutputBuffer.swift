import PhotoFormats

/// A growing buffer of output bytes.
public struct OutputBuffer: Sendable {
  /// The bytes, followed by unused capacity.
  private var storage: [UInt8] = []
  public private(set) var count = 0

  public init() {}

  mutating func reserve(_ capacity: Int) {
    if storage.count < capacity {
      storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
    }
  }

  /// Returns the bytes and clears the buffer.
  public mutating func take() -> [UInt8] {
    storage.removeLast(storage.count - count)
    defer { self = OutputBuffer() }
    return storage
  }

  /// Passes the bytes to `body` and clears the buffer, keeping its capacity. The bytes remain if `body` throws.
  public mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try storage.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
    }
    count = 0
  }

  /// Lets `body` write up to `most` bytes and return the count.
  @inline(__always)
  mutating func append(atMost most: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    if storage.count - count < most { reserve(max(2 * storage.count, count + most)) }
    let start = count
    let added = storage.withUnsafeMutableBufferPointer { buffer in
      body(UnsafeMutableBufferPointer(rebasing: buffer[start..<start + most]))
    }
    count = start + min(added, most)
  }

  public mutating func append(_ byte: UInt8) {
    append(atMost: 1) { room in
      room[0] = byte
      return 1
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(atMost: bytes.count) { $0.update(fromContentsOf: bytes) }
  }

  public mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  mutating func append(_ text: StaticString) { text.withUTF8Buffer { append($0) } }

  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func append(_ slice: Slice<UnsafeBufferPointer<UInt8>>) {
    append(UnsafeBufferPointer(rebasing: slice))
  }

  /// Appends UTF-8, replacing the characters that `special` finds with the output of `escape`.
  @inline(__always)
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    escaping special: (UnsafeBufferPointer<UInt8>, Int) -> (value: UInt32, length: Int)?,
    with escape: (inout OutputBuffer, UInt32) -> Void
  ) {
    var (start, index) = (0, 0)
    while index < bytes.count {
      guard let found = special(bytes, index) else {
        index += 1
        continue
      }
      append(bytes[start..<index])
      escape(&self, found.value)
      index += found.length
      start = index
    }
    append(bytes[start...])
  }

  mutating func append(decimal value: Int64) { append(value, fractionDigits: 0) }

  /// Appends a finite number with the fewest digits that identify it (`Double.shortestText`).
  mutating func append(number value: Double) {
    let size = value.magnitude
    if size <= 0x1p53, let whole = Int64(exactly: value) { return append(decimal: whole) }
    // A decimal with up to 15 digits identifies one Double, so the shortest match is unique.
    if size >= 0.001, size < 1e9 {
      var (power, digits) = (10.0, 1)
      while digits <= 6 {
        // Half a unit more or less doesn't matter: only a product close to an integer can match.
        let whole = Int64(size * power + 0.5)
        if Double(whole) / power == size { return append(value < 0 ? -whole : whole, fractionDigits: digits) }
        (power, digits) = (power * 10, digits + 1)
      }
    }
    append(value.shortestText)
  }

  /// Appends `value` divided by 10 to the power of `fractionDigits`, which is at most 18.
  private mutating func append(_ value: Int64, fractionDigits: Int) {
    // Int64.min has a sign and 19 digits; a point is added.
    append(atMost: 21) { room in
      var (rest, start, digits) = (value.magnitude, room.count, 0)
      repeat {
        if digits == fractionDigits, digits > 0 {
          start -= 1
          room[start] = UInt8(ascii: ".")
        }
        start -= 1
        room[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        (rest, digits) = (rest / 10, digits + 1)
      } while rest > 0 || digits <= fractionDigits
      if value < 0 {
        start -= 1
        room[start] = UInt8(ascii: "-")
      }
      let text = UnsafeMutableBufferPointer(rebasing: room[start...])
      return room.update(fromContentsOf: text)
    }
  }

  mutating func append(lowercaseHexadecimal value: UInt32, digits: Int) {
    for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
