import Testing

@testable import PhotoFormats

/// X3F files, with their directory at the end.
struct SigmaRAWHeaderTests {
  private func le32(_ value: Int) -> [UInt8] { be32(value).reversed() }

  /// The start of a file of 2640 × 1760 pixels.
  private func header(major: Int = 2, width: Int = 2640, turn: Int = 0) -> [UInt8] {
    let start = latin("FOVb") + le32(major << 16 | 1)
    let place = major >= 4 ? 40 : 28
    return start + [UInt8](repeating: 0, count: place - start.count) + le32(width) + le32(1760) + le32(turn)
      + [UInt8](repeating: 0, count: 64)
  }

  private func preview(_ jpeg: [UInt8], format: Int = 18) -> [UInt8] {
    latin("SECi") + le32(2 << 16) + le32(2) + le32(format) + [UInt8](repeating: 0, count: 12) + jpeg
  }

  private func properties(_ texts: [(String, String)], count: Int? = nil) -> [UInt8] {
    var (places, characters) = ([UInt8](), [UInt8]())
    for text in texts.flatMap({ [$0.0, $0.1] }) {
      places += le32(characters.count / 2)
      characters += (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    return latin("SECp") + le32(2 << 16) + le32(count ?? texts.count) + le32(0) + le32(0)
      + le32(characters.count / 2) + places + characters
  }

  private func file(_ header: [UInt8], _ sections: [(String, [UInt8])], count: Int? = nil) -> [UInt8] {
    var file = header
    var list = latin("SECd") + le32(2 << 16) + le32(count ?? sections.count)
    for (type, bytes) in sections {
      list += le32(file.count) + le32(bytes.count) + latin(type)
      file += bytes
    }
    return file + list + le32(file.count)
  }

  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  private let names = [("CAMMANUF", "SIGMA"), ("CAMMODEL", "SIGMA SD9"), ("TIME", "1401012000"), ("é", "")]

  @Test func `properties tell camera and time, a preview with Exif tells more`() {
    let old = read(file(header(turn: 90), [("PROP", properties(names))]))
    #expect(old.fileType == .sigmaRAW && old.fileType.format == .raw && old.damage == nil)
    #expect(old.pixelSize == PixelSize(width: 2640, height: 1760) && old.orientation == .right)
    #expect(old.camera == Camera(make: "SIGMA", model: "SIGMA SD9"))
    #expect(old.captureDate?.iso8601 == "2014-05-25T10:00:00")
    #expect(old.captureDate?.source.name == "x3f:Time")
    let exif = TIFFBuilder().file([TIFFBuilder.Entry.photo(make: "SIGMA", model: "SIGMA DP2")])
    let sections = [
      ("IMAG", preview([1, 2, 3], format: 3)), ("IMA2", preview(TIFFBuilder.jpeg(exif: exif))),
      ("PROP", properties(names)),
    ]
    for major in [2, 4] {
      let new = read(file(header(major: major, turn: 270), sections))
      #expect(new.pixelSize == PixelSize(width: 2640, height: 1760))
      // Exif has orientation 6.
      #expect(new.camera?.model == "SIGMA DP2" && new.orientation == .right)
      #expect(new.captureDate?.source == .exifDateTimeOriginal)
    }
  }

  @Test func `a preview tells its IPTC too`() {
    let jpeg = IPTCBuilder.jpeg(resources: [IPTCBuilder.resources(IPTCBuilder.text(25, "Kyoto"))])
    let metadata = read(file(header(), [("IMA2", preview(jpeg))]))
    #expect(metadata.values[.keywords] == .list(["Kyoto"]))
  }

  @Test func `previews stand behind the headers of their sections`() {
    let jpeg = TIFFBuilder.jpeg(exif: [])
    let bytes = file(
      header(), [("IMA2", preview(jpeg)), ("IMA2", preview(jpeg, format: 11)), ("CAMF", jpeg)])
    let previews = SigmaRAWHeader.previews(in: ByteSource(bytes))
    #expect(previews.map { Array(bytes[$0]) } == [jpeg])
    #expect(SigmaRAWHeader.previews(in: ByteSource(Array(bytes.dropFirst()))).isEmpty)
  }

  @Test func `a file cut off anywhere lacks its list`() {
    let bytes = file(header(), [("PROP", properties(names))])
    for count in 4..<bytes.count {
      let metadata = read(Array(bytes.prefix(count)))
      #expect(metadata.fileType == .sigmaRAW && metadata.damage != nil && metadata.camera == nil, "\(count)")
      if count >= 36 { #expect(metadata.pixelSize?.width == 2640, "\(count)") }
    }
  }

  @Test func `places and counts beyond the end lead nowhere`() {
    let bytes = file(header(width: 0), [("PROP", properties(names))], count: 0xFFFF_FFFF)
    #expect(read(bytes).camera?.make == "SIGMA" && read(bytes).damage == "the header tells no size")
    let far = file(header(), [("PROP", properties(names, count: 0xFFFF_FFFF))])
    #expect(read(far).camera == nil && read(far).damage == nil)
    #expect(read(header() + le32(0xFFFF_FFFF)).damage == "the list of its sections is missing")
    // A list of itself and the file.
    var list = header()
    list += latin("SECd") + le32(0) + le32(2) + le32(list.count) + le32(40) + latin("IMA2") + le32(0)
    list += le32(0xFFFF_FFFF) + latin("PROP") + le32(header().count)
    #expect(read(list).pixelSize?.width == 2640 && read(list).damage == nil)
  }
}
