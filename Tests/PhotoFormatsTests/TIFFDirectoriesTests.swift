import Testing

@testable import PhotoFormats

struct TIFFDirectoriesTests {
  typealias Entry = TIFFBuilder.Entry

  static let builders = [
    TIFFBuilder(.little), TIFFBuilder(.big), TIFFBuilder(.little, isBig: true),
    TIFFBuilder(.big, isBig: true),
  ]

  static let thumbnail: [Entry] = [.init(0x0201, .long([100])), .init(0x0202, .long([50]))]

  @Test(arguments: builders)
  func readsTheDirectoriesOfAPhoto(_ builder: TIFFBuilder) throws {
    let source = ByteSource(builder.file([Entry.photo(), Self.thumbnail]))
    let fields = ExifFields(try #require(TIFFDirectories(source)))
    #expect(fields.make == "Maker")
    #expect(fields.model == "Model 1")
    #expect(fields.orientation == .right)
    let original = try #require(fields.dateTimeOriginal).captureDate(.exifDateTimeOriginal)
    #expect(original.iso8601 == "2014-05-25T10:00:00.345+09:00")
    #expect(fields.dateTimeDigitized?.captureDate(.file).iso8601 == "2014-05-25T10:00:01.6")
    #expect(fields.dateTime?.captureDate(.file).iso8601 == "2014-05-26T11:00:00.12+02:00")
    let location = try #require(fields.location)
    #expect(abs(location.latitude + 33.858333) < 1e-6)
    #expect(abs(location.longitude - 151.21) < 1e-6)
    #expect(location.altitude == -12.5)
    #expect(location.timestamp?.iso8601 == "2014-05-25T01:00:05Z")
    #expect(fields.saysScreenshot)
    #expect(fields.thumbnail == 100..<150)
  }

  @Test(arguments: [ByteOrder.little, .big])
  func readsABlockAsLibexifDoes(_ order: ByteOrder) throws {
    let block = Bytes(TIFFBuilder(order).file([Entry.photo()]))
    let walked = ExifFields(try #require(TIFFDirectories(ByteSource(block))))
    let values = try #require(ExifValues(libexif: block))
    #expect(ExifFields(values) == walked)
    #expect(ExifFields(block: block) == walked)
    #expect(ExifFields(block: Bytes(Array("Exif\0\0".utf8) + block.array)) == walked)
  }

  @Test(arguments: builders)
  func readsWhatIsThereOfAFileCutOffAnywhere(_ builder: TIFFBuilder) {
    let file = builder.file([Entry.photo(), Self.thumbnail])
    for count in 0..<file.count {
      let metadata = PhotoMetadata.read(ByteSource(Array(file.prefix(count))))
      // IFD0 comes last: if it is cut off, the file is unreadable.
      let isKnown = count >= 4
      #expect(metadata.fileType == (isKnown ? .tiff : .unknown))
      if isKnown, count < file.count - (builder.isBig ? 8 : 4) { #expect(metadata.damage != nil) }
      _ = ExifFields(block: Bytes(Array(file.prefix(count))))
    }
    #expect(PhotoMetadata.read(ByteSource(file)).damage == nil)
  }

  @Test(arguments: builders)
  func survivesEveryByteBeingWrong(_ builder: TIFFBuilder) {
    let file = builder.file([Entry.photo(), Self.thumbnail])
    for index in file.indices {
      for wrong: UInt8 in [0, 0xFF] {
        var hostile = file
        hostile[index] = wrong
        let metadata = PhotoMetadata.read(ByteSource(hostile))
        if index > 16 { #expect(metadata.fileType.format == .tiff) }
        _ = ExifFields(block: Bytes(hostile))
      }
    }
  }

  @Test func endsWhereDirectoriesFormALoop() throws {
    // IFD0 and its pointers form cycles.
    var file = TIFFBuilder(.little).file([
      [.init(0x014A, .long([8])), .init(0x8769, .long([8])), .init(0x8825, .long([8]))]
    ])
    file.replaceSubrange(file.count - 4..<file.count, with: [8, 0, 0, 0])
    let directories = try #require(TIFFDirectories(ByteSource(file)))
    #expect(directories.images().count == 1)
    for kind in [ExifDirectoryKind.thumbnail, .exif, .gps] { #expect(directories.directory(kind) == nil) }
  }

  @Test func looksAtNoMoreThanItsLimitOfImages() throws {
    let many = [[Entry]](repeating: [.init(0x0100, .short([1]))], count: 100)
    let chained = try #require(TIFFDirectories(ByteSource(TIFFBuilder().file(many))))
    #expect(chained.images().count == TIFFDirectories.imageLimit)
    let nested = try #require(
      TIFFDirectories(ByteSource(TIFFBuilder().file([[.init(0x014A, .directories(many))]]))))
    #expect(nested.images().count == TIFFDirectories.imageLimit)
  }

  @Test func passesOverValuesThatAreNotInTheFile() throws {
    let file: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
      + [0x01, 0x0F, 0, 2, 0, 0, 0, 9, 0xFF, 0xFF, 0xFF, 0xF0]  // beyond the end
      + [0x01, 0x10, 0, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 8]  // 32 GiB long
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
      + [0, 0, 0, 0]
    let fields = ExifFields(try #require(TIFFDirectories(ByteSource(file))))
    #expect(fields.make == nil)
    #expect(fields.model == nil)
    #expect(fields.orientation == .right)
  }

  @Test func boundsTheEntriesOfADirectory() throws {
    let count = UInt16.max
    var file: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, UInt8(count >> 8), UInt8(count & 0xFF)]
    for _ in 0..<count { file += [0x01, 0x00, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0] }
    let directories = try #require(TIFFDirectories(ByteSource(file)))
    #expect(directories.image.entries.count == TIFFReader.entryLimit)
  }

  @Test func refusesBigTIFFWhoseOffsetsAreNotOfEightBytes() {
    var file = TIFFBuilder(.little, isBig: true).file([Entry.photo()])
    #expect(TIFFDirectories(ByteSource(file)) != nil)
    file[4] = 16
    #expect(TIFFDirectories(ByteSource(file)) == nil)
  }

  @Test func survivesBigTIFFNumbersThatFillAllBits() {
    for value in [UInt64.max, UInt64(Int.max), 1 << 63] {
      let file = TIFFBuilder(.little, isBig: true).file([
        [
          .init(0x0100, .long8([value])), .init(0x0101, .long8([value])), .init(0x0112, .long8([value])),
          .init(0x014A, .long8([value])), .init(0x8769, .long8([value])),
        ],
        [.init(0x0201, .long8([value])), .init(0x0202, .long8([value]))],
      ])
      let metadata = PhotoMetadata.read(ByteSource(file))
      #expect(metadata.fileType == .tiff)
      #expect(metadata.pixelSize == nil)
      #expect(TIFFDirectories(ByteSource(file)).map { ExifFields($0) }?.thumbnail == nil)
    }
  }

  @Test func readsThePacketOfTag700AndNoMoreThanItsLimit() throws {
    let packet = Array("<x:xmpmeta/>".utf8)
    let short = TIFFDirectories(ByteSource(TIFFBuilder().file([[.init(0x02BC, .bytes(packet, type: 1))]])))
    #expect(short?.packet?.array == packet)
    let endless = [UInt8](repeating: 0x20, count: TIFFDirectories.packetLimit + 1)
    let long = TIFFDirectories(ByteSource(TIFFBuilder().file([[.init(0x02BC, .bytes(endless))]])))
    #expect(long?.packet?.count == TIFFDirectories.packetLimit)
  }

  @Test(arguments: builders)
  func readsDirectoriesThatStandFarBehindTheFirstBytes(_ builder: TIFFBuilder) throws {
    let samples = Entry(0x9C9C, .bytes([UInt8](repeating: 7, count: 5 * ByteSource.headCount)))
    let file = builder.file([[samples] + Entry.photo()])
    let before = [UInt8](repeating: 0xEE, count: 1001)
    let window = ByteSource(ByteSource(before + file + before), at: before.count, count: file.count)
    #expect(window.count == file.count)
    #expect(window.head.count == ByteSource.headCount)
    let whole = try #require(TIFFDirectories(ByteSource(file)))
    #expect(ExifFields(try #require(TIFFDirectories(window))) == ExifFields(whole))
  }

  @Test func endsAWindowWhereItsSourceEnds() {
    let source = ByteSource([1, 2, 3, 4])
    #expect(ByteSource(source, at: 1, count: 2).bytes(at: 0, count: 9).array == [2, 3])
    #expect(ByteSource(source, at: 3, count: .max).bytes(at: 0, count: .max).array == [4])
    #expect(ByteSource(source, at: .max, count: 1).count == 0)
    #expect(ByteSource(source, at: -1, count: -1).count == 0)
  }

  @Test func looksAtThePagesOfNoTIFFThatNamesNoCamera() {
    let page: [Entry] = [.init(0x0100, .short([2])), .init(0x0101, .short([3]))]
    let sensor: [Entry] = [.init(0x0106, .short([32803]))]
    #expect(PhotoMetadata.read(ByteSource(TIFFBuilder().file([page, sensor]))).fileType == .tiff)
    let camera: [Entry] = [.init(0x010F, .ascii("PENTAX"))]
    #expect(
      PhotoMetadata.read(ByteSource(TIFFBuilder().file([page + camera, sensor]))).fileType == .pentaxRAW)
  }

  private func pageCount(_ chain: [[Entry]]) -> FieldValue? {
    PhotoMetadata.read(ByteSource(TIFFBuilder().file(chain))).values[.pageCount]
  }

  @Test func countsThePagesThatAreNeitherPreviewsNorMasks() {
    let page: [Entry] = [.init(0x0100, .short([2])), .init(0x0101, .short([3]))]
    func kind(_ kind: UInt32) -> [Entry] { [.init(0x00FE, .long([kind]))] + page }
    #expect(pageCount([page, kind(2), kind(1), kind(4), kind(0), Self.thumbnail]) == .integer(3))
    #expect(pageCount([page, kind(1)]) == nil, "one page")
    let camera = Entry(0x010F, .ascii("PENTAX"))
    #expect(pageCount([page + [camera], page + [.init(0x0106, .short([32803]))]]) == nil, "a RAW")
  }

  @Test func countsNoPagesOfALoopTwiceNorMoreThanItsLimit() {
    let page: [Entry] = [.init(0x0100, .short([2])), .init(0x0101, .short([3]))]
    let limit = TIFFDirectories.pageLimit
    #expect(pageCount([[Entry]](repeating: page, count: limit)) == .integer(Int64(limit)))
    #expect(pageCount([[Entry]](repeating: page, count: limit + 1)) == nil)
    // The second directory precedes the first one and is its own successor.
    var file = TIFFBuilder().file([page, page])
    let second = 8
    let next = second + 2 + 2 * 12
    file.replaceSubrange(next..<next + 4, with: [UInt8(second), 0, 0, 0])
    #expect(PhotoMetadata.read(ByteSource(file)).values[.pageCount] == .integer(2))
  }
}
