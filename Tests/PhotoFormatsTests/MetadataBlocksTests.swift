import TestSupport
import Testing

@testable import PhotoFormats

struct MetadataBlocksTests {
  private typealias Entry = TIFFBuilder.Entry

  private static let size = PixelSize(width: 16, height: 8)

  /// Metadata as sidecars of a photo give it.
  private static let described: PictureMetadata = {
    var values = MetadataValues()
    values[.rating] = .integer(4)
    values[.label] = .text("Red")
    values[.title] = .text("Pavilion <&>")
    values[.caption] = .text("Nach dem Regen – 雨")
    values[.creators] = .list(["Ann; \"A\" Lee", "Bob"])
    values[.copyright] = .text("© 2014 Ann")
    values[.keywords] = .list(["Kyoto", "Rain"])
    values[.keywordTree] = .list(["Travel/Kyoto", "Rain"])
    values[.people] = .list(["Eve"])
    values[.sublocation] = .text("Kinkaku-ji")
    values[.city] = .text("Kyoto")
    values[.state] = .text("Kyōto")
    values[.country] = .text("Japan")
    values[.countryCode] = .text("JPN")
    values[.lens] = .text("50mm f/1.8")
    values[.exposureTime] = .number(0.004)
    values[.aperture] = .number(2.8)
    values[.iso] = .number(400)
    values[.exposureBias] = .number(-1.0 / 3)
    values[.focalLength] = .number(50)
    values[.focalLength35mm] = .number(75)
    return PictureMetadata(
      date: DateText(Bytes(Array("2015-06-07T08:09:10.25+02:00".utf8)))?.captureDate(.xmpDateTimeOriginal),
      camera: Camera(make: "Canon", model: "Canon EOS"),
      location: GeoLocation(latitude: 35.0394, longitude: -135.7292, altitude: -12.5), values: values)
  }()

  private func blocks(
    _ metadata: PictureMetadata, original: [UInt8]? = nil, policy: MetadataPolicy = MetadataPolicy()
  ) throws -> MetadataBlocks? {
    MetadataBlocks(
      metadata, of: DerivedPicture(size: try #require(Self.size)),
      original: original.flatMap { PhotoExif(of: ByteSource(TIFFBuilder.jpeg(exif: $0))) }, policy: policy)
  }

  private func jpeg(_ blocks: MetadataBlocks?) -> [UInt8] {
    [0xFF, 0xD8] + (blocks?.segments ?? []) + PictureBuilder.jpeg { _ in }.suffix(23)
  }

  private func read(_ blocks: MetadataBlocks?) -> PhotoMetadata {
    PhotoMetadata.read(ByteSource(jpeg(blocks)))
  }

  private func fields(_ blocks: MetadataBlocks?) throws -> HeaderFields {
    var fields = HeaderFields()
    try JPEGHeader.read(ByteSource(jpeg(blocks)), into: &fields)
    return fields
  }

  private static let photo = TIFFBuilder().file([Entry.photo() + [Entry(0x4746, .short([1]))]])
  /// Exif whose caption is a comment.
  private static let commented = TIFFBuilder().file([
    [
      .init(0x010F, .ascii("Maker")),
      .init(0x8769, .directories([[.init(0x9286, .bytes(Array("ASCII\0\0\0An old caption".utf8)))]])),
    ]
  ])

  @Test(arguments: [nil, photo, commented, TIFFBuilder(.big).file([Entry.photo()])])
  func `all metadata is read back, whatever the photo's own Exif says`(original: [UInt8]?) throws {
    let blocks = try #require(try self.blocks(Self.described, original: original))
    #expect(!String(decoding: blocks.exif, as: UTF8.self).contains("An old caption"))
    let metadata = read(blocks)
    #expect(metadata.damage == nil && metadata.orientation == .up)
    for (field, value) in Self.described.values { #expect(metadata.values[field] == value, "\(field)") }
    #expect(metadata.captureDate?.iso8601 == "2015-06-07T08:09:10.25+02:00")
    #expect(metadata.captureDate?.source == .exifDateTimeOriginal)
    #expect(metadata.camera == Self.described.camera)
    let place = try #require(metadata.location), other = try #require(Self.described.location)
    #expect(abs(place.latitude - other.latitude) < 1e-9 && abs(place.longitude - other.longitude) < 1e-9)
    #expect(place.altitude == -12.5 && place.timestamp == nil)
  }

  @Test func `Exif, XMP and IPTC-IIM have equal values`() throws {
    let fields = try self.fields(blocks(Self.described, original: Self.photo))
    let (exif, xmp) = (try #require(fields.exif), try #require(fields.xmp))
    let iptc = try #require(fields.iptc)
    #expect(!iptc.isChanged, "the digest matches")
    let shared: [MetadataField] = [.title, .creators, .copyright, .keywords, .city, .country, .caption]
    for field in shared {
      #expect(xmp.findings[field] == Self.described.values[field], "\(field)")
      #expect(iptc.findings(beside: nil)[field] == Self.described.values[field], "\(field)")
    }
    for field in [MetadataField.caption, .creators, .copyright] {
      #expect(exif.findings[field] == Self.described.values[field], "\(field)")
    }
    #expect(exif.dateTimeDigitized?.time.parts.year == 2014, "it differed from the original date")
    #expect(xmp.dateCreated?.captureDate(.xmpDateCreated).iso8601 == "2015-06-07T08:09:10.25+02:00")
    let place = try #require(Self.described.location)
    #expect(xmp.location?.isSamePlace(as: place) == true)
  }

  @Test func `unchanged Exif keeps its spelling, and a corrected clock corrects each of its dates`() throws {
    let same = "2014:05:25 10:00:00"
    let directory: [Entry] = [
      .init(0x0132, .ascii(same)), .init(0x010E, .ascii("A caption  ")),
      .init(
        0x8769,
        .directories([
          [
            .init(0x9003, .ascii("2014-05-25 10:00:00")), .init(0x9004, .ascii(same)),
            .init(0x9011, .ascii("+09:00")),
          ]
        ])),
    ]
    let block = TIFFBuilder().file([directory])
    let source = ByteSource(TIFFBuilder.jpeg(exif: block))
    var metadata = PictureMetadata(PhotoMetadata.read(source))
    let kept = try #require(try blocks(metadata, original: block))
    let text = String(decoding: kept.exif, as: UTF8.self)
    #expect(text.contains("A caption  ") && text.contains("2014-05-25 10:00:00"))
    metadata.date = CaptureDate(
      time: try #require(CivilTime(year: 2014, month: 5, day: 25, hour: 11, minute: 30, second: 0)),
      offsetMinutes: 540, source: .xmpDateTimeOriginal)
    let corrected = try #require(try blocks(metadata, original: block))
    let exif = try #require(ExifFields(block: Bytes(corrected.exif)))
    for date in [exif.dateTimeOriginal, exif.dateTimeDigitized, exif.dateTime] {
      #expect(date?.captureDate(.exifDateTime).iso8601 == "2014-05-25T11:30:00+09:00")
    }
  }

  @Test func `a date in IFD0 is written into the Exif IFD`() throws {
    let block = TIFFBuilder().file([
      [.init(0x010F, .ascii("Maker")), .init(0x9003, .ascii("2014:05:25 10:00:00"))]
    ])
    let metadata = PictureMetadata(PhotoMetadata.read(ByteSource(TIFFBuilder.jpeg(exif: block))))
    let date = read(try blocks(metadata, original: block)).captureDate
    #expect(date?.iso8601 == "2014-05-25T10:00:00" && date?.source == .exifDateTimeOriginal)
  }

  @Test func `a date that the photo itself doesn't state isn't written`() throws {
    let time = try #require(CivilTime(year: 2014, month: 5, day: 25))
    for source in [DateSource.file, .fileNameDay, .fileNameTimestamp] {
      let metadata = PictureMetadata(
        date: CaptureDate(time: time, source: source), camera: nil, location: nil, values: MetadataValues())
      #expect(try blocks(metadata) == nil)
    }
    let universal = PictureMetadata(
      date: CaptureDate(time: time, source: .takeoutPhotoTakenTime), camera: nil, location: nil,
      values: MetadataValues())
    #expect(read(try blocks(universal)).captureDate?.iso8601 == "2014-05-25T00:00:00+00:00")
  }

  @Test func `a policy leaves out the camera, or everything`() throws {
    let marks = read(try blocks(Self.described, original: Self.photo, policy: MetadataPolicy(.marks)))
    #expect(marks.camera == nil && marks.values[.lens] == nil && marks.values[.iso] == nil)
    #expect(marks.values[.title] == Self.described.values[.title] && marks.location != nil)
    #expect(marks.captureDate?.iso8601 == "2015-06-07T08:09:10.25+02:00")
    #expect(try blocks(Self.described, original: Self.photo, policy: MetadataPolicy(.none)) == nil)
  }

  @Test(arguments: [MetadataPolicy.Scope.all, .marks])
  func `without place there is no position, place name, private tag or maker note`(
    scope: MetadataPolicy.Scope
  ) throws {
    let builder = MakerNoteBuilder(make: "Panasonic")
    let block = builder.block(exif: [.init(0x9999, .ascii("PRIVATE KYOTO"))]) { _ in
      Array("Panasonic\0\0\0NOTE IN KYOTO".utf8)
    }
    let found = try #require(
      try blocks(Self.described, original: block, policy: MetadataPolicy(scope, stripsPlace: true)))
    let metadata = read(found)
    #expect(metadata.location == nil && metadata.values[.title] != nil)
    for field in [MetadataField.sublocation, .city, .state, .country, .countryCode] {
      #expect(metadata.values[field] == nil)
    }
    let text = String(decoding: found.segments, as: UTF8.self)
    for name in ["GPS", "NOTE IN KYOTO", "PRIVATE KYOTO", "Kinkaku"] {
      #expect(!text.contains(name), "\(name)")
    }
    #expect(TIFFDirectories(ByteSource(Bytes(found.exif)))?.directory(.gps) == nil)
  }

  @Test func `a maker note stays at its place, and thumbnails go`() throws {
    let builder = MakerNoteBuilder(make: "Canon")
    let block = builder.block(exif: [.init(0x9214, .short([1, 2])), .init(0xA001, .short([2]))]) { place in
      builder.directory(at: place, [.text(0x95, "EF50mm f/1.8 and a long name")])
    }
    let before = try #require(TIFFDirectories(ByteSource(block))?.directory(.exif)?[ExifTag.makerNote])
    let metadata = PictureMetadata(PhotoMetadata.read(ByteSource(TIFFBuilder.jpeg(exif: block))))
    #expect(metadata.values[.lens] == .text("EF50mm f/1.8 and a long name"))
    let found = try #require(try blocks(metadata, original: block))
    let directories = try #require(TIFFDirectories(ByteSource(Bytes(found.exif))))
    let after = try #require(directories.directory(.exif)?[ExifTag.makerNote])
    #expect(after.position == before.position && after.length == before.length)
    let note = found.exif[after.position..<after.position + after.length]
    #expect(Array(note) == Array(block[before.position..<before.position + before.length]))
    #expect(directories.directory(.exif)?[0x9214] == nil, "a position in the original picture")
    #expect(directories.value(ExifTag.colorSpace, in: .exif)?.integer() == 1)
    #expect(directories.value(ExifTag.pixelXDimension, in: .exif)?.integer() == 16)
    #expect(directories.value(ExifTag.lensModel, in: .exif)?.text == "EF50mm f/1.8 and a long name")
    let withThumbnail = TIFFBuilder().file([Entry.photo(), TIFFDirectoriesTests.thumbnail])
    let made = try #require(try blocks(metadata, original: withThumbnail))
    #expect(ExifFields(block: Bytes(made.exif))?.thumbnail == nil)
  }

  @Test func `a photo without metadata gets none`() throws {
    let none = PictureMetadata(date: nil, camera: nil, location: nil, values: MetadataValues())
    #expect(try blocks(none) == nil)
  }

  @Test func `blocks replace the JFIF segment of a picture`() throws {
    let blocks = try #require(try self.blocks(Self.described))
    let picture = Array(PictureBuilder.jpeg().suffix(23))
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    #expect(blocks.added(to: [0xFF, 0xD8] + jfif + picture) == [0xFF, 0xD8] + blocks.segments + picture)
    #expect(blocks.added(to: [0xFF, 0xD8] + picture) == [0xFF, 0xD8] + blocks.segments + picture)
  }

  // MARK: Limits

  /// Verifies the structure of the segments, and returns their number.
  private func count(of segments: [UInt8]) -> Int? {
    var (start, count) = (0, 0)
    while start < segments.count {
      guard start + 4 <= segments.count, segments[start] == 0xFF else { return nil }
      start += 2 + Int(segments[start + 2]) << 8 + Int(segments[start + 3])
      count += 1
    }
    return start == segments.count ? count : nil
  }

  @Test func `XMP and IPTC-IIM beyond one segment are read back`() throws {
    var metadata = Self.described
    let keywords = (0..<4000).map { "Keyword \($0) " + String(repeating: "é", count: 30) }
    metadata.values[.keywords] = .list(keywords)
    metadata.values[.caption] = .text(String(repeating: "Ein Satz. ", count: 3000).trimmingCharacters)
    let found = try #require(try blocks(metadata, original: Self.photo))
    #expect(count(of: found.segments).map { $0 > 5 } == true)
    #expect(found.exif.count < 65_527)
    let read = self.read(found)
    #expect(read.values[.keywords] == .list(keywords) && read.values[.caption] == metadata.values[.caption])
    #expect(read.values[.title] == metadata.values[.title])
  }

  @Test func `large Exif loses its maker note, then its strings`() throws {
    let note = Entry(0x927C, .bytes([UInt8](repeating: 7, count: 60_000)))
    let block = TIFFBuilder().file([[.init(0x010F, .ascii("Canon")), .init(0x8769, .directories([[note]]))]])
    var metadata = Self.described
    metadata.values[.caption] = .text(String(repeating: "x", count: 10_000))
    let found = try #require(try blocks(metadata, original: block))
    #expect(found.exif.count < 20_000)
    #expect(read(found).values[.caption] == metadata.values[.caption])
    metadata.values[.creators] = .list((0..<500).map { "Creator \($0)" + String(repeating: "y", count: 20) })
    metadata.values[.copyright] = .text(String(repeating: "z", count: 15_000))
    metadata.values[.software] = .text(String(repeating: "s", count: 15_000))
    metadata.values[.lens] = .text(String(repeating: "l", count: 15_000))
    metadata.camera = Camera(make: String(repeating: "m", count: 15_000), model: "Model")
    let cut = try #require(try blocks(metadata, original: block))
    #expect(cut.exif.count < 20_000)
    #expect(read(cut).values[.caption] == metadata.values[.caption], "XMP has it")
    #expect(read(cut).captureDate?.iso8601 == "2015-06-07T08:09:10.25+02:00")
  }

  @Test func `characters that XML can't represent are left out`() throws {
    var metadata = Self.described
    metadata.values[.title] = .text("A\u{1}B\u{FFFF}C]]>")
    #expect(read(try blocks(metadata)).values[.title] == .text("ABC]]>"))
  }

  @Test func `hostile Exif gives valid segments`() throws {
    var random = SeededGenerator(seed: 11)
    let builder = MakerNoteBuilder(make: "Canon")
    let note = builder.block { builder.directory(at: $0, [.text(0x95, "EF50mm f/1.8")]) }
    for original in [Self.photo, TIFFBuilder(.big).file([Entry.photo()]), note] {
      for round in 0..<3000 {
        var bytes = original
        for _ in 0..<(1 + round % 8) {
          bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        guard let found = try blocks(Self.described, original: bytes) else { continue }
        #expect(count(of: found.segments) != nil && found.exif.count <= 65_527)
        #expect(ExifFields(block: Bytes(found.exif))?.findings[.caption] == Self.described.values[.caption])
      }
    }
  }
}

extension String {
  fileprivate var trimmingCharacters: String { hasSuffix(" ") ? String(dropLast()) : self }
}
