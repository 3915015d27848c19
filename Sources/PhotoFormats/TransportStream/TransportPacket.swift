/// A packet of a transport stream (ISO 13818-1, 2.4.3).
struct TransportPacket {
  /// The size in bytes, excluding the four bytes for the time in AVCHD.
  static let count = 188

  let stream: UInt16
  let beginsUnit: Bool
  let payload: Bytes

  /// The packets at the ends of runs of `stride` bytes, up to an invalid one.
  static func all(in bytes: Bytes, stride: Int) -> some Sequence<TransportPacket> {
    sequence(state: stride - count) { offset in
      defer { offset += stride }
      return TransportPacket(bytes, at: offset)
    }
  }

  init?(_ bytes: Bytes, at offset: Int) {
    guard bytes[offset] == 0x47, let packet = bytes.slice(at: offset, count: Self.count),
      let header = packet.uint32(at: 0, .big)
    else { return nil }
    beginsUnit = header & 0x40_0000 != 0
    stream = UInt16(truncatingIfNeeded: header >> 8 & 0x1FFF)
    let isDamaged = header & 0x80_0000 != 0
    let isScrambled = header & 0xC0 != 0
    switch header >> 4 & 3 {
    case 1 where !isDamaged && !isScrambled: payload = packet.suffix(from: 4)
    // An adaptation field precedes the payload.
    case 3 where !isDamaged && !isScrambled: payload = packet.suffix(from: 5 + Int(packet[4] ?? 0))
    default: payload = Bytes([])
    }
  }
}

/// The start of a picture (2.4.3.6).
struct PictureStart {
  /// The presentation time in units of 1/90,000 s, 33 bits.
  let time: UInt64?
  let data: Bytes

  init?(_ payload: Bytes) {
    guard payload.uint24(at: 0, .big) == 1, let flags = payload[7], let length = payload[8] else {
      return nil
    }
    data = payload.suffix(from: 9 + Int(length))
    guard flags & 0x80 != 0, let first = payload[9], let middle = payload.uint16(at: 10, .big),
      let last = payload.uint16(at: 12, .big)
    else {
      time = nil
      return
    }
    time = UInt64(first >> 1 & 7) << 30 | UInt64(middle >> 1) << 15 | UInt64(last >> 1)
  }
}
