import Testing

@testable import PhotoFormats

/// A transport stream with a single program.
struct TransportStreamFile {
  /// The size of the time code: 4 in AVCHD, otherwise 0.
  var lead = 4
  var kinds: [UInt8] = [0x1B, 0x81]
  /// The frames with their presentation times, in units of 1/90,000 s.
  var pictures: [(time: UInt64, data: [UInt8])] = []

  private static let map = 0x100
  private static let firstStream = 0x1011

  func packet(_ stream: Int, begins: Bool, _ payload: [UInt8]) -> [UInt8] {
    let room = 184 - payload.count
    // An adaptation field fills the rest.
    let stuffing: [UInt8] =
      room == 0 ? [] : [UInt8(room - 1)] + (room > 1 ? [0] + [UInt8](repeating: 0xFF, count: room - 2) : [])
    let header: [UInt8] = [
      0x47, (begins ? 0x40 : 0) | UInt8(stream >> 8), UInt8(stream & 0xFF), room == 0 ? 0x10 : 0x30,
    ]
    return [UInt8](repeating: 9, count: lead) + header + stuffing + payload
  }

  func section(_ kind: UInt8, _ stream: Int, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 9
    let table =
      [0, kind, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF), 0, 1, 0xC1, 0, 0] + content + be32(0)
    return packet(stream, begins: true, table + [UInt8](repeating: 0xFF, count: 184 - table.count))
  }

  var tables: [UInt8] {
    let streams: [UInt8] = kinds.enumerated().flatMap { index, kind in
      [kind] + be16(0xE000 | Self.firstStream + index) + be16(0xF000)
    }
    return section(0, 0, be16(0) + be16(0xE010) + be16(1) + be16(0xE000 | Self.map))
      + section(2, Self.map, be16(0xE000 | Self.firstStream) + be16(0xF000) + streams)
  }

  var bytes: [UInt8] {
    tables
      + pictures.flatMap { picture -> [UInt8] in
        let time = picture.time
        let start: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5, 0x21 | UInt8(time >> 30 & 7) << 1]
        let clock: [[UInt8]] = [be((time >> 15) << 1 | 1, 2), be((time << 1) & 0xFFFF | 1, 2)]
        let unit = start + clock.joined() + picture.data
        return Swift.stride(from: 0, to: unit.count, by: 184).flatMap { offset -> [UInt8] in
          packet(Self.firstStream, begins: offset == 0, Array(unit[offset..<min(offset + 184, unit.count)]))
        }
      }
  }

  /// A sequence parameter set (High): 1920 × 1080 in fields, or 1280 × 720 in frames.
  static func sequence(fields: Bool = true) -> [UInt8] {
    var bits = ""
    func golomb(_ value: Int) {
      let text = String(value + 1, radix: 2)
      bits += String(repeating: "0", count: text.count - 1) + text
    }
    // 4:2:0 with 8 bits, no scaling matrix, 4-bit numbers, one reference.
    for value in [0, 1, 0, 0] { golomb(value) }
    bits += "00"
    for value in [0, 0, 0, 1] { golomb(value) }
    bits += "0"
    golomb((fields ? 1920 : 1280) / 16 - 1)
    golomb(fields ? 33 : 44)
    // Fields, direct inference, and cropping of the last eight rows.
    bits += fields ? "00" + "1" + "1" : "1" + "1" + "0"
    if fields { for value in [0, 0, 0, 2] { golomb(value) } }
    bits += "01" + String(repeating: "0", count: 16)
    let bytes = Swift.stride(from: 0, to: bits.count / 8 * 8, by: 8).map { offset in
      UInt8(bits.dropFirst(offset).prefix(8), radix: 2) ?? 0
    }
    return [0, 0, 1, 0x67, 100, 0, 40] + bytes
  }

  /// A message of the camera with entries of four bytes.
  static func message(_ entries: [(UInt8, [UInt8])], count: Int? = nil) -> [UInt8] {
    let name: [UInt8] = [
      0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
    ]
    let content = name + latin("MDPM") + [UInt8(entries.count)] + entries.flatMap { [$0.0] + $0.1 }
    return [0, 0, 1, 6, 1, 2, 7, 7, 5, UInt8(count ?? content.count)] + escaped(content) + [0x80]
  }

  /// A unit with emulation prevention bytes.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var (escaped, zeros) = ([UInt8](), 0)
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        escaped.append(3)
        zeros = 0
      }
      escaped.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return escaped
  }
}

struct TransportStreamTests {
  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  /// 2011-07-04 18:30:05 at +02:00, Sony, in Paris.
  private let entries: [(UInt8, [UInt8])] = [
    (0x18, [0x04, 0x20, 0x11, 0x07]), (0x19, [0x04, 0x18, 0x30, 0x05]), (0xB1, latin("N\0\0\0")),
    (0xB2, be16(48) + be16(1)), (0xB3, be16(51) + be16(1)), (0xB4, be16(360) + be16(12)),
    (0xB5, latin("E\0\0\0")),
    (0xB6, be16(2) + be16(1)), (0xB7, be16(18) + be16(1)), (0xB8, be16(0) + be16(1)),
    (0xE0, [0x01, 0x08, 0x31, 0x00]), (0xE4, latin("HDR-")), (0xE5, latin("CX11")), (0xE6, latin("5E\0\0")),
  ]

  private func file(_ data: [UInt8], lead: Int = 4) -> TransportStreamFile {
    var file = TransportStreamFile()
    file.lead = lead
    let filler = [UInt8](repeating: 0x55, count: 300)
    file.pictures = [(9000, data + filler), (9000 + 90_000, filler), (9000 + 45_000, filler)]
    return file
  }

  @Test(arguments: [0, 4])
  func `size, length, coding, sound, date, camera and place are read`(lead: Int) {
    let data = TransportStreamFile.sequence() + TransportStreamFile.message(entries)
    let metadata = read(file(data, lead: lead).bytes)
    #expect(metadata.fileType == .transportStream && metadata.damage == nil)
    #expect(metadata.pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(metadata.duration == 1 && metadata.values[.codec] == .text("H.264"))
    #expect(metadata.values[.audio] == .flag(true))
    #expect(metadata.captureDate?.iso8601 == "2011-07-04T18:30:05+02:00")
    #expect(metadata.captureDate?.source.name == "h264:DateTimeOriginal")
    #expect(metadata.camera == Camera(make: "Sony", model: "HDR-CX115E"))
    #expect(metadata.location?.latitude == 48 + 51 / 60.0 + 30 / 3600.0)
    #expect(metadata.location?.longitude == 2 + 18 / 60.0)
  }

  @Test(arguments: [(0, 35.5), (1, -35.5), (nil, 35.5)] as [(UInt8?, Double)])
  func `a place may be below the sea, in the south and west`(reference: UInt8?, altitude: Double) {
    var place = entries
    place[2].1 = latin("S\0\0\0")
    place[6].1 = latin("W\0\0\0")
    if let reference { place.append((0xB9, [0, 0, 0, reference])) }
    place.append((0xBA, be16(71) + be16(2)))
    let location = read(file(TransportStreamFile.sequence() + TransportStreamFile.message(place)).bytes)
      .location
    #expect(location?.altitude == altitude)
    #expect(location?.latitude == -(48 + 51 / 60.0 + 30 / 3600.0) && location?.longitude == -(2 + 18 / 60.0))
  }

  @Test func `frames are read as fields are`() {
    let metadata = read(file(TransportStreamFile.sequence(fields: false)).bytes)
    #expect(metadata.pixelSize == PixelSize(width: 1280, height: 720))
    #expect(metadata.captureDate == nil && metadata.camera == nil)
  }

  @Test func `MPEG-2 tells its size in the header of the sequence`() {
    var file = file([0, 0, 1, 0xB3, 0x5A, 0x04, 0x38, 0x23])
    file.kinds = [0x02]
    let metadata = read(file.bytes)
    #expect(metadata.pixelSize == PixelSize(width: 1440, height: 1080))
    #expect(metadata.values[.codec] == .text("MPEG-2") && metadata.values[.audio] == nil)
  }

  @Test(arguments: [(0x24, "-02:00"), (0x05, "+02:30"), (0xFF, ""), (0x1F, "")] as [(UInt8, String)])
  func `the zone is read if it is one`(zone: UInt8, offset: String) {
    let message = TransportStreamFile.message([
      (0x18, [zone, 0x20, 0x11, 0x07]), (0x19, [0x04, 0x18, 0x30, 0x05]),
    ])
    #expect(read(file(message).bytes).captureDate?.iso8601 == "2011-07-04T18:30:05" + offset)
  }

  @Test func `times begin anew after the last`() {
    var file = file(TransportStreamFile.sequence())
    let last: UInt64 = (1 << 33) - 45_000
    file.pictures = [(last, file.pictures[0].data), (45_000, [1])]
    #expect(read(file.bytes).duration == 1)
  }

  @Test func `sound alone, and what only begins like a stream, is no video`() {
    var file = file([])
    file.kinds = [0x0F]
    #expect(read(file.bytes).fileType == .unknown)
    var other = self.file(TransportStreamFile.sequence()).bytes
    other[192 + 4] = 0x46
    #expect(read(other).fileType == .unknown)
    #expect(read(Array(other.prefix(20))).fileType == .transportStream)
  }

  @Test func `a file cut off anywhere gives what was before the cut`() {
    let data = TransportStreamFile.sequence() + TransportStreamFile.message(entries)
    let bytes = file(data).bytes
    for count in 16..<bytes.count {
      let metadata = read(Array(bytes.prefix(count)))
      #expect(metadata.fileType == .transportStream, "\(count)")
      #expect((metadata.pixelSize == nil) == (metadata.damage != nil), "\(count)")
    }
  }

  @Test func `lengths beyond the end say nothing`() {
    let far = TransportStreamFile.message(entries, count: 254)
    #expect(read(file(TransportStreamFile.sequence() + Array(far.prefix(60))).bytes).pixelSize?.width == 1920)
    var wrong = entries
    wrong[0].1 = [0x04, 0x2F, 0x11, 0x07]
    wrong[3].1 = be16(48) + be16(0)
    wrong[10].1 = [0xFF, 0xFF, 0, 0]
    let metadata = read(file(TransportStreamFile.sequence() + TransportStreamFile.message(wrong)).bytes)
    #expect(metadata.captureDate == nil && metadata.location == nil && metadata.camera == nil)
    // A set that ends early, and one of zeros.
    for set in [
      Array(TransportStreamFile.sequence().prefix(10)), [0, 0, 1, 0x67] + [UInt8](repeating: 0, count: 90),
    ] {
      #expect(read(file(set + [0, 0, 1, 9]).bytes).pixelSize == nil)
    }
  }
}
