/// Reads bits, the most significant bit of each byte first. After the end, every bit is 0.
package struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

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
    for _ in 0..<count {
      let byte = position / 8
      value = value << 1 | UInt64(byte < bytes.count ? bytes[byte] >> (7 - UInt8(position % 8)) & 1 : 0)
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
