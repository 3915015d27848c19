struct H264Stream {
  private static let unitLimit = 16 * 1024

  private(set) var pixelSize: PixelSize?
  private(set) var camera: AVCHDMetadata?

  init(_ bytes: [UInt8]) {
    let stream = Bytes(bytes)
    var start: Int?
    for index in Self.starts(bytes) + [bytes.count + 3] {
      if let start { take(stream.prefixSlice(at: start, count: index - 3 - start)) }
      if pixelSize != nil, camera != nil { return }
      start = index
    }
  }

  /// The starts of units, after their start codes (annex B).
  private static func starts(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var zeros = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 1, zeros >= 2 { starts.append(index + 1) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return starts
  }

  private mutating func take(_ unit: Bytes) {
    guard let kind = unit[0].map({ $0 & 0x1F }) else { return }
    if kind == 7, pixelSize == nil {
      pixelSize = Self.pixelSize(BitReader.payload(of: unit.suffix(from: 1), limit: Self.unitLimit))
    } else if kind == 6, camera == nil {
      camera = AVCHDMetadata(Bytes(BitReader.payload(of: unit.suffix(from: 1), limit: Self.unitLimit)))
    }
  }

  /// The size in a sequence parameter set (7.3.2.1.1), cropped.
  private static func pixelSize(_ payload: [UInt8]) -> PixelSize? {
    var bits = BitReader(payload)
    let profile = bits.read(8)
    bits.skip(16)
    _ = bits.readGolomb()
    let chroma = profilesWithChroma.contains(profile) ? readChroma(&bits) : 1
    _ = bits.readGolomb()
    skipOrder(&bits)
    _ = bits.readGolomb()
    bits.skip(1)
    let (columns, rows) = (bits.readGolomb() + 1, bits.readGolomb() + 1)
    // Fields have half the rows of a picture each.
    let fields = 2 - bits.read(1)
    if fields == 2 { bits.skip(1) }
    bits.skip(1)
    var (width, height) = (columns * 16, rows * 16 * fields)
    if bits.read(1) == 1 {
      let across = chroma == 1 || chroma == 2 ? UInt64(2) : 1
      let down = (chroma == 1 ? UInt64(2) : 1) * fields
      let (left, right, top, bottom) = (
        bits.readGolomb(), bits.readGolomb(), bits.readGolomb(), bits.readGolomb()
      )
      let (cutWidth, cutHeight) = ((left + right) * across, (top + bottom) * down)
      guard cutWidth < width, cutHeight < height else { return nil }
      (width, height) = (width - cutWidth, height - cutHeight)
    }
    return bits.isPastEnd ? nil : PixelSize(width: UInt32(exactly: width), height: UInt32(exactly: height))
  }

  /// The profiles with a chroma format.
  private static let profilesWithChroma: Set<UInt64> = [
    44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
  ]

  /// Parses chroma_format_idc and the values before the scaling matrix.
  private static func readChroma(_ bits: inout BitReader) -> UInt64 {
    let chroma = bits.readGolomb()
    if chroma == 3 { bits.skip(1) }
    _ = (bits.readGolomb(), bits.readGolomb())
    bits.skip(1)
    guard bits.read(1) == 1 else { return chroma }
    for list in 0..<(chroma == 3 ? 12 : 8) where bits.read(1) == 1 {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) where next != 0 {
        let code = Int(bits.readGolomb())
        next = (last + (code % 2 == 1 ? (code + 1) / 2 : -(code / 2))) & 0xFF
        last = next == 0 ? last : next
      }
    }
    return chroma
  }

  private static func skipOrder(_ bits: inout BitReader) {
    switch bits.readGolomb() {
    case 0: _ = bits.readGolomb()
    case 1:
      bits.skip(1)
      _ = (bits.readGolomb(), bits.readGolomb())
      for _ in 0..<min(bits.readGolomb(), 255) { _ = bits.readGolomb() }
    default: break
    }
  }
}
