/// Reads bits, the highest of each byte first; beyond the end there are zeros.
package struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The payload of a NAL unit, without the bytes that are put in against false starts (ITU-T H.264 and H.265, 7.3.1).
  ///
  /// - Parameters:
  ///   - unit: the unit without its header.
  ///   - limit: how many of its bytes are looked at.
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

  /// True if more was read than is there.
  package var isPastEnd: Bool { position > bytes.count * 8 }

  package mutating func skip(_ count: Int) { position += count }

  /// A number of at most 32 bits.
  package mutating func read(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<count {
      let byte = position / 8
      value = value << 1 | UInt64(byte < bytes.count ? bytes[byte] >> (7 - UInt8(position % 8)) & 1 : 0)
      position += 1
    }
    return value
  }

  /// An Exp-Golomb number (H.265, 9.2), which AV1 calls uvlc; at most 32 bits.
  package mutating func readGolomb() -> UInt64 {
    var zeros = 0
    while zeros < 32, position < bytes.count * 8, read(1) == 0 { zeros += 1 }
    return (1 << UInt64(zeros)) - 1 + read(zeros)
  }
}
