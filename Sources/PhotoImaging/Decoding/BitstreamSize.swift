import PhotoFormats

/// The size that the bitstreams of a HEIC or AVIF tell. Decoders take memory by it, whatever the container says.
enum BitstreamSize {
  /// The pixels of the largest picture that a bitstream may hold; 0 if none says it.
  static func largest(in source: PictureSource) -> UInt64 {
    guard let items = source.byteSource().flatMap({ CodedItems($0) }) else { return 0 }
    let configured = items.configurations.lazy.filter { $0.type == "hvcC" }.flatMap {
      units(ofHEVC: $0.content)
    }
    let streams = items.pictures.lazy.flatMap { picture in
      picture.type == "hvc1"
        ? units(ofHEVCStream: picture.data).compactMap(pixelsOfHEVC) : pixelsOfAV1(picture.data)
    }
    return max(configured.compactMap(pixelsOfHEVC).max() ?? 0, streams.max() ?? 0)
  }

  // MARK: HEVC (ITU-T H.265)

  /// The NAL units of a decoder configuration (ISO/IEC 14496-15, 8.3.3.1).
  private static func units(ofHEVC configuration: Bytes) -> [Bytes] {
    var units: [Bytes] = []
    var position = 23
    for _ in 0..<(configuration[22] ?? 0) {
      guard let count = configuration.uint16(at: position + 1, .big) else { break }
      position += 3
      for _ in 0..<count {
        guard let length = configuration.uint16(at: position, .big) else { return units }
        units.append(configuration.prefixSlice(at: position + 2, count: Int(length)))
        position += 2 + Int(length)
      }
    }
    return units
  }

  /// The NAL units of a picture, each after its length.
  private static func units(ofHEVCStream data: Bytes) -> [Bytes] {
    var units: [Bytes] = []
    var position = 0
    while let length = data.uint32(at: position, .big), length > 0 {
      units.append(data.prefixSlice(at: position + 4, count: Int(length)))
      position += 4 + Int(length)
    }
    return units
  }

  /// The pixels that a sequence parameter set tells (7.3.2.2); `nil` for any other unit.
  private static func pixelsOfHEVC(_ unit: Bytes) -> UInt64? {
    guard let header = unit[0], header >> 1 & 0x3F == 33 else { return nil }
    // The size stands near the start.
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

  /// The pixels that the sequence headers of a picture tell (AV1 Bitstream, 5.3 and 5.5).
  private static func pixelsOfAV1(_ data: Bytes) -> [UInt64] {
    var found: [UInt64] = []
    var position = 0
    while let header = data[position] {
      position += header & 0x04 == 0 ? 1 : 2
      var length = data.count - position
      if header & 0x02 != 0 {
        guard let (value, size) = leb128(data, at: position) else { break }
        position += size
        length = value
      }
      if header >> 3 & 0x0F == 1 {
        found.append(pixels(ofSequenceHeader: data.prefixSlice(at: position, count: length)))
      }
      guard length >= 0 else { break }
      position += length
    }
    return found
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

  /// `max_frame_width_minus_1` and its height (5.5.1).
  private static func pixels(ofSequenceHeader bytes: Bytes) -> UInt64 {
    var bits = BitReader(bytes.prefixSlice(at: 0, count: 1024).array)
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
