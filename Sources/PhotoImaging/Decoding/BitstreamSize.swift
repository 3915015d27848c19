import PhotoFormats

/// The size of the pictures in the bitstreams of a HEIF file. Decoders allocate memory by it, regardless of the size in
/// the container.
enum BitstreamSize {
  /// The maximum number of bitstream units to parse. A grid of 4,096 pictures has about ten thousand.
  private static let unitLimit = 65_536
  /// The maximum number of bytes to parse at the start of a unit.
  private static let unitBytes = 1024

  /// Returns the number of pixels of the largest picture in any bitstream, 0 if it is unknown, or `.max` if there are
  /// too many units.
  static func largest(in source: PictureSource) -> UInt64 {
    guard let bytes = source.byteSource(), let items = CodedItems(bytes) else { return 0 }
    var left = unitLimit
    var largest: UInt64 = 0
    for configuration in items.configurations where configuration.type == "hvcC" {
      largest = max(largest, pixels(ofHEVC: configuration.content, &left))
    }
    for (type, data) in items.pictures where left > 0 {
      largest = max(largest, type == "hvc1" ? pixels(ofHEVCStream: data, &left) : pixels(ofAV1: data, &left))
    }
    return items.isCut || left <= 0 || bytes.isSpent ? .max : largest
  }

  // MARK: HEVC (ITU-T H.265)

  /// Returns the maximum number of pixels in the units of a decoder configuration (ISO 14496-15, 8.3.3.1).
  private static func pixels(ofHEVC configuration: Bytes, _ left: inout Int) -> UInt64 {
    var largest: UInt64 = 0
    var position = 23
    for _ in 0..<(configuration[22] ?? 0) {
      guard let count = configuration.uint16(at: position + 1, .big) else { break }
      position += 3
      for _ in 0..<count where left > 0 {
        guard let length = configuration.uint16(at: position, .big) else { return largest }
        left -= 1
        let unit = configuration.prefixSlice(at: position + 2, count: Int(length))
        largest = max(largest, pixelsOfHEVC(unit) ?? 0)
        position += 2 + Int(length)
      }
    }
    return largest
  }

  /// Returns the maximum number of pixels in the length-prefixed units of a picture.
  private static func pixels(ofHEVCStream data: BoxRegion, _ left: inout Int) -> UInt64 {
    var largest: UInt64 = 0
    var position = 0
    while left > 0 {
      let start = data.bytes(at: position, count: 5)
      guard let length = start.uint32(at: 0, .big), length > 0 else { break }
      left -= 1
      if isParameterSet(start[4]) {
        let unit = data.bytes(at: position + 4, count: min(Int(length), unitBytes))
        largest = max(largest, pixelsOfHEVC(unit) ?? 0)
      }
      position += 4 + Int(length)
    }
    return largest
  }

  private static func isParameterSet(_ header: UInt8?) -> Bool { header.map { $0 >> 1 & 0x3F == 33 } == true }

  /// Parses the number of pixels in a sequence parameter set (7.3.2.2). Returns `nil` for other units.
  private static func pixelsOfHEVC(_ unit: Bytes) -> UInt64? {
    guard isParameterSet(unit[0]) else { return nil }
    // The size is near the start.
    var bits = BitReader(BitReader.payload(of: unit.suffix(from: 2), limit: 256))
    bits.skip(4)
    let layers = Int(bits.read(3))
    bits.skip(1)
    // profile_tier_level (7.3.3)
    bits.skip(96)
    var skipped = 0
    for _ in 0..<layers { skipped += (bits.read(1) == 1 ? 88 : 0) + (bits.read(1) == 1 ? 8 : 0) }
    bits.skip((layers > 0 ? (8 - layers) * 2 : 0) + skipped)
    _ = bits.readGolomb()
    if bits.readGolomb() == 3 { bits.skip(1) }
    let (pixels, overflow) = bits.readGolomb().multipliedReportingOverflow(by: bits.readGolomb())
    return overflow ? .max : pixels
  }

  // MARK: AV1

  /// Returns the maximum number of pixels in the sequence headers of a picture (AV1 Bitstream, 5.3 and 5.5).
  private static func pixels(ofAV1 data: BoxRegion, _ left: inout Int) -> UInt64 {
    var largest: UInt64 = 0
    var position = 0
    while left > 0 {
      // The header, and a length of up to eight bytes.
      let start = data.bytes(at: position, count: 10)
      guard let header = start[0] else { break }
      left -= 1
      let headerCount = header & 0x04 == 0 ? 1 : 2
      var count = headerCount
      var length = data.range.count - position - headerCount
      if header & 0x02 != 0 {
        guard let (value, size) = leb128(start, at: headerCount) else { break }
        count += size
        length = value
      }
      if header >> 3 & 0x0F == 1 {
        let unit = data.bytes(at: position + count, count: min(length, unitBytes))
        largest = max(largest, pixels(ofSequenceHeader: unit))
      }
      guard length >= 0 else { break }
      position += count + length
    }
    return largest
  }

  private static func leb128(_ data: Bytes, at position: Int) -> (value: Int, size: Int)? {
    var value = 0
    for index in 0..<8 {
      guard let byte = data[position + index] else { return nil }
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return value <= UInt32.max ? (value, index + 1) : nil }
    }
    return nil
  }

  /// Parses `max_frame_width_minus_1` and `max_frame_height_minus_1` (5.5.1).
  private static func pixels(ofSequenceHeader bytes: Bytes) -> UInt64 {
    var bits = BitReader(bytes.array)
    bits.skip(4)
    if bits.read(1) == 1 {
      bits.skip(5)
    } else {
      skipOperatingPoints(&bits)
    }
    let (width, height) = (Int(bits.read(4)) + 1, Int(bits.read(4)) + 1)
    return (bits.read(width) + 1) * (bits.read(height) + 1)
  }

  private static func skipOperatingPoints(_ bits: inout BitReader) {
    var delaySize: Int?
    if bits.read(1) == 1 {
      bits.skip(64)
      if bits.read(1) == 1 { _ = bits.readGolomb() }
      if bits.read(1) == 1 {
        delaySize = Int(bits.read(5)) + 1
        bits.skip(42)
      }
    }
    let tellsDelays = bits.read(1) == 1
    for _ in 0...bits.read(5) {
      bits.skip(12)
      if bits.read(5) > 7 { bits.skip(1) }
      if let delaySize, bits.read(1) == 1 { bits.skip(2 * delaySize + 1) }
      if tellsDelays, bits.read(1) == 1 { bits.skip(4) }
    }
  }
}
