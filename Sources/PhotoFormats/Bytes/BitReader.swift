/// Reads bits. After the end, every bit is 0.
package struct BitReader {
  private let bytes: [UInt8]
  private let isLeastSignificantFirst: Bool
  private var position = 0

  /// Creates a reader of the bits of each byte from the most or the least significant one on.
  package init(_ bytes: [UInt8], leastSignificantFirst: Bool = false) {
    self.bytes = bytes
    isLeastSignificantFirst = leastSignificantFirst
  }

  /// Returns the payload of the first `limit` bytes of a NAL unit, given without its header, and without emulation
  /// prevention bytes (ITU-T H.264 and H.265, 7.3.1).
  package static func payload(of unit: Bytes, limit: Int) -> [UInt8] {
    var payload: [UInt8] = []
    var zeros = 0
    for byte in unit.prefixSlice(at: 0, count: limit).array {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      payload.append(byte)
    }
    return payload
  }

  /// Whether more bits were read than there are.
  package var isPastEnd: Bool { position > bytes.count * 8 }

  package mutating func skip(_ count: Int) { position += count }

  /// Reads a number of at most 32 bits.
  package mutating func read(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<count {
      let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
      if isLeastSignificantFirst {
        value |= UInt64(byte >> UInt8(position % 8) & 1) << UInt64(index)
      } else {
        value = value << 1 | UInt64(byte >> UInt8(7 - position % 8) & 1)
      }
      position += 1
    }
    return value
  }

  /// Reads an Exp-Golomb number (H.265, 9.2; uvlc in AV1) of at most 32 bits.
  package mutating func readGolomb() -> UInt64 {
    var zeros = 0
    while zeros < 32, position < bytes.count * 8, read(1) == 0 { zeros += 1 }
    return (1 << UInt64(zeros)) - 1 + read(zeros)
  }
}
