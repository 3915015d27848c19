import PhotoFiles

/// A cache of decoded values, keyed by their encoded bytes.
struct DecodedValues<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let bytes: [UInt8]
    let value: Value

    func stands(for other: UnsafeRawBufferPointer) -> Bool {
      bytes.withUnsafeBytes { own in
        guard own.count == other.count, let first = own.baseAddress, let second = other.baseAddress else {
          return own.count == other.count
        }
        return memcmp(first, second, own.count) == 0
      }
    }
  }

  private var entries: [UInt64: Entry] = [:]
  /// The last result, since consecutive photos often share a camera.
  private var last: Entry?

  mutating func value(
    of bytes: UnsafeRawBufferPointer, upTo limit: Int, _ decode: () -> Value?
  ) -> Value? {
    if let last, last.stands(for: bytes) { return last.value }
    var checksum = Checksum()
    checksum.add(bytes)
    let key = checksum.value
    if let known = entries[key], known.stands(for: bytes) {
      last = known
      return known.value
    }
    guard let value = decode() else { return nil }
    let entry = Entry(bytes: Array(bytes), value: value)
    if entries.count < limit { entries[key] = entry }
    last = entry
    return value
  }
}
