import Testing

@testable import PhotoFormats

/// The declared fields of movies, except for the duration.
struct MovieFieldTests {
  private func values(_ children: [UInt8]..., behind: [UInt8] = []) -> MetadataValues {
    let file = ftyp("qt  ") + box("moov", children.flatMap { $0 }) + behind
    return PhotoMetadata.read(ByteSource(file)).values
  }

  private func packet(_ attributes: String) -> [UInt8] {
    Array(XMPBuilder.packet(attributes: attributes).utf8)
  }

  private static let packetType: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  @Test(
    arguments: [("hvc1", "hvc1"), ("raw ", "raw"), ("\0\0\0\0", nil), ("av0\u{1}", nil)]
      as [(String, String?)])
  func `the coding is that of the video that is shown`(type: String, codec: String?) {
    let sound = trak("soun", width: 0, height: 0, media: samples("mp4a", count: 9, duration: 9))
    let video = trak(media: samples(type, count: 90, duration: 1800))
    #expect(values(mvhd(), sound, video)[.codec] == codec.map { .text($0) })
  }

  @Test func `a track of anything but video tells neither coding nor rate`() {
    let values = values(mvhd(), trak("text", media: samples("text", count: 90, duration: 1800)))
    #expect(values[.codec] == nil)
    #expect(values[.frameRate] == nil)
  }

  @Test(arguments: [0, 1], ["stsz", "stz2"])
  func `the rate is the number of pictures over their length`(version: Int, sizes: String) {
    let media = samples(count: 90, duration: 1800, version: version, sizes: sizes)
    #expect(values(mvhd(), trak(media: media))[.frameRate] == .number(30))
  }

  @Test(
    arguments: [
      (0, 600, 1800), (90, 0, 1800), (90, 600, 0), (90, 600, 0xFFFF_FFFF), (0xFFFF_FFFF, 600, 600),
    ])
  func `no rate without pictures, without a length, or beyond any camera`(
    count: Int, unitsPerSecond: Int, duration: Int
  ) {
    let media = samples(count: count, unitsPerSecond: unitsPerSecond, duration: duration)
    let values = values(mvhd(), trak(media: media))
    #expect(values[.frameRate] == nil)
    #expect(values[.codec] == .text("hvc1"))
  }

  @Test func `a movie with a track of sound has sound`() {
    #expect(values(mvhd(), trak(), trak("soun", width: 0, height: 0))[.audio] == .flag(true))
    #expect(values(mvhd(), trak())[.audio] == nil)
  }

  @Test(arguments: ["com.apple.quicktime.", ""])
  func `named keys fill the fields, with Apple's prefix and without`(prefix: String) {
    let texts = [
      ("title", " Kyoto "), ("description", "Under the torii"), ("author", "Ann"), ("copyright", "2014 Ann"),
      ("software", "12.1.2"), ("keywords", "travel, Japan,"), ("content.identifier", "5D02E7A1"),
    ]
    let values = values(keysMeta(texts.map { (key: prefix + $0.0, text: $0.1) }))
    #expect(values[.title] == .text("Kyoto"))
    #expect(values[.caption] == .text("Under the torii"))
    #expect(values[.creators] == .list(["Ann"]))
    #expect(values[.copyright] == .text("2014 Ann"))
    #expect(values[.software] == .text("12.1.2"))
    #expect(values[.keywords] == .list(["travel", "Japan"]))
    #expect(values[.contentIdentifier] == .text("5D02E7A1"))
  }

  @Test func `user data and the item list fill the fields that no named key fills`() {
    let list = box(
      "ilst", dataItem(latin("©nam"), "List"), dataItem(latin("©too"), "Encoder"),
      dataItem(latin("cprt"), "2014 Bob"))
    let meta = fullBox("meta", fullBox("hdlr", be32(0), latin("mdir"), be32(0), be32(0), be32(0), [0]), list)
    let userData = box("udta", userText("©des", "Caption"), userText("©aut", "Ann, Bob"), meta)
    let plain = values(userData)
    #expect(plain[.title] == .text("List"))
    #expect(plain[.software] == .text("Encoder"))
    #expect(plain[.copyright] == .text("2014 Bob"))
    #expect(plain[.caption] == .text("Caption"))
    #expect(plain[.creators] == .list(["Ann, Bob"]))
    let named = values(userData, keysMeta([("com.apple.quicktime.title", "Named")]))
    #expect(named[.title] == .text("Named"))
  }

  @Test func `the texts of 3GPP fill the fields, in UTF-8 and UTF-16`() {
    func text(_ type: String, _ bytes: [UInt8]) -> [UInt8] { fullBox(type, be16(0x15C7), bytes) }
    let wide: [UInt8] = [0xFE, 0xFF, 0, 0x41, 0x4E, 0xAC, 0, 0, 0, 0x42]
    let values = values(
      box(
        "udta", text("titl", Array("Kyōto\0".utf8)), text("dscp", wide), text("auth", latin("Ann\0")),
        text("cprt", latin("2014 Ann"))))
    #expect(values[.title] == .text("Kyōto"))
    #expect(values[.caption] == .text("A京"))
    #expect(values[.creators] == .list(["Ann"]))
    #expect(values[.copyright] == .text("2014 Ann"))
  }

  @Test func `the recorder of a screen is no creator`() {
    #expect(values(keysMeta([("com.apple.quicktime.author", "ReplayKitRecording")]))[.creators] == nil)
  }

  @Test func `XMP is read in the user data and behind the movie, and wins over named keys`() {
    let xmp = packet("xmp:CreatorTool='Premiere' xmp:Rating='4'")
    let key = keysMeta([("com.apple.quicktime.software", "12.1.2")])
    for values in [
      values(key, box("udta", box("XMP_", xmp))), values(key, behind: box("uuid", Self.packetType, xmp)),
    ] {
      #expect(values[.rating] == .integer(4))
      #expect(values[.software] == .text("Premiere"))
    }
    let other = box("uuid", [UInt8](repeating: 7, count: 16), xmp)
    #expect(values(key, behind: other)[.rating] == nil)
    let fragment = box("moof", [1, 2, 3]) + box("uuid", Self.packetType, xmp)
    #expect(values(key, behind: fragment)[.rating] == nil, "the boxes of fragments are not walked")
  }

  @Test func `the date of a movie is never that of XMP, its place is if it tells none itself`() {
    let xmp = packet(
      "xmp:CreateDate='2020-01-01T00:00:00' xmp:Rating='4' exif:GPSLatitude='48,30N' exif:GPSLongitude='2,15E'"
    )
    let file = ftyp("mp42") + box("moov", mvhd(), trak()) + box("uuid", Self.packetType, xmp)
    let metadata = PhotoMetadata.read(ByteSource(file))
    #expect(metadata.values[.rating] == .integer(4))
    #expect(metadata.captureDate?.source == .quickTimeCreateDate)
    #expect(metadata.location == GeoLocation(latitude: 48.5, longitude: 2.25))
  }

  @Test func `Canon's RAW has XMP behind its movie box`() {
    let file =
      ftyp("crx ") + box("moov", trak()) + box("uuid", Self.packetType, packet("xmp:Rating='3'"))
    #expect(PhotoMetadata.read(ByteSource(file)).values[.rating] == .integer(3))
  }

  @Test func `a movie cut anywhere and with any byte changed does not trap`() {
    let list = keysMeta([("com.apple.quicktime.keywords", "a,b")])
    let bytes =
      ftyp("qt  ")
      + box("moov", trak(media: samples(count: 90, duration: 1800)), list)
      + box("uuid", Self.packetType, packet("xmp:Rating='3'"))
    for index in bytes.indices {
      #expect(PhotoMetadata.read(ByteSource(Array(bytes.prefix(index)))).values[.audio] == nil)
      for value in [0, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        #expect(PhotoMetadata.read(ByteSource(changed)).values[.audio] == nil)
      }
    }
  }
}
