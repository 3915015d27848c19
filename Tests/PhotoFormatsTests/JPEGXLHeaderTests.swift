import Testing

@testable import PhotoFormats

/// JPEG XL codestreams and containers.
struct JPEGXLHeaderTests {
  /// Writes bits, the least significant bit of each byte first.
  private struct Bits {
    private(set) var bytes: [UInt8] = [0xFF, 0x0A]
    private var count = 0

    mutating func append(_ value: Int, _ width: Int) {
      for index in 0..<width {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> index & 1) << UInt8(count % 8)
        count += 1
      }
    }

    /// A side with the bits of a selector.
    mutating func append(side: Int, selector: Int) {
      append(selector, 2)
      append(side - 1, [9, 13, 18, 30][selector])
    }
  }

  /// A codestream of 4000 × 3000 pixels, or with a height and a shape.
  private func codestream(
    orientation: Int? = nil, height: Int = 3000, selector: Int = 1, ratio: Int = 0, width: Int = 4000
  ) -> [UInt8] {
    var bits = Bits()
    bits.append(0, 1)
    bits.append(side: height, selector: selector)
    bits.append(ratio, 3)
    if ratio == 0 { bits.append(side: width, selector: selector) }
    bits.append(orientation == nil ? 1 : 0, 1)
    if let orientation {
      bits.append(1, 1)
      bits.append(orientation - 1, 3)
    }
    return bits.bytes + [UInt8](repeating: 0, count: 40)
  }

  private let start = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + ftyp("jxl ", "jxl ")

  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  @Test(arguments: [0, 1, 2, 3])
  func `the size is read with as many bits as it has`(selector: Int) {
    let side = [512, 8192, 262_144, 1 << 30][selector]
    let metadata = read(codestream(height: side, selector: selector, width: side))
    #expect(metadata.fileType == .jpegXL && metadata.damage == nil)
    #expect(metadata.pixelSize == PixelSize(width: UInt32(side), height: UInt32(side)))
    #expect(metadata.orientation == .up)
  }

  @Test func `a small size is told in eights, a width by its ratio to the height`() {
    var bits = Bits()
    for (value, width) in [(1, 1), (3, 5), (0, 3), (1, 5), (1, 1)] { bits.append(value, width) }
    #expect(read(bits.bytes).pixelSize == PixelSize(width: 16, height: 32))
    let widths: [UInt32] = [3000, 3600, 4000, 4500, 5333, 3750, 6000]
    for (ratio, width) in zip(1..., widths) {
      #expect(read(codestream(ratio: ratio)).pixelSize == PixelSize(width: width, height: 3000))
    }
  }

  @Test func `a file may be made of boxes with Exif and XMP`() {
    let exif = TIFFBuilder().file([TIFFBuilder.Entry.photo(make: "Canon")])
    let packet = Array(XMPBuilder.packet(attributes: "xmp:Rating='4'").utf8)
    let boxes = box("Exif", be32(2), [0, 0], exif) + box("xml ", packet)
    let parts = box("jxlp", be32(0), codestream(orientation: 8)) + box("jxlp", be32(0x8000_0001), [1, 2])
    for stream in [box("jxlc", codestream(orientation: 8)), parts] {
      for file in [start + boxes + stream, start + stream + boxes] {
        let metadata = read(file)
        #expect(metadata.fileType == .jpegXL && metadata.damage == nil)
        #expect(metadata.pixelSize == PixelSize(width: 4000, height: 3000))
        // Exif has orientation 6.
        #expect(metadata.orientation == .left && metadata.camera?.make == "Canon")
        #expect(metadata.values[.rating] == .integer(4) && metadata.location != nil)
      }
    }
    #expect(PhotoExif(of: ByteSource(start + boxes))?.fields.make == "Canon")
  }

  @Test func `what stands nowhere is not read`() {
    let file =
      start + box("Exif", be32(0xFFFF_FFFF), [1, 2, 3]) + box("Exif") + box("jxlp", be32(1), codestream())
    let metadata = read(file + be32(1) + latin("jxlc") + be(1 << 63, 8))
    #expect(metadata.fileType == .jpegXL && metadata.pixelSize == nil && metadata.camera == nil)
    #expect(metadata.damage == "the file ends before its codestream")
    #expect(read([0xFF, 0x0A]).fileType == .unknown)
    #expect(read(Array(codestream().prefix(5))).fileType == .unknown)
    #expect(read(box("JXL ", [0x0D, 0x0A, 0x87, 0x0B])).fileType == .unknown)
    let many = [[UInt8]](repeating: box("free"), count: 300).flatMap { $0 }
    #expect(read(start + many + box("jxlc", codestream())).damage != nil)
  }
}
