import Testing

@testable import PhotoFormats

struct PhotoshopHeaderTests {
  private func resource(_ number: UInt16, _ data: [UInt8]) -> [UInt8] {
    IPTCBuilder.resource(number, data)
  }

  /// The start of a document of 640 × 480 pixels, up to its image resources.
  private func start(
    version: Int = 1, width: Int = 640, height: Int = 480, colors: [UInt8] = [1, 2, 3],
    _ resources: [UInt8], count: Int? = nil
  ) -> [UInt8] {
    let header = latin("8BPS") + be16(version) + [UInt8](repeating: 0, count: 6) + be16(3)
    return header + be32(height) + be32(width) + be16(8) + be16(3) + be32(colors.count) + colors
      + be32(count ?? resources.count) + resources
  }

  /// The layers and the merged picture: three channels of rows, packed in five bytes each or raw.
  private func pixels(
    version: Int = 1, width: Int = 640, height: Int = 480, layers: [UInt8] = [1, 2, 3, 4],
    isPacked: Bool = true
  ) -> [UInt8] {
    let rows = 3 * height
    let lengths = (0..<rows).flatMap { _ in be(5, version == 1 ? 2 : 4) }
    return be(UInt64(layers.count), version == 1 ? 4 : 8) + layers + be16(isPacked ? 1 : 0)
      + (isPacked ? lengths : []) + [UInt8](repeating: 9, count: rows * (isPacked ? 5 : width))
  }

  private func document(
    version: Int = 1, width: Int = 640, height: Int = 480, _ resources: [UInt8], count: Int? = nil
  ) -> [UInt8] {
    start(version: version, width: width, height: height, resources, count: count)
      + pixels(version: version, width: width, height: height)
  }

  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  private let exif = TIFFBuilder().file([TIFFBuilder.Entry.photo(make: "Canon", model: "Canon EOS 5D")])

  @Test func `size, Exif, XMP and IPTC are read from documents of both kinds`() {
    let packet = XMPBuilder.packet(attributes: "xmp:Rating='4'")
    let resources =
      resource(0x03ED, [1, 2, 3]) + resource(0x0422, exif) + resource(0x0424, Array(packet.utf8))
      + resource(0x0404, IPTCBuilder.text(25, "Kyoto"))
    for version in 1...2 {
      let metadata = read(document(version: version, resources))
      #expect(metadata.fileType == .photoshop && metadata.fileType.format == .psd)
      #expect(metadata.pixelSize == PixelSize(width: 640, height: 480))
      #expect(metadata.camera?.model == "Canon EOS 5D")
      #expect(metadata.captureDate?.iso8601 == "2014-05-25T10:00:00.345+09:00")
      #expect(metadata.values[.rating] == .integer(4))
      #expect(metadata.values[.keywords] == .list(["Kyoto"]))
      #expect(metadata.damage == nil)
    }
  }

  @Test func `a document of another version is none`() {
    for version in [0, 3, 65_535] { #expect(read(document(version: version, [])).fileType == .unknown) }
  }

  @Test func `the thumbnail is the JPEG behind its header`() {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    let header = [UInt8](repeating: 7, count: 28)
    let file = document(resource(0x03ED, [1]) + resource(0x040C, header + jpeg))
    let range = PhotoshopHeader.thumbnail(in: ByteSource(file))
    #expect(range.map { Array(file[$0]) } == jpeg)
    #expect(PhotoshopHeader.thumbnail(in: ByteSource(document(resource(0x040C, header)))) == nil)
    #expect(PhotoshopHeader.thumbnail(in: ByteSource(document(resource(0x03ED, jpeg)))) == nil)
    #expect(PhotoshopHeader.thumbnail(in: ByteSource(Array(file.dropFirst()))) == nil)
  }

  @Test func `a document cut off anywhere gives what was before the cut`() {
    let file = start(resource(0x03ED, [1, 2, 3]) + resource(0x0422, exif))
    for count in 6..<file.count {
      let metadata = read(Array(file.prefix(count)))
      #expect(metadata.fileType == .photoshop && metadata.damage != nil, "\(count)")
      #expect(metadata.pixelSize == (count < 22 ? nil : PixelSize(width: 640, height: 480)), "\(count)")
    }
  }

  @Test(arguments: [1, 2], [true, false])
  func `a document is whole to its last byte, and damaged without it`(version: Int, isPacked: Bool) {
    let head = start(version: version, width: 8, height: 4, resource(0x0422, exif))
    let tail = pixels(version: version, width: 8, height: 4, isPacked: isPacked)
    #expect(read(head + tail).damage == nil)
    #expect(read(head + tail + [0, 0]).damage == nil)
    let layers = (version == 1 ? 4 : 8) + 4
    for count in 0..<tail.count {
      let damage = read(head + tail.prefix(count)).damage
      #expect(damage == "the \(count < layers ? "layers are" : "merged picture is") cut off", "\(count)")
    }
  }

  @Test func `lengths of rows and layers that no file has are damage, whatever they add up to`() {
    let head = start(version: 2, width: 8, height: 4, [])
    let longLayers = be(.max, 8) + [0, 0]
    #expect(read(head + longLayers).damage == "the layers are cut off")
    let longRows = be(0, 8) + be16(1) + [UInt8](repeating: 0xFF, count: 12 * 4 + 100)
    #expect(read(head + longRows).damage == "the merged picture is cut off")
    let huge = start(width: 300_000, height: 300_000, []) + be32(0) + be16(0) + [1]
    #expect(read(huge).damage == "the merged picture is cut off")
    #expect(read(start([]) + be32(0) + be16(4) + [1]).damage == "the merged picture is cut off")
    // The length of a deflated picture is unknown.
    #expect(read(start([]) + be32(0) + be16(3) + [1]).damage == nil)
  }

  @Test func `lengths beyond the end and a size of nothing lead nowhere`() {
    let far = read(start([], count: 0xFFFF_FFFF))
    #expect(far.damage == "the image resources are cut off" && far.pixelSize != nil)
    var file = document(resource(0x0422, exif))
    file.replaceSubrange(26..<30, with: be32(0xFFFF_FFFF))
    #expect(read(file).damage == "the file ends before its image resources")
    #expect(PhotoshopHeader.thumbnail(in: ByteSource(file)) == nil)
    let empty = read(document(width: 0, resource(0x0422, exif)))
    #expect(empty.pixelSize == nil && empty.damage != nil && empty.camera?.make == "Canon")
  }
}
