/// Parses GIF (GIF87a, GIF89a): the size of the logical screen, the number of frames and XMP.
package enum GIFHeader: HeaderReader {
  /// The number of bytes in which frames and XMP are searched, since all of them must be read.
  private static let searchLimit = 8 * 1024 * 1024
  private static let packetLimit = 4 * 1024 * 1024

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .gif
    guard source.head.has("GIF87a") || source.head.has("GIF89a") else {
      throw HeaderDamage("the GIF version is neither 87a nor 89a")
    }
    guard let width = source.head.uint16(at: 6, .little), let height = source.head.uint16(at: 8, .little),
      let flags = source.head[10], source.count >= 13
    else { throw HeaderDamage("the file ends inside its GIF header") }
    fields.pixelSize = PixelSize(width: UInt32(width), height: UInt32(height))
    var reader = GIFBlockReader(source, at: 13 + colourTableSize(flags), limit: searchLimit)
    guard reader.position <= source.count else { throw HeaderDamage("the file ends inside its colour table") }
    let (frames, packet) = readBlocks(&reader)
    // A partial count isn't offered.
    if frames > 1, !reader.isAtLimit { fields.findings.offer(.integer(frames), for: .frameCount) }
    if let packet {
      fields.xmp = XMPFields(
        packet: source.bytes(at: packet.lowerBound, count: min(packet.count, packetLimit)))
    }
  }

  /// The size of the palette by the flags (GIF89a, 18 and 20).
  private static func colourTableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 * (2 << Int(flags & 7))
  }

  /// Returns the number of frames and the range of the first XMP, which isn't in sub-blocks; the "magic trailer" after
  /// it leads a reader of sub-blocks to the end (XMP specification part 3, 1.1.2).
  private static func readBlocks(_ reader: inout GIFBlockReader) -> (frames: Int64, packet: Range<Int>?) {
    var frames: Int64 = 0
    var packet: Range<Int>?
    while let introducer = reader.byte() {
      switch introducer {
      case 0x2C:  // image: descriptor, colour table, code size, data
        reader.skip(8)
        guard let flags = reader.byte() else { return (frames, packet) }
        frames += 1
        reader.skip(colourTableSize(flags) + 1)
        reader.skipSubBlocks()
      case 0x21:  // extension
        let label = reader.byte()
        let isXMP = packet == nil && label == 0xFF && reader.has("\u{0B}XMP DataXMP")
        if isXMP { reader.skip(12) }
        let start = reader.position
        reader.skipSubBlocks()
        if isXMP { packet = start..<reader.position }
      default: return (frames, packet)  // 0x3B, the trailer, or no GIF any more
      }
    }
    return (frames, packet)
  }
}

private struct GIFBlockReader {
  private static let windowSize = 64 * 1024

  private let source: ByteSource
  private let limit: Int
  private var window: Bytes
  private var windowStart = 0
  private(set) var position: Int

  init(_ source: ByteSource, at position: Int, limit: Int) {
    self.source = source
    self.position = position
    self.limit = limit
    window = source.head
  }

  /// Whether parsing stopped at the limit, before the end of the file.
  var isAtLimit: Bool { position >= limit && position < source.count }

  mutating func byte() -> UInt8? {
    guard position < limit else { return nil }
    if window[position - windowStart] == nil {
      windowStart = position
      window = source.bytes(at: position, count: Self.windowSize)
    }
    guard let byte = window[position - windowStart] else { return nil }
    position += 1
    return byte
  }

  func has(_ text: StaticString) -> Bool {
    source.bytes(at: position, count: text.utf8CodeUnitCount).has(text)
  }

  mutating func skip(_ count: Int) { position += count }

  /// Skips sub-blocks up to the empty one that ends them (GIF89a, 15 and 16).
  mutating func skipSubBlocks() {
    while let size = byte(), size > 0 { position += Int(size) }
  }
}
