import Testing

@testable import PhotoFormats

/// Extreme times, durations, tracks and strings of movies.
struct MovieLimitTests {
  private func read(_ children: [UInt8]..., brand: String = "mp42") -> HeaderFields {
    readISOMedia(ftyp(brand, brand) + box("moov", children.flatMap { $0 })).fields
  }

  /// A movie header of version 0 (32 bits) or 1 (64 bits).
  private func header(_ version: Int, created: UInt64 = 0, scale: Int = 600, duration: UInt64) -> [UInt8] {
    let size = version == 0 ? 4 : 8
    return fullBox(
      "mvhd", version: version, be(created, size), be(0, size), be32(scale), be(duration, size))
  }

  @Test(
    arguments: [
      (0, nil), (1, "1970-01-01T00:00:01Z"), (2_082_844_799, "2036-01-01T23:59:59Z"), (2_082_844_800, nil),
      (2_082_844_801, "1970-01-01T00:00:01Z"), (4_294_967_295, "2040-02-06T06:28:15Z"),
      (255_485_145_599, "9999-12-31T23:59:59Z"), (255_485_145_600, nil), (.max, nil),
    ] as [(UInt64, String?)])
  func `seconds count from 1904, or from 1970 if that would be before it`(seconds: UInt64, date: String?) {
    let expected = date.flatMap { DateText($0)?.captureDate(.quickTimeCreateDate) }
    #expect((expected == nil) == (date == nil))
    #expect(read(header(1, created: seconds, duration: 600)).containerDate == expected)
    guard seconds <= UInt32.max else { return }
    #expect(read(header(0, created: seconds, duration: 600)).containerDate == expected)
  }

  @Test(
    arguments: [
      (0, 600, 0, 0), (0, 600, 1, 1.0 / 600), (0, 1, 0xFFFF_FFFE, 4_294_967_294), (0, 1, 0xFFFF_FFFF, nil),
      (1, 1, 0xFFFF_FFFF, 4_294_967_295), (1, 1, 1 << 53, 9_007_199_254_740_992), (1, 1, .max, nil),
      (0, 0, 0, nil), (0, 0, 600, nil), (1, 0, 600, nil),
      (0, 0xFFFF_FFFF, 0xFFFF_FFFE, 4_294_967_294.0 / 4_294_967_295),
    ] as [(Int, Int, UInt64, Double?)])
  func `a length counts units, and all bits set say that it is not known`(
    version: Int, scale: Int, duration: UInt64, seconds: Double?
  ) {
    #expect(read(header(version, scale: scale, duration: duration)).findings.duration == seconds)
  }

  @Test(
    arguments: [
      (0, 0, 1200, 2), (0, 1, 1200, 2), (0, 0, 0, 0), (0, 0, 0xFFFF_FFFF, 0),
      (0, 1, 0xFFFF_FFFF, 7_158_278.825),
      (0, 1, .max, 0), (600, 0, 1200, 1), (0xFFFF_FFFF, 0, 1200, 2), (0xFFFF_FFFF, 0, 0xFFFF_FFFF, nil),
    ] as [(UInt64, Int, UInt64, Double?)])
  func `fragments have the say if the movie has no length`(
    duration: UInt64, version: Int, fragments: UInt64, seconds: Double?
  ) {
    let extends = box("mvex", fullBox("mehd", version: version, be(fragments, version == 0 ? 4 : 8)))
    #expect(read(header(0, duration: duration), extends).findings.duration == seconds)
    #expect(read(extends, header(0, duration: duration)).findings.duration == seconds)
  }

  @Test func `a header that is cut off tells what it still has`() {
    let extends = box("mvex", fullBox("mehd", be32(1200)))
    let scaled = read(fullBox("mvhd", be32(secondsSince1904), be32(0), be32(600)), extends)
    #expect(scaled.findings.duration == 2)
    let unscaled = read(fullBox("mvhd", be32(secondsSince1904), be32(0), [0, 0, 2]), extends)
    #expect(unscaled.findings.duration == nil)
    #expect(unscaled.containerDate == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreateDate))
    #expect(read(extends).findings.duration == nil)
  }

  @Test func `256 tracks are looked at`() {
    let text = trak("text", width: 0, height: 0)
    let many = Array(repeatElement(text, count: 255).joined())
    #expect(read(many, trak()).pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(read(many, text, trak()).pixelSize == nil)
  }

  @Test func `a side is a fixed-point number unless it is too small for one`() {
    #expect(
      read(trak(width: 0xF_FFFF, height: 0x10_0000)).pixelSize == PixelSize(width: 0xF_FFFF, height: 16))
    #expect(read(trak(width: 0x10_FFFF, height: 1)).pixelSize == PixelSize(width: 16, height: 1))
    #expect(read(trak(width: 0, height: 1)).pixelSize == nil)
  }

  private func make(of keys: [(key: String, text: String)]) -> String? {
    read(keysMeta(keys)).containerCamera?.make
  }

  @Test func `the first and the last key are read, and keys without a name`() {
    let make = (key: "com.apple.quicktime.make", text: "Apple")
    #expect(self.make(of: [make]) == "Apple")
    #expect(self.make(of: [("", "none"), make]) == "Apple")
    #expect(self.make(of: [make, ("com.apple.quicktime.make", "Other")]) == "Apple")
    let other = [(key: String, text: String)](repeating: ("x", "y"), count: 1023)
    #expect(self.make(of: other + [make]) == "Apple")
    #expect(self.make(of: other + [("x", "y"), make]) == nil)
  }

  @Test(arguments: [(0, nil), (1, "Apple"), (2, nil)] as [(Int, String?)])
  func `items count their keys from 1`(number: Int, expected: String?) {
    let keys = fullBox("keys", be32(1), be32(32), latin("mdtacom.apple.quicktime.make"))
    let meta = box("meta", box("hdlr", be32(0)), keys, box("ilst", dataItem(be32(number), "Apple")))
    #expect(read(meta).containerCamera?.make == expected)
  }

  @Test(arguments: [(20, true), (21, true), (22, false)])
  func `a number of a place has 24 digits at most`(decimals: Int, isRead: Bool) {
    let text = "+27." + String(repeating: "0", count: decimals) + "+100/"
    #expect((GeoLocation(iso6709: Bytes(latin(text))) == GeoLocation(latitude: 27, longitude: 100)) == isRead)
  }

  @Test func `the first of several dates and places counts`() {
    let numbers = [0] + be32(10 << 16) + be32(20 << 16) + be32(0)
    let others = [0] + be32(30 << 16) + be32(40 << 16) + be32(0)
    let fields = read(
      box(
        "udta", userText("©day", "2014-05-25T10:00:00Z"), userText("©day", "2015-05-25T10:00:00Z"),
        fullBox("loci", be16(0), [0], numbers), fullBox("loci", be16(0), [0], others)))
    #expect(fields.containerDate == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreationDate))
    #expect(fields.containerLocation == GeoLocation(latitude: 20, longitude: 10, altitude: 0))
  }

  @Test func `Canon's box is neither the first of its kind nor another that begins alike`() {
    let type: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    func blocks(_ make: String) -> [UInt8] {
      box(
        "CMT1",
        TIFFBuilder().file([
          [.init(0x0100, .long([6000])), .init(0x0101, .long([4000])), .init(0x010F, .ascii(make))]
        ]))
    }
    let file =
      ftyp("crx ")
      + box(
        "moov", box("uuid", [UInt8](repeating: 7, count: 16), blocks("Other")),
        box("free", type, blocks("Free")),
        box("uuid", type, blocks("Canon")), trak())
    let (fields, damage) = readISOMedia(file)
    #expect(damage == nil)
    #expect(fields.exif?.make == "Canon")
    #expect(fields.pixelSize == PixelSize(width: 6000, height: 4000))
  }
}
