/// The streams of a program by its tables (ISO 13818-1, 2.4.4).
struct TransportProgram {
  /// The types of video streams (table 2-34), and the names of their codecs.
  static let pictureKinds: [UInt8: String] = [0x01: "MPEG-1", 0x02: "MPEG-2", 0x1B: "H.264", 0x24: "H.265"]
  /// The types of audio streams, including Blu-ray.
  private static let soundKinds: Set<UInt8> = [
    0x03, 0x04, 0x0F, 0x11, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86,
  ]

  private var map: UInt16?
  private(set) var isKnown = false
  private(set) var pictures: (stream: UInt16, kind: UInt8)?
  private(set) var hasSound = false

  mutating func take(_ packet: TransportPacket) {
    guard packet.beginsUnit, !isKnown, packet.stream == 0 || packet.stream == map else { return }
    // A section starts after a pointer.
    let section = packet.payload.suffix(from: 1 + Int(packet.payload[0] ?? 0))
    guard let length = section.uint16(at: 1, .big).map({ Int($0 & 0x0FFF) }) else { return }
    // A checksum of four bytes ends it.
    let table = section.prefixSlice(at: 0, count: max(3 + length - 4, 0))
    switch section[0] {
    case 0 where packet.stream == 0 && map == nil: readPrograms(table)
    case 2 where packet.stream == map: readStreams(table)
    default: break
    }
  }

  private mutating func readPrograms(_ table: Bytes) {
    var position = 8
    while let program = table.uint16(at: position, .big), let stream = table.uint16(at: position + 2, .big) {
      position += 4
      // Program 0 describes the network.
      if program > 0 {
        map = stream & 0x1FFF
        return
      }
    }
  }

  private mutating func readStreams(_ table: Bytes) {
    isKnown = true
    guard let length = table.uint16(at: 10, .big) else { return }
    var position = 12 + Int(length & 0x0FFF)
    while let kind = table[position], let stream = table.uint16(at: position + 1, .big),
      let length = table.uint16(at: position + 3, .big)
    {
      if pictures == nil, Self.pictureKinds[kind] != nil { pictures = (stream & 0x1FFF, kind) }
      if Self.soundKinds.contains(kind) { hasSound = true }
      position += 5 + Int(length & 0x0FFF)
    }
  }
}
