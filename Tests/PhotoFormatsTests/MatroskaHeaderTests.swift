import Testing

@testable import PhotoFormats

struct MatroskaHeaderTests {
  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  /// A cluster of frames.
  private let cluster = element(0x1F43_B675, [0xE7, 0x81, 0] + [UInt8](repeating: 0xA3, count: 40))

  @Test(arguments: [("matroska", PhotoFileType.matroska), ("webm", .webM), ("other", .unknown)])
  func `the type of the document tells what it is`(name: String, type: PhotoFileType) {
    var file = MatroskaFile()
    file.documentType = name
    #expect(read(file.bytes).fileType == type)
  }

  @Test func `size, length, coding, sound and date are read`() {
    let metadata = read(MatroskaFile().bytes)
    #expect(metadata.pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(metadata.duration == 2.5)
    #expect(metadata.values[.codec] == .text("V_VP9"))
    #expect(metadata.values[.frameRate] == .number(25))
    #expect(metadata.values[.audio] == .flag(true))
    #expect(metadata.values[.software] == .text("Recorder 1"))
    #expect(metadata.captureDate?.iso8601 == "2014-05-25T10:00:00.25+00:00")
    #expect(metadata.captureDate?.source == .matroskaDateUTC && metadata.damage == nil)
    #expect(DateSource.matroskaDateUTC.isUniversal && !DateSource.matroskaDateRecorded.isUniversal)
  }

  @Test func `a date of zero is none, one before 2001 is one`() {
    var file = MatroskaFile()
    file.info = [element(0x4461, be(0, 8))]
    #expect(read(file.bytes).captureDate == nil)
    file.info = [element(0x4461, be(UInt64(bitPattern: -1_000_000_001), 8))]
    #expect(read(file.bytes).captureDate?.iso8601 == "2000-12-31T23:59:58.999999999+00:00")
    file.info = [element(0x4461, be(1 << 63, 8)), element(0x4489, be(1 << 63, 8))]
    #expect(read(file.bytes).captureDate?.time.parts.year == 1708)
  }

  @Test func `tags name camera, place and the date of the recording`() {
    var file = MatroskaFile()
    file.tags = [
      MatroskaFile.tag("com.apple.quicktime.make", "Apple"),
      MatroskaFile.tag("COM.APPLE.QUICKTIME.MODEL", "iPhone X"),
      MatroskaFile.tag("LOCATION", "+35.0394+135.7292/"),
      MatroskaFile.tag("DATE_RECORDED", "2018-04-02 12:07:30"),
    ]
    let metadata = read(file.bytes)
    #expect(metadata.camera == Camera(make: "Apple", model: "iPhone X"))
    #expect(metadata.location?.latitude == 35.0394)
    #expect(metadata.captureDate?.iso8601 == "2018-04-02T12:07:30")
    #expect(metadata.captureDate?.source == .matroskaDateRecorded)
    file.tags = [MatroskaFile.tag("DATE_RECORDED", "2018")]
    #expect(read(file.bytes).captureDate?.source == .matroskaDateUTC)
  }

  @Test func `sound alone is no video`() {
    var file = MatroskaFile()
    file.tracks = [MatroskaFile.sound]
    #expect(read(file.bytes).fileType == .unknown)
    file.tracks = [MatroskaFile.picture()]
    #expect(read(file.bytes).values[.audio] == nil)
  }

  @Test func `parts behind the pictures are found by the list of places before them`() {
    var file = MatroskaFile()
    file.tags = [MatroskaFile.tag("COM.APPLE.QUICKTIME.MAKE", "Apple")]
    func seek(_ identifier: UInt64, _ position: Int) -> [UInt8] {
      element(0x4DBB, element(0x53AB, be(identifier, 4)), element(0x53AC, be(UInt64(position), 8)))
    }
    func seekHead(_ tracks: Int, _ tags: Int) -> [UInt8] {
      element(0x114D_9B74, seek(0x1654_AE6B, tracks), seek(0x1254_C367, tags))
    }
    let parts = file.parts
    let before = seekHead(0, 0).count + parts[0].count + cluster.count
    let places = seekHead(before, before + parts[1].count)
    let metadata = read(file.file(places + parts[0] + cluster + parts[1] + parts[2]))
    #expect(metadata.pixelSize == PixelSize(width: 1920, height: 1080) && metadata.camera?.make == "Apple")
    // Positions beyond the end, or of other elements.
    for wrong in [before + 1, 0, 1 << 40, .max] {
      let lost = read(file.file(seekHead(wrong, wrong) + parts[0] + cluster + parts[1] + parts[2]))
      #expect(lost.fileType == .matroska && lost.pixelSize == nil && lost.damage == "no tracks", "\(wrong)")
    }
    // Without a list, the parts are searched after the first frames.
    #expect(read(file.file(cluster + parts[0] + cluster + parts[1])).pixelSize != nil)
  }

  @Test func `sizes that are not known reach to the end`() {
    var file = MatroskaFile()
    for size in [[0xFF], [0x01] + [UInt8](repeating: 0xFF, count: 7)] as [[UInt8]] {
      file.segmentSize = size
      let open = element(0x1F43_B675, [1, 2, 3], size: size)
      #expect(read(file.file(file.parts.flatMap { $0 } + open)).pixelSize?.width == 1920)
    }
  }
}

/// Hostile Matroska files.
struct MatroskaLimitTests {
  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  @Test func `a file cut off anywhere gives what was before the cut`() {
    let file = MatroskaFile()
    let bytes = file.bytes
    for count in file.header.count..<bytes.count {
      let metadata = read(Array(bytes.prefix(count)))
      #expect(metadata.fileType == .matroska || metadata.pixelSize == nil, "\(count)")
      if count < file.header.count + 12 { #expect(metadata.damage != nil, "\(count)") }
    }
    for count in 0..<file.header.count { #expect(read(Array(bytes.prefix(count))).pixelSize == nil) }
  }

  @Test func `sizes beyond the end are cut, and sizes of nothing end`() {
    var file = MatroskaFile()
    file.segmentSize = [0x01, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(read(file.bytes).pixelSize?.width == 1920)
    file.segmentSize = [0x80]
    #expect(read(file.bytes).damage == "no tracks")
    // Sizes have at most eight bytes, identifiers four.
    file.segmentSize = [0x00]
    #expect(read(file.bytes).damage != nil)
    file.segmentSize = nil
    #expect(read(file.file([0x08, 0x81, 0])).damage == "no tracks")
  }

  @Test func `numbers of a wrong length and out of their range say nothing`() {
    var file = MatroskaFile()
    file.tracks = [MatroskaFile.picture(0, 1080)]
    #expect(read(file.bytes).pixelSize == nil)
    file.tracks = [MatroskaFile.picture(1 << 63, 1 << 63)]
    #expect(read(file.bytes).pixelSize == nil)
    file.tracks = [
      element(0xAE, element(0x83, [UInt8](repeating: 1, count: 9))),
      element(0xAE, element(0x83, [1]), element(0x23E383, [])),
    ]
    file.info = [
      element(0x2AD7B1, be(.max, 8)), element(0x4489, be(Double.infinity.bitPattern, 8)),
      element(0x4461, be(1, 7)), element(0x5741),
    ]
    let metadata = read(file.bytes)
    #expect(metadata.fileType == .matroska && metadata.duration == nil && metadata.captureDate == nil)
    #expect(metadata.values[.frameRate] == nil && metadata.values[.software] == nil)
    file.info = [element(0x4489, be(Double.nan.bitPattern, 8))]
    #expect(read(file.bytes).duration == nil)
  }

  @Test func `elements without end are given up`() {
    let file = MatroskaFile()
    let voids = [[UInt8]](repeating: element(0xEC), count: 2000).flatMap { $0 }
    #expect(read(file.file(voids + file.parts.flatMap { $0 })).damage == "no tracks")
    let few = [[UInt8]](repeating: element(0xEC), count: 500).flatMap { $0 }
    #expect(read(file.file(few + file.parts.flatMap { $0 })).pixelSize != nil)
    // Nested segments are ignored.
    var nested = file.parts.flatMap { $0 }
    for _ in 0..<2000 { nested = element(0x1853_8067, nested) }
    #expect(read(file.file(nested)).damage == "no tracks")
  }
}
