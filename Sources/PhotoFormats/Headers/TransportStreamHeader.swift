/// Reads size, duration, codec, sound and metadata of transport streams (ISO 13818-1) from AVCHD and HDV camcorders.
enum TransportStreamHeader: HeaderReader {
  /// The number of bytes to read at the start, and at the end for the duration.
  private static let startLimit = 1 << 20
  private static let endLimit = 1 << 18
  private static let pictureLimit = 768 * 1024
  /// The units of time per second, and the range of a time.
  private static let unitsPerSecond = 90_000.0
  private static let timeMask: UInt64 = (1 << 33) - 1

  static func isPresent(_ head: Bytes) -> Bool { stride(head) != nil }

  /// The length of a packet with the time before it; `nil` unless a packet of tables starts here.
  private static func stride(_ head: Bytes) -> Int? {
    [0, 4].first { time in
      guard head[time] == 0x47, let flags = head[time + 1], let control = head[time + 3] else { return false }
      // Undamaged, starts a section, not scrambled, no adaptation field.
      guard flags & 0xC0 == 0x40, control & 0xF0 == 0x10, head[time + 4] == 0, let table = head[time + 5],
        let syntax = head[time + 6]
      else { return false }
      // Programs, streams, or service names (EN 300 468, 5.2.3).
      return [0x00, 0x02, 0x42].contains(table) && syntax & 0xB0 == 0xB0
    }.map { TransportPacket.count + $0 }
  }

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    guard let stride = Self.stride(source.head) else { return }
    let start = source.bytes(at: 0, count: startLimit)
    guard start.count < 2 * stride || start[2 * stride - TransportPacket.count] == 0x47 else { return }
    fields.fileType = .transportStream
    var program = TransportProgram()
    var (pictures, first) = ([UInt8](), UInt64?.none)
    for packet in TransportPacket.all(in: start, stride: stride) {
      program.take(packet)
      guard packet.stream == program.pictures?.stream else { continue }
      let begun = packet.beginsUnit ? PictureStart(packet.payload) : nil
      first = first ?? begun?.time
      pictures += (begun?.data ?? packet.payload).array
      if pictures.count >= pictureLimit { break }
    }
    guard program.isKnown else { throw HeaderDamage("no table of its streams") }
    guard let shown = program.pictures else {
      // Sound alone is no video.
      if program.hasSound { fields = HeaderFields() }
      return
    }
    take(pictures, of: shown.kind, into: &fields)
    if program.hasSound { fields.findings.offer(.flag(true), for: .audio) }
    if let first, let last = lastTime(in: source, stride, of: shown.stream, after: first) {
      fields.findings.offer(.number(Double(last) / unitsPerSecond), for: .duration)
    }
    if fields.pixelSize == nil, shown.kind != 0x24 { throw HeaderDamage("no picture that tells its size") }
  }

  private static func take(_ pictures: [UInt8], of kind: UInt8, into fields: inout HeaderFields) {
    if let codec = TransportProgram.pictureKinds[kind] { fields.findings.offer(.text(codec), for: .codec) }
    switch kind {
    case 0x1B:
      let stream = H264Stream(pictures)
      fields.pixelSize = stream.pixelSize
      fields.containerDate = stream.camera?.date?.captureDate(.h264DateTimeOriginal)
      fields.containerCamera = stream.camera?.camera
      fields.containerLocation = stream.camera?.location
    case 0x01, 0x02: fields.pixelSize = sequenceSize(Bytes(pictures))
    default: break
    }
  }

  /// The size in the sequence header of MPEG-1 or MPEG-2 (13818-2, 6.2.2.1).
  private static func sequenceSize(_ bytes: Bytes) -> PixelSize? {
    var position = 0
    while let zero = bytes.firstIndex(of: 0, from: position) {
      if bytes.uint32(at: zero, .big) == 0x0000_01B3, let sides = bytes.uint24(at: zero + 4, .big) {
        return PixelSize(width: sides >> 12, height: sides & 0x0FFF)
      }
      position = zero + 1
    }
    return nil
  }

  /// The latest time near the end of the file, counted from the first; times wrap after 26 hours.
  private static func lastTime(
    in source: ByteSource, _ stride: Int, of stream: UInt16, after first: UInt64
  ) -> UInt64? {
    let start = max(source.count - endLimit, 0) / stride * stride
    let end = source.bytes(at: start, count: source.count - start)
    return TransportPacket.all(in: end, stride: stride).lazy
      .filter { $0.stream == stream && $0.beginsUnit }
      .compactMap { PictureStart($0.payload)?.time.map { ($0 &- first) & timeMask } }
      // A picture before the first one is not a day later.
      .filter { $0 < timeMask / 2 }.max()
  }
}
