import PhotoFiles
import Testing

@testable import PhotoFormats

/// Sidecars, and their precedence over the metadata of the photo.
struct SidecarTests {
  private static let photo = FileName(unchecked: Array("IMG_1.jpg".utf8))

  private func sidecar(_ kind: SidecarKind, _ text: String) throws -> Sidecar {
    try Sidecar(kind, Bytes(Array(text.utf8)))
  }

  private func record(_ text: String) throws -> TakeoutRecord? { try TakeoutRecord(Array(text.utf8)) }

  private func text(_ value: FieldValue?) -> String? {
    value.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// A photo with sidecars by name.
  private func metadata(
    _ sidecars: [(String, Sidecar)], of type: PhotoFileType = .jpeg, named name: FileName = photo,
    _ change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> PhotoMetadata {
    var metadata = PhotoMetadata(fileType: type)
    change(&metadata)
    metadata.take(sidecars.map { (FileName(unchecked: Array($0.utf8)), $1) }, of: name)
    return metadata
  }

  @Test(arguments: [PhotoFileType.jpeg, .heic, .canonRAW])
  func `the orientation of a sidecar doesn't count, since pictures are turned by their files`(
    type: PhotoFileType
  ) throws {
    let packet = try sidecar(.xmp, XMPBuilder.packet(attributes: "tiff:Orientation='6' xmp:Rating='1'"))
    for orientation in [nil, Orientation.down] {
      let metadata = metadata([("IMG_1.jpg.xmp", packet)], of: type) { $0.orientation = orientation }
      #expect(metadata.orientation == orientation && metadata.values[.rating] == .integer(1))
    }
  }

  // MARK: - Google Takeout

  @Test func `the JSON of Takeout tells date, place, texts, people and favorites`() throws {
    let record = try #require(
      try record(
        """
        {"title": "IMG_1.jpg", "description": " By the sea ", "imageViews": "3",
         "creationTime": {"timestamp": "1600000000", "formatted": "…"},
         "photoTakenTime": {"timestamp": "1401012000", "formatted": "25 May 2014, 10:00:00 UTC"},
         "geoData": {"latitude": 48.8, "longitude": -2.5, "altitude": 35.5, "latitudeSpan": 0.0},
         "geoDataExif": {"latitude": 1.0, "longitude": 1.0, "altitude": 1.0},
         "people": [{"name": "Ann"}, {"name": " "}, {"name": "Bob"}, {"other": 1}, 7],
         "url": "https://photos.google.com/photo/x", "favorited": true,
         "googlePhotosOrigin": {"mobileUpload": {"deviceType": "IOS_PHONE"}}}
        """))
    #expect(record.date?.iso8601 == "2014-05-25T10:00:00+00:00")
    #expect(record.date?.source.name == "takeout:photoTakenTime")
    #expect(record.location == GeoLocation(latitude: 48.8, longitude: -2.5, altitude: 35.5))
    let values = record.findings.values
    #expect(values[.title] == .text("IMG_1.jpg") && values[.caption] == .text("By the sea"))
    #expect(values[.people] == .list(["Ann", "Bob"]) && values[.favorite] == .flag(true))
  }

  @Test(
    arguments: [
      (#""geoData":{"latitude":0.0,"longitude":0.0,"altitude":0.0}"#, nil),
      (
        #""geoData":{"latitude":0.0,"longitude":0.0},"geoDataExif":{"latitude":1,"longitude":2,"altitude":0.0}"#,
        GeoLocation(latitude: 1, longitude: 2)
      ),
      (#""geoData":{"latitude":91,"longitude":0}"#, nil), (#""geoData":{"latitude":1}"#, nil),
      (#""geoData":{"latitude":"x","longitude":2}"#, nil), (#""geoData":[1,2]"#, nil),
    ] as [(String, GeoLocation?)])
  func `a place is one that there is`(text: String, place: GeoLocation?) throws {
    #expect(try #require(try record("{\(text)}")).location == place)
  }

  @Test(arguments: [
    (#"{"timestamp":"-86400"}"#, "1969-12-31T00:00:00+00:00"),
    (#"{"timestamp":1401012000}"#, "2014-05-25T10:00:00+00:00"),
    (#"{"timestamp":"0"}"#, nil), (#"{"timestamp":""}"#, nil),
    (#"{"timestamp":"99999999999999999999"}"#, nil),
    (#"{"timestamp":"9223372036854775807"}"#, nil), (#""1401012000""#, nil), ("{}", nil), ("null", nil),
  ])
  func `a date is one that there is`(text: String, date: String?) throws {
    #expect(try #require(try record("{\"photoTakenTime\":\(text)}")).date?.iso8601 == date)
  }

  @Test(arguments: [
    #"{"title":"Trip","description":"","access":"","date":{"timestamp":"0"},"geoData":{"latitude":1,"longitude":2}}"#,
    #"{"albumData":{"title":"Trip","geoData":{}}}"#, #"{"name":"package","title":"x"}"#, "{}", "[]", "12",
  ])
  func `the JSON of an album or of another program says nothing`(text: String) throws {
    #expect(try record(text) == nil)
    #expect(try sidecar(.takeout, text) == .nothing)
  }

  @Test func `Takeout fills in what neither the file nor XMP says`() throws {
    let takeout = try sidecar(
      .takeout,
      """
      {"title":"t","description":"d","photoTakenTime":{"timestamp":"1401012000"},
       "geoData":{"latitude":1,"longitude":2},"people":[{"name":"p"}]}
      """)
    let packet = try sidecar(.xmp, XMPBuilder.packet(elements: "<dc:title>x</dc:title>"))
    let alone = metadata([("IMG_1.jpg.json", takeout)])
    #expect(alone.captureDate?.source == .takeoutPhotoTakenTime)
    #expect(alone.location == GeoLocation(latitude: 1, longitude: 2))
    #expect(alone.values[.title] == .text("t") && alone.values[.people] == .list(["p"]))
    let date = CaptureDate(time: CivilTime(seconds: 1), source: .exifDateTime)
    let both = metadata([("IMG_1.jpg.json", takeout), ("IMG_1.jpg.xmp", packet)]) { metadata in
      metadata.captureDate = date
      metadata.location = GeoLocation(latitude: 3, longitude: 4)
      metadata.values[.caption] = .text("c")
    }
    #expect(both.captureDate == date && both.location == GeoLocation(latitude: 3, longitude: 4))
    #expect(both.values[.title] == .text("x") && both.values[.caption] == .text("c"))
  }

  // MARK: - XMP

  @Test func `XMP goes before the file, field by field, and the first packet before the second`() throws {
    let first = try sidecar(
      .xmp, XMPBuilder.packet(attributes: #"xmp:Rating="5" xmp:CreateDate="2014-05-25T10:00:00""#))
    let second = try sidecar(
      .xmp,
      XMPBuilder.packet(
        attributes: #"xmp:Rating="1" xmp:Label="Red" exif:DateTimeOriginal="2015-05-25T10:00:00""#))
    let found = metadata([("IMG_1.jpg.xmp", first), ("IMG_1_01.jpg.xmp", second)]) { metadata in
      metadata.captureDate = CaptureDate(time: CivilTime(seconds: 1), source: .exifDateTimeOriginal)
      metadata.values[.rating] = .integer(3)
      metadata.values[.label] = .text("Blue")
      metadata.values[.title] = .text("t")
    }
    #expect(found.values[.rating] == .integer(5) && found.values[.label] == .text("Red"))
    #expect(found.values[.title] == .text("t"))
    #expect(found.captureDate?.iso8601 == "2014-05-25T10:00:00")
    #expect(found.captureDate?.source == .xmpCreateDate)
  }

  @Test(
    arguments: [
      ("IMG_1.jpg", "IMG_1.xmp", nil, PhotoFileType.jpeg, false),
      ("IMG_1.jpg", "IMG_1.xmp", "JPG", .jpeg, true),
      ("IMG_1.jpg", "IMG_1.xmp", "CR2", .jpeg, false), ("IMG_1.CR2", "IMG_1.xmp", nil, .canonRAW, true),
      ("IMG_1.CR2", "IMG_1.xmp", "cr2", .canonRAW, true), ("IMG_1.CR2", "IMG_1.XMP", "JPG", .canonRAW, false),
      ("IMG_1.jpg", "IMG_1.jpg.xmp", "CR2", .jpeg, true), ("IMG_1.jpg", "IMG_1.JPG.xmp", nil, .jpeg, true),
      ("IMG_1.jpg", "IMG_1_01.jpg.xmp", nil, .jpeg, true), ("IMG_1", "IMG_1.xmp", nil, .jpeg, true),
    ] as [(String, String, String?, PhotoFileType, Bool)])
  func `a packet under the stem alone is of the file that it means`(
    photo: String, file: String, wanted: String?, type: PhotoFileType, isMeant: Bool
  ) throws {
    let extra = wanted.map { " photoshop:SidecarForExtension=\"\($0)\"" } ?? ""
    let packet = try sidecar(.xmp, XMPBuilder.packet(attributes: "xmp:Rating=\"5\"" + extra))
    let found = metadata([(file, packet)], of: type, named: FileName(unchecked: Array(photo.utf8)))
    #expect((found.values[.rating] != nil) == isMeant)
  }

  // MARK: - Edits

  @Test(arguments: [
    "<?xml version=\"1.0\"?><plist/>", "bplist00\u{0}\u{1}", "IMG_1.aae", "\n",
    String(repeating: "ä", count: 31) + "a" + "ä",
  ])
  func `a list of edits says that the photo was edited`(text: String) throws {
    let list = try sidecar(.editList, text)
    #expect(metadata([("IMG_1.AAE", list)]).values[.edited] == .flag(true))
  }

  @Test(
    arguments: [
      (SidecarKind.editList, [0xFF, 0xD8, 0xFF, 0xE0]), (.editList, [0, 0, 0]), (.editList, []), (.xmp, []),
      (.takeout, []), (.takeout, [0x7B]), (.xmp, Array("<x:xmpmeta>".utf8)), (.xmp, Array("no XML".utf8)),
      (.xmp, Array("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>".utf8)),
    ] as [(SidecarKind, [UInt8])])
  func `a damaged sidecar is refused with a reason`(kind: SidecarKind, bytes: [UInt8]) throws {
    #expect {
      try Sidecar(kind, Bytes(bytes))
    } throws: {
      !(($0 as? Sidecar.Damage)?.reason ?? "").isEmpty
    }
  }

  @Test func `a tag of a packet may be long, as those of converters of RAW are`() throws {
    let mask = String(repeating: "00", count: 600_000)
    let packet = XMPBuilder.packet(attributes: "xmp:Rating='5' xmpMM:Mask='\(mask)'")
    let found = metadata([("IMG_1.jpg.xmp", try sidecar(.xmp, packet))])
    #expect(found.values[.rating] == .integer(5))
  }

  @Test func `a packet that says nothing of the photo is none`() throws {
    #expect(try sidecar(.xmp, " \n" + XMPBuilder.packet(attributes: "")) == .nothing)
    #expect(try sidecar(.xmp, "<svg/>") == .nothing)
    #expect(metadata([("IMG_1.jpg.xmp", .nothing)]) == PhotoMetadata(fileType: .jpeg))
  }
}
