/// Parses WebP (RFC 9649): the size of the canvas, the number of frames, Exif and XMP.
package enum WebPHeader: HeaderReader {
  /// The maximum number of chunks to examine; an animation has one per frame.
  private static let chunkLimit = 65_536
  private static let metadataLimit = 4 * 1024 * 1024

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .webp
    var frames: Int64 = 0
    var damage: HeaderDamage?
    // The size in the RIFF header is ignored: chunks extend to the end of the file.
    var chunks = RIFFChunks(source, 12..<max(12, source.count), limit: chunkLimit)
    while let chunk = chunks.next() {
      func content(_ limit: Int) -> Bytes {
        source.bytes(at: chunk.range.lowerBound, count: min(chunk.range.count, limit))
      }
      switch chunk.type {
      case "VP8X", "VP8 ", "VP8L":
        // VP8X comes first and has the size of the canvas, of which later pictures are parts.
        guard fields.pixelSize == nil else { break }
        fields.pixelSize = pixelSize(chunk.type, content(10))
        if fields.pixelSize == nil {
          damage = HeaderDamage("its \(chunk.type) chunk holds no size of a picture")
        }
      case "EXIF" where fields.exif == nil: fields.addExif(block: content(metadataLimit))
      case "XMP " where fields.xmp == nil: fields.xmp = XMPFields(packet: content(metadataLimit))
      case "ANMF": frames += 1
      default: break
      }
    }
    // A partial count isn't offered.
    if frames > 1, !chunks.isAtLimit { fields.findings.offer(.integer(frames), for: .frameCount) }
    guard fields.pixelSize == nil else { return }
    throw damage ?? HeaderDamage("the file ends before its picture (VP8X, VP8 or VP8L chunk)")
  }

  /// The size of the canvas (RFC 9649, 2.7), or of a lossy (RFC 6386, 9.1) or lossless picture (RFC 9649, 3.4).
  private static func pixelSize(_ type: FourCC, _ bytes: Bytes) -> PixelSize? {
    switch type {
    case "VP8X":
      let (width, height) = (bytes.uint24(at: 4, .little), bytes.uint24(at: 7, .little))
      return PixelSize(width: width.map { $0 + 1 }, height: height.map { $0 + 1 })
    case "VP8 ":
      guard bytes.uint24(at: 3, .big) == 0x9D012A, let width = bytes.uint16(at: 6, .little),
        let height = bytes.uint16(at: 8, .little)
      else { return nil }
      return PixelSize(width: UInt32(width & 0x3FFF), height: UInt32(height & 0x3FFF))
    default:
      guard bytes[0] == 0x2F, let bits = bytes.uint32(at: 1, .little) else { return nil }
      return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
  }
}
