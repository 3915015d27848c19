import Testing

@testable import PhotoFormats

/// The interpretation of Exif values from both readers.
struct TIFFExifFieldsTests {
  typealias Entry = TIFFBuilder.Entry

  private func fields(_ directory: [Entry], exif: [Entry]? = nil, gps: [Entry]? = nil) -> ExifFields? {
    var image = directory
    if let exif { image.append(.init(0x8769, .directories([exif]))) }
    if let gps { image.append(.init(0x8825, .directories([gps]))) }
    return ExifFields(block: Bytes(TIFFBuilder().file([image])))
  }

  private func place(
    _ latitude: TIFFBuilder.Value, _ latitudeRef: TIFFBuilder.Value?, altitudeRef: UInt8? = nil
  ) -> GeoLocation? {
    var gps: [Entry] = [
      .init(0x0002, latitude), .init(0x0003, .ascii("W")),
      .init(0x0004, .rational([(10, 1), (0, 1), (0, 1)])),
      .init(0x0006, .rational([(100, 1)])),
    ]
    if let latitudeRef { gps.append(.init(0x0001, latitudeRef)) }
    if let altitudeRef { gps.append(.init(0x0005, .bytes([altitudeRef], type: 1))) }
    return fields([], gps: gps)?.location
  }

  @Test func fallsBackToADateOfIFD0WhereThatOfTheExifIFDIsNone() {
    let image: [Entry] = [.init(0x9003, .ascii("2004:06:09 16:02:35"))]
    #expect(fields(image)?.dateTimeOriginal != nil)
    let blank: [Entry] = [.init(0x9003, .ascii("    :  :     :  :  "))]
    #expect(fields(image, exif: blank)?.dateTimeOriginal == DateText("2004:06:09 16:02:35"))
    #expect(fields([], exif: blank)?.dateTimeOriginal == nil)
  }

  @Test func neverTakesDateTimeFromTheExifIFD() {
    #expect(fields([], exif: [.init(0x0132, .ascii("2004:06:09 16:02:35"))])?.dateTime == nil)
  }

  @Test(arguments: [
    TIFFBuilder.Value.ascii("25"), .ascii("25   "), .short([25]), .long([25]),
  ])
  func readsAFractionWrittenAsTextOrNumber(_ value: TIFFBuilder.Value) {
    let found = fields([], exif: [.init(0x9003, .ascii("2004:06:09 16:02:35")), .init(0x9291, value)])
    #expect(found?.dateTimeOriginal?.nanoseconds == 250_000_000)
  }

  private func caption(_ code: String, _ characters: [UInt8], _ directory: [Entry] = []) -> FieldValue? {
    let code = Array(code.utf8) + [UInt8](repeating: 0, count: 8 - code.utf8.count)
    return fields(directory, exif: [.init(0x9286, .bytes(code + characters))])?.findings[.caption]
  }

  @Test(
    arguments: [
      ("ASCII", Array("tittel".utf8), "tittel"), ("", Array("tittel".utf8), "tittel"),
      ("", Array("Zürich\0\0".utf8), "Zürich"), ("JIS", Array("tittel".utf8), "tittel"),
      ("JIS", Array("two words".utf8), "two words"), ("JIS", [0x35, 0x7E, 0x45, 0x54], "京都"),
      ("JIS", [0x1B, 0x24, 0x42, 0x35, 0x7E, 0x45, 0x54, 0x1B, 0x28, 0x42, 0x21], "京都!"),
      ("JIS", [0xB5, 0xFE, 0xC5, 0xD4], "京都"), ("JIS", [0x8B, 0x9E, 0x93, 0x73], "京都"),
      ("UNICODE", [0x74, 0, 0x69, 0], "ti"), ("UNICODE", [0, 0x74, 0, 0x69], "ti"),
      ("UNICODE", [0xFE, 0xFF, 0x4E, 0xAC], "京"), ("UNICODE", [0xAC, 0x4E, 0xFD, 0x90], "京都"),
      ("no code ", Array("at all".utf8), "no code at all"),
    ] as [(String, [UInt8], String)])
  func `a user comment is a caption in each of its codes`(code: String, characters: [UInt8], text: String) {
    #expect(caption(code, characters) == .text(text))
  }

  @Test(
    arguments: [
      ("ASCII", Array("   \0".utf8)), ("", []), ("JIS", [0x1B, 0x24, 0x42, 0x7E, 0x7E]), ("JIS", []),
      ("UNICODE", [0]), ("UNICODE", [0xFE, 0xFF]), ("ASCII", Array("Screenshot".utf8)),
    ] as [(String, [UInt8])])
  func `a user comment that is blank, broken or a mark is no caption`(code: String, characters: [UInt8]) {
    #expect(caption(code, characters) == nil)
  }

  @Test func `a description goes before a user comment`() {
    let description: [Entry] = [.init(0x010E, .ascii("A description"))]
    #expect(caption("ASCII", Array("A comment".utf8), description) == .text("A description"))
    let camera: [Entry] = [.init(0x010E, .ascii("OLYMPUS DIGITAL CAMERA         "))]
    #expect(caption("ASCII", Array("A comment".utf8), camera) == .text("A comment"))
  }

  @Test(arguments: [
    "OLYMPUS DIGITAL CAMERA         ", "KONICA MINOLTA DIGITAL CAMERA", "SONY DSC", "   ",
    "DCIM\\100GOPRO\\GOPR0482.JPG", "<Digimax i50 MP3, Samsung #1 MP3>", "DCF 1.0",
    "filter: 0; filterMask: 0; touch: (-1.0, -1.0);", "a5cb01550dbb9a6bf732f87e413f6e231cc4581e",
  ])
  func `what cameras write is no caption`(text: String) {
    #expect(fields([.init(0x010E, .ascii(text))])?.findings[.caption] == nil)
  }

  @Test func `the maker decides whose word a description is, and then a comment counts`() {
    func caption(_ make: String) -> FieldValue? {
      self.caption(
        "ASCII", Array("A comment".utf8), [.init(0x010E, .ascii("edf")), .init(0x010F, .ascii(make))])
    }
    #expect(caption("HUAWEI") == .text("A comment") && caption("Canon") == .text("edf"))
  }

  @Test(
    arguments: [
      ("48.5", "N", 48.5), ("48, 30, 36", "N", 48.51), ("48/1,30/1,3600/100", "S", -48.51),
      ("48\u{B0} 30' 36\" N", nil, 48.51), ("48 deg 30' 36.00\" S", nil, -48.51), ("-48.5", nil, -48.5),
      ("48.5 South", "S", -48.5), ("48.5", nil, nil), ("", "N", nil), ("N", "N", nil), ("48,60,0", "N", 49),
      ("48,61,0", "N", nil), ("48,858", "N", 48.858), ("48,85822 S", nil, -48.85822),
      ("48,51", "N", 48.85), ("48.5,300", "N", nil),
      ("48,1,2,3", "N", nil), ("48/0", "N", nil), ("1..5", "N", nil), ("48-30", "N", nil),
      ("48.5 Oslo", "N", nil),
      ("91", "N", nil), (String(repeating: "9", count: 400), "N", nil),
    ] as [(String, String?, Double?)])
  func `coordinates may be text`(text: String, reference: String?, latitude: Double?) {
    let found = place(.bytes(Array(text.utf8), type: 2), reference.map { .ascii($0) })?.latitude
    #expect(found.map { ($0 * 1e9).rounded() / 1e9 } == latitude)
  }

  @Test(arguments: [
    "My first digital camera", "The DIGITAL CAMERA of my father in Rome", "At 10:30: Anna, Ben", "Sony",
  ])
  func `what people write is a caption`(text: String) {
    #expect(fields([.init(0x010E, .ascii(text))])?.findings[.caption] == .text(text))
  }

  @Test func tellsTheHemisphereByItsReferenceAlone() {
    let degrees = TIFFBuilder.Value.rational([(20, 1), (30, 1), (0, 1)])
    #expect(place(degrees, .ascii("N"))?.latitude == 20.5)
    #expect(place(degrees, .ascii("s"))?.latitude == -20.5)
    #expect(place(degrees, .ascii("South"))?.latitude == -20.5)
    #expect(place(.signedRational([(-20, 1), (-30, 1), (0, 1)]), .ascii("S"))?.latitude == -20.5)
    #expect(place(.signedRational([(-20, 1), (-30, 1), (0, 1)]), .ascii("N"))?.latitude == 20.5)
  }

  @Test(arguments: [
    (TIFFBuilder.Value.rational([(1, 1), (2, 1), (51, 10)]), "2014-05-25T01:02:05.1Z"),
    (.rational([(1, 1), (2, 1), (1, 3)]), "2014-05-25T01:02:00.333333333Z"),
    (.rational([(1, 1), (2, 1), (4_294_967_295, 4_294_967_294)]), "2014-05-25T01:02:01Z"),
    (.rational([(1, 1), (2, 1), (123_456_789, 10_000_000)]), "2014-05-25T01:02:12.3456789Z"),
    // Decimal minutes.
    (.rational([(23, 1), (5999, 100), (0, 1)]), "2014-05-25T23:59:59.4Z"),
    (.rational([(23, 1), (59, 1), (60_500, 1000)]), "2014-05-26T00:00:00.5Z"),
    (.signedRational([(-1, -1), (2, 1), (-1, -4)]), "2014-05-25T01:02:00.25Z"),
    (.short([1, 2, 3]), "2014-05-25T01:02:03Z"),
  ])
  func readsTheTimeOfAPlaceToTheNanosecond(_ time: TIFFBuilder.Value, _ expected: String) {
    #expect(moment(time) == expected)
  }

  @Test(arguments: [
    TIFFBuilder.Value.rational([(24, 1), (0, 1), (0, 1)]), .rational([(0, 1), (60, 1), (0, 1)]),
    .rational([(0, 1), (0, 1), (61, 1)]), .rational([(0, 1), (0, 1), (1, 0)]), .rational([(1, 1), (2, 1)]),
    .signedRational([(1, 1), (2, 1), (-1, 4)]),
  ])
  func knowsNoTimeOfAPlaceThatCannotBe(_ time: TIFFBuilder.Value) { #expect(moment(time) == nil) }

  private func moment(_ time: TIFFBuilder.Value) -> String? {
    let gps: [Entry] = [
      .init(0x0001, .ascii("N")), .init(0x0002, .rational([(20, 1), (30, 1), (0, 1)])),
      .init(0x0003, .ascii("E")), .init(0x0004, .rational([(10, 1), (0, 1), (0, 1)])),
      .init(0x0007, time), .init(0x001D, .ascii("2014:05:25")),
    ]
    return fields([], gps: gps)?.location?.timestamp?.iso8601
  }

  @Test func knowsNoPlaceWithoutItsHemisphereOrWithoutAValue() {
    #expect(place(.rational([(20, 1), (30, 1), (0, 1)]), nil) == nil)
    #expect(place(.rational([(20, 1), (30, 1), (0, 0)]), .ascii("N")) == nil)
    #expect(place(.rational([(0, 0), (0, 0), (0, 0)]), .ascii("N")) == nil)
    #expect(place(.rational([(95, 1), (0, 1), (0, 1)]), .ascii("N")) == nil)
  }

  @Test func knowsNoPlaceAtZeroZeroAndOneOnTheEquator() {
    func location(_ latitude: UInt32, _ longitude: UInt32) -> GeoLocation? {
      fields(
        [],
        gps: [
          .init(0x0001, .ascii("N")), .init(0x0002, .rational([(latitude, UInt32(1))])),
          .init(0x0003, .ascii("E")), .init(0x0004, .rational([(longitude, UInt32(1))])),
        ])?.location
    }
    #expect(location(0, 0) == nil)
    #expect(location(0, 9)?.longitude == 9)
    #expect(location(51, 0)?.latitude == 51)
  }

  @Test func readsDegreesWithoutMinutesAndSeconds() {
    #expect(place(.rational([(205, 10)]), .ascii("N"))?.latitude == 20.5)
    #expect(place(.rational([(20, 1), (305, 10)]), .ascii("N"))?.latitude == 20 + 30.5 / 60)
  }

  @Test(arguments: [(nil, 100), (0, 100), (1, -100), (2, 100), (3, -100)] as [(UInt8?, Double)])
  func tellsHeightsFromDepths(_ reference: UInt8?, _ altitude: Double) {
    #expect(place(.rational([(20, 1)]), .ascii("N"), altitudeRef: reference)?.altitude == altitude)
  }

  @Test func readsTextOfExif3ThatLibexifDrops() {
    #expect(fields([.init(0x010F, .bytes(Array("Кamera".utf8) + [0], type: 129))])?.make == "Кamera")
  }

  @Test func followsNoPointerThatIsText() {
    let file = TIFFBuilder().file([Entry.photo()])
    let pointer = file.indices.dropLast(12).first { file[$0] == 0x69 && file[$0 + 1] == 0x87 }
    guard let pointer else {
      Issue.record("the fixture has no Exif pointer")
      return
    }
    var hostile = file
    hostile[pointer + 2] = 2
    #expect(ExifFields(block: Bytes(file))?.dateTimeOriginal != nil)
    #expect(ExifFields(block: Bytes(hostile))?.dateTimeOriginal == nil)
    #expect(ExifFields(block: Bytes(hostile))?.make == "Maker")
  }

  @Test func readsBlocksThatAreTooLongForLibexif() {
    let long = TIFFBuilder.Entry(0x9C9C, .bytes([UInt8](repeating: 1, count: 100_000)))
    #expect(ExifFields(block: Bytes(TIFFBuilder().file([[long] + Entry.photo()])))?.make == "Maker")
  }

  @Test(arguments: [ByteOrder.little, .big])
  func asksLibexifAboutBlocksOfStandardLayout(_ order: ByteOrder) {
    let block = Bytes(TIFFBuilder(order).file([Entry.photo(), TIFFDirectoriesTests.thumbnail]))
    #expect(ExifBlock(ByteSource(block))?.isReadByLibExif == true)
  }
}
