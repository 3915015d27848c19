extension PhotoMetadata {
  /// The reader for a file, by the signature at its start; `nil` for a file of no known format.
  static func headerReader(for source: ByteSource) -> (any HeaderReader.Type)? {
    let head = source.head
    guard let signature = head.uint32(at: 0, .big) else { return nil }
    switch signature {
    case 0x8950_4E47: return PNGHeader.self  // "\u{89}PNG"
    case 0xFFD8_FF00...0xFFD8_FFFF: return JPEGHeader.self
    case 0x4749_4638: return GIFHeader.self  // "GIF8"
    case 0x5249_4646 where head.has("WEBP", at: 8): return WebPHeader.self  // "RIFF"
    case 0x4D4D_002A, 0x4949_2A00, 0x4D4D_002B, 0x4949_2B00: return TIFFHeader.self
    case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52: return TIFFHeader.self  // Olympus "IIRO", "IIRS", "MMOR"
    case 0x4949_5500: return TIFFHeader.self  // Panasonic "IIU\0"
    case 0x4655_4A49 where head.has("FUJIFILMCCD-RAW"): return FujifilmRAWHeader.self
    default: return ISOMediaHeader.isPresent(head) ? ISOMediaHeader.self : nil
    }
  }
}
