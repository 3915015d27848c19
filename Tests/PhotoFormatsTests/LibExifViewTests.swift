import Testing

@testable import PhotoFormats

/// The entries of a block that libexif sees.
struct LibExifViewTests {
  typealias Entry = TIFFBuilder.Entry

  private func values(_ block: Bytes, hiding hidden: [UInt32] = []) -> ExifValues {
    ExifValues(libexif: block, hiding: hidden) ?? ExifValues()
  }

  @Test func `bytes that are hidden make no entry`() throws {
    let block = Bytes(
      TIFFBuilder(.big).file([
        [
          .init(
            0x8769,
            .directories([[.init(0x9286, .ascii("hidden")), .init(0xA434, .ascii("A lens"))]]))
        ]
      ]))
    let exif = try #require(TIFFDirectories(ByteSource(block))?.directory(.exif))
    let comment = try #require(exif[ExifTag.userComment])
    #expect(values(block)[ExifTag.userComment, .exif]?.text == "hidden")
    let hiding = values(block, hiding: [UInt32(comment.offset)])
    #expect(hiding[ExifTag.userComment, .exif] == nil)
    #expect(hiding[0xA434, .exif]?.text == "A lens")
    // An offset outside of the block hides nothing.
    for place in [UInt32.max, UInt32(block.count - 3)] {
      #expect(values(block, hiding: [place])[ExifTag.userComment, .exif]?.text == "hidden")
    }
  }

  @Test func `what is no block has no values`() {
    #expect(ExifValues(libexif: Bytes([1, 2, 3])) == nil)
  }

  @Test func `a block with a type that libexif does not know is read by the TIFF reader alone`() throws {
    let block = Bytes(
      TIFFBuilder().file([
        [.init(0x010F, .ascii("Maker")), .init(0x0110, .bytes(Array("Кamera".utf8), type: 129))]
      ]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == false)
    let fields = try #require(ExifFields(block: block))
    #expect(fields.make == "Maker" && fields.model == "Кamera")
    // The types of unused tags don't matter.
    let other = TIFFBuilder().file([
      [.init(0x010F, .ascii("Maker")), .init(0x9999, .bytes([65, 66, 67, 68, 69], type: 129))]
    ])
    #expect(ExifBlock(ByteSource(Bytes(other)))?.isReadByLibExif == true)
  }

  @Test func `a directory that libexif does not follow a pointer to is read by the TIFF reader`() throws {
    let gps: [Entry] = [.init(0x0011, .rational([(90, 1)]))]
    let exif: [Entry] = [.init(0x8825, .directories([gps])), .init(0xA434, .ascii("A lens"))]
    let block = Bytes(
      TIFFBuilder().file([[.init(0x010F, .ascii("Maker")), .init(0x8769, .directories([exif]))]]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == false)
    let findings = try #require(ExifFields(block: block)).findings
    #expect(findings[.direction] == .number(90) && findings[.lens] == .text("A lens"))
  }

  @Test func `the thumbnail of a block that libexif reads is found`() throws {
    let block = Bytes(TIFFBuilder().file([Entry.photo(), TIFFDirectoriesTests.thumbnail]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == true)
    #expect(ExifFields(block: block)?.thumbnail == 100..<150)
  }

  @Test(
    arguments: [[0x010F, 0x0110, 0x0131], [0x0131, 0x010F, 0x0110], [0x0131, 0x0110, 0x010F]] as [[UInt16]])
  func `tags are found in any order, and the first of a tag counts`(order: [UInt16]) throws {
    let entries = (order + order).enumerated().map { place, tag in Entry(tag, .ascii("\(tag) at \(place)")) }
    let block = Bytes(TIFFBuilder().file([entries]))
    let walked = ExifValues(try #require(TIFFDirectories(ByteSource(block))))
    for (place, tag) in order.enumerated() {
      #expect(walked[tag, .image]?.text == "\(tag) at \(place)")
      #expect(values(block)[tag, .image]?.text == "\(tag) at \(place)")
    }
  }

  @Test func `what nobody asks for is hidden, and so are pointers that lead elsewhere`() throws {
    let other = TIFFBuilder.Value.directories([[Entry(0x0001, .ascii("N"))]])
    let exif: [Entry] = [
      .init(0x9003, .ascii("2014:05:25 10:00:00")),
      .init(0x927C, .bytes([1, 2, 3, 4, 5])),
      .init(0xA005, other),
    ]
    let image: [Entry] = [
      .init(0x0100, .short([1])), .init(0x010F, .ascii("Maker")), .init(0x8769, .directories([exif])),
      .init(0x8769, other), .init(0x8825, .short([1])),
    ]
    let file = TIFFBuilder().file([image, [Entry(0x0201, .long([8]))]])
    let directories = try #require(TIFFDirectories(ByteSource(file)))
    let hidden = try #require(LibExifView(directories, count: file.count)?.hidden)
    let (first, second) = (directories.image.entries, try #require(directories.directory(.exif)).entries)
    let end = UInt32(directories.image.offset + 2 + first.count * 12)
    #expect(
      hidden == [0, 3, 4].map { UInt32(first[$0].offset) } + [end]
        + [1, 2].map { UInt32(second[$0].offset) })
    #expect(ExifBlock(ByteSource(Bytes(file)))?.isReadByLibExif == true)
  }

  @Test(arguments: [ByteOrder.little, .big]) func `a block of standard layout is shown`(_ order: ByteOrder) {
    let block = Bytes(TIFFBuilder(order).file([Entry.photo(), TIFFDirectoriesTests.thumbnail]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == true)
    var other = block.array
    other[order == .little ? 2 : 3] = 43
    #expect(ExifBlock(ByteSource(Bytes(other)))?.isReadByLibExif != true)
  }

  /// Directories that slow libexif down, or that can't be hidden from it.
  static let strange: [[Entry]] = [
    // More entries than usual.
    (0..<600).map { Entry(0xA100 + $0, .bytes([UInt8](repeating: 1, count: 60))) },
    [.init(0x8769, .long([8]))],
    [.init(0x0100, .bytes([1], type: 200))],
  ]

  @Test(arguments: strange)
  func `a strange block is not shown`(_ directory: [Entry]) {
    let block = Bytes(TIFFBuilder().file([directory + [.init(0x010F, .ascii("Maker"))]]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == false)
    #expect(ExifFields(block: block)?.make == "Maker")
  }

  /// A block of 76 bytes with its GPS IFD at `place`; 18 is inside IFD0.
  private func block(gpsAt place: UInt8) -> Bytes {
    Bytes(
      [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [3, 0]
        + [0x12, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0] + [3, 0, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        + [0x25, 0x88, 4, 0, 1, 0, 0, 0, place, 0, 0, 0] + [0, 0, 0, 0]
        + [1, 0] + [1, 0, 2, 0, 2, 0, 0, 0, 0x4E, 0, 0, 0] + [UInt8](repeating: 0, count: 12))
  }

  @Test func `directories that share bytes are not shown`() {
    #expect(ExifBlock(ByteSource(block(gpsAt: 50)))?.isReadByLibExif == true)
    #expect(ExifBlock(ByteSource(block(gpsAt: 18)))?.directories.directory(.gps) != nil)
    #expect(ExifBlock(ByteSource(block(gpsAt: 18)))?.isReadByLibExif == false)
    // The last four bytes of IFD0 are the offset of IFD1.
    #expect(ExifBlock(ByteSource(block(gpsAt: 48)))?.directories.directory(.gps) != nil)
    #expect(ExifBlock(ByteSource(block(gpsAt: 48)))?.isReadByLibExif == false)
  }

  @Test func `values that claim more bytes than there are twice over are not shown`() throws {
    let value = TIFFBuilder().file([
      [.init(0x010F, .ascii("Maker")), .init(0x0131, .bytes([1, 2, 3, 4, 5]))]
    ])
    var hostile = value
    let tag = try #require(
      value.indices.dropLast(12).first { value[$0] == 0x31 && value[$0 + 1] == 0x01 })
    hostile.replaceSubrange(tag + 4..<tag + 12, with: [0xF0, 0, 0, 0, 8, 0, 0, 0])
    hostile += [UInt8](repeating: 0, count: 200)
    #expect(ExifBlock(ByteSource(Bytes(hostile)))?.isReadByLibExif == true)
    #expect(ExifBlock(ByteSource(Bytes(hostile.dropLast(190))))?.isReadByLibExif == false)
    // libexif doesn't see the values of unused entries.
    hostile[tag] = 0x30
    #expect(ExifBlock(ByteSource(Bytes(hostile.dropLast(190))))?.isReadByLibExif == true)
  }
}
