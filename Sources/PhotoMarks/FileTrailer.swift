import PhotoFormats

/// A trailer that another application appended to the file, located from its end (ExifTool.pm, IdentifyTrailer).
enum FileTrailer {
  /// AFCP, whose offsets count from the start of the file.
  case afcp
  /// Photo Mechanic, Canon's DPP, FotoStation or MIE.
  case relative

  init?(_ source: ByteSource) {
    let tail = source.bytes(at: max(source.count - 64, 0), count: 64)
    let end = tail.count
    if tail.has("AXS!", at: end - 12) || tail.has("AXS*", at: end - 12) {
      self = .afcp
    } else if tail.has("cbipcbbl", at: end - 8) || tail.has("CANON OPTIONAL DATA\0", at: end - 64)
      || tail.has("zmie~", at: end - 14) || tail.has("zmie~", at: end - 18)
      || tail.uint32(at: end - 4, .big) == 0xA1B2_C3D4
    {
      self = .relative
    } else {
      return nil
    }
  }
}
