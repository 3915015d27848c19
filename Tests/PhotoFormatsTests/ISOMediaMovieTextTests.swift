import Testing

@testable import PhotoFormats

@Suite("Texts of movies")
struct ISOMediaMovieTextTests {
  private func read(_ children: [UInt8]...) -> HeaderFields {
    readISOMedia(ftyp("qt  ") + box("moov", children.flatMap { $0 })).fields
  }

  private let named: [(key: String, text: String)] = [
    ("com.example.other", "none"), ("com.apple.quicktime.make", " Apple "),
    ("com.apple.quicktime.model", "iPhone X"),
    ("com.apple.quicktime.creationdate", "2019-02-12T15:27:12+0800"),
    ("com.apple.quicktime.location.ISO6709", "+27.1281+100.2508+012.500/"),
  ]

  @Test("Named keys are read, with version and flags and without", arguments: [false, true])
  func keys(isFull: Bool) {
    for fields in [read(keysMeta(named, isFull: isFull)), read(box("udta", keysMeta(named, isFull: isFull)))]
    {
      #expect(
        fields.containerDate == DateText("2019-02-12T15:27:12+08:00")?.captureDate(.quickTimeCreationDate))
      #expect(fields.containerCamera == Camera(make: "Apple", model: "iPhone X"))
      #expect(
        fields.containerLocation == GeoLocation(latitude: 27.1281, longitude: 100.2508, altitude: 12.5))
    }
  }

  @Test("User data is read")
  func userData() {
    let fields = read(
      box(
        "udta", userText("©day", "2014-05-25T10:00:00+0200"), userText("©mak", "Canon"),
        userText("©mod", "R5"),
        userText("©xyz", "-12.5+045.25/"), be32(0)))
    #expect(
      fields.containerDate == DateText("2014-05-25T10:00:00+02:00")?.captureDate(.quickTimeCreationDate))
    #expect(fields.containerCamera == Camera(make: "Canon", model: "R5"))
    #expect(fields.containerLocation == GeoLocation(latitude: -12.5, longitude: 45.25))
  }

  @Test("A length that counts its own header is read")
  func lengthWithHeader() {
    let fields = read(
      box("udta", box("©mak", be16(9), be16(0), latin("Canon")), box("©mod", be16(3), be16(0))))
    #expect(fields.containerCamera == Camera(make: "Canon", model: nil))
  }

  @Test("The item list of iTunes is read")
  func itemList() {
    let list = box(
      "ilst", dataItem(latin("©day"), "2014-05-25T10:00:00Z"), dataItem(latin("©xyz"), "+1.5-2.5/"))
    let meta = fullBox("meta", fullBox("hdlr", be32(0), latin("mdir"), be32(0), be32(0), be32(0), [0]), list)
    let fields = read(box("udta", meta))
    #expect(fields.containerDate == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreationDate))
    #expect(fields.containerLocation == GeoLocation(latitude: 1.5, longitude: -2.5))
  }

  @Test("Named keys win over user data, and a year alone is no date")
  func order() {
    let day = box("udta", userText("©day", "2010-01-01T00:00:00+0000"))
    #expect(
      read(day, keysMeta(named)).containerDate
        == DateText("2019-02-12T15:27:12+08:00")?.captureDate(.quickTimeCreationDate))
    let year = [(key: "com.apple.quicktime.creationdate", text: "2019")]
    #expect(
      read(day, keysMeta(year)).containerDate
        == DateText("2010-01-01T00:00:00Z")?.captureDate(.quickTimeCreationDate))
  }

  @Test("The place of 3GPP is read, named in UTF-8 and UTF-16")
  func place3GPP() {
    let numbers = [0] + be32(-13 * 65_536 - 16_384) + be32(48 * 65_536) + be32(-2 * 65_536)
    let place = GeoLocation(latitude: 48, longitude: -13.25, altitude: -2)
    #expect(read(box("udta", fullBox("loci", be16(0), latin("Home\0"), numbers))).containerLocation == place)
    let wide = [0xFE, 0xFF, 0, 0x48, 0, 0] as [UInt8]
    #expect(read(box("udta", fullBox("loci", be16(0), wide, numbers))).containerLocation == place)
    #expect(read(box("udta", fullBox("loci", be16(0), latin("Home")))).containerLocation == nil)
    #expect(read(box("udta", fullBox("loci", be16(0), latin("Home\0"), [0, 1, 2]))).containerLocation == nil)
  }

  @Test("A count of keys beyond the bytes and items beyond the keys do no harm")
  func hostileKeys() {
    let item = dataItem(be32(0xFFFF_FFFF), "x") + dataItem(be32(0), "y") + dataItem(be32(2), "z")
    let keys = fullBox(
      "keys", be32(0xFFFF_FFFF), be32(12), latin("mdtamake"), be32(0xFFFF_FFFF), latin("mdta"))
    let meta = box("meta", box("hdlr", be32(0)), keys, box("ilst", item))
    #expect(read(meta).containerCamera == nil)
  }

  @Test(
    "Places in degrees, minutes and seconds",
    arguments: [
      ("+27.5+100.25/", 27.5, 100.25, nil), ("-1-2", -1, -2, nil), ("+48.5-123.25+10", 48.5, -123.25, 10),
      ("+4830-12315.6/", 48.5, -123.26, nil), ("-483036+0120018-8.5/", -48.51, 12.005, -8.5),
      ("+27.+100.", 27, 100, nil),
    ] as [(String, Double, Double, Double?)])
  func iso6709(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let place = try #require(GeoLocation(iso6709: Bytes(latin(text))))
    #expect(abs(place.latitude - latitude) < 1e-9)
    #expect(abs(place.longitude - longitude) < 1e-9)
    #expect(place.altitude == altitude)
  }

  @Test(
    "Texts that are no place",
    arguments: ["", "/", "27+100", "+27", "+27.5 +100", "+91+10", "+27+1810", "+271+100", "+-", "+.5+.5"])
  func noPlace(text: String) {
    #expect(GeoLocation(iso6709: Bytes(latin(text))) == nil)
  }
}
