/// Reads JPEG XL (ISO 18181): size and orientation of the codestream (part 1, annex D), and Exif and XMP of the
/// container (part 2, clause 9). Boxes compressed by Brotli are ignored.
enum JPEGXLHeader: HeaderReader {
  private static let boxLimit = 256
  private static let codestreamCount = 32

  static func isCodestream(_ head: Bytes) -> Bool {
    head[0] == 0xFF && head[1] == 0x0A && JPEGXLCodestream(head)?.pixelSize != nil
  }

  static func isContainer(_ head: Bytes) -> Bool {
    head.fourCC(at: 4) == "JXL " && head.uint32(at: 8, .big) == 0x0D0A_870A
  }

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .jpegXL
    if isCodestream(source.head) {
      take(source.head, into: &fields)
    } else {
      for box in BoxRegion(file: source).boxes.prefix(boxLimit) { take(box, into: &fields) }
    }
    if fields.pixelSize == nil { throw HeaderDamage("the file ends before its codestream") }
  }

  private static func take(_ box: Box, into fields: inout HeaderFields) {
    switch box.type {
    case "jxlc" where fields.pixelSize == nil:
      take(box.content.prefix(codestreamCount), into: &fields)
    case "jxlp" where fields.pixelSize == nil:
      // A part of the codestream after its number; the highest bit is set in the last part.
      let part = box.content.prefix(4 + codestreamCount)
      if let number = part.uint32(at: 0, .big), number & 0x7FFF_FFFF == 0 {
        take(part.suffix(from: 4), into: &fields)
      }
    case "Exif" where fields.exif == nil:
      let content = box.content
      guard let offset = content.prefix(4).uint32(at: 0, .big), Int(offset) < content.range.count - 4 else {
        return
      }
      let start = content.dropFirst(4 + Int(offset)).range
      fields.addExif(block: ByteSource(content.source, at: start.lowerBound, count: start.count))
    case "xml " where fields.xmp == nil: fields.xmp = XMPFields(packet: box.content.bytes)
    default: break
    }
  }

  private static func take(_ codestream: Bytes, into fields: inout HeaderFields) {
    guard let header = JPEGXLCodestream(codestream) else { return }
    fields.pixelSize = header.pixelSize
    // The orientation of Exif doesn't apply (part 2, 9.2).
    fields.containerOrientation = header.orientation
  }
}

/// The start of a codestream: SizeHeader and ImageMetadata (part 1, D.2 and D.3).
struct JPEGXLCodestream {
  let pixelSize: PixelSize?
  let orientation: Orientation

  init?(_ bytes: Bytes) {
    guard bytes[0] == 0xFF, bytes[1] == 0x0A else { return nil }
    var bits = BitReader(bytes.prefixSlice(at: 2, count: 32).array, leastSignificantFirst: true)
    let isSmall = bits.read(1) == 1
    let height = Self.side(&bits, isSmall: isSmall)
    let ratio = Int(bits.read(3))
    let width =
      ratio == 0 ? Self.side(&bits, isSmall: isSmall) : height * Self.ratios[ratio].0 / Self.ratios[ratio].1
    let isAllDefault = bits.read(1) == 1
    let hasOrientation = !isAllDefault && bits.read(1) == 1
    orientation = hasOrientation ? Orientation(rawValue: UInt8(bits.read(3)) + 1) ?? .up : .up
    guard !bits.isPastEnd else { return nil }
    pixelSize = PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height))
  }

  /// Width and height by number; 0 has no such pair.
  private static let ratios: [(UInt64, UInt64)] = [
    (0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1),
  ]

  /// A side in pixels: a multiple of 8 up to 256, or as many bits as a selector states.
  private static func side(_ bits: inout BitReader, isSmall: Bool) -> UInt64 {
    isSmall ? (bits.read(5) + 1) * 8 : bits.read([9, 13, 18, 30][Int(bits.read(2))]) + 1
  }
}
