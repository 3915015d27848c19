import Testing

@testable import PhotoFormats

/// The metadata fields that the items of a HEIF file determine.
struct PictureItemFieldTests {
  private func values(_ bytes: [UInt8]) -> MetadataValues { PhotoMetadata.read(ByteSource(bytes)).values }

  private func values(_ properties: [[UInt8]]) -> MetadataValues {
    var file = PictureFile()
    file.properties += properties
    return values(file.bytes)
  }

  /// A property that says what an auxiliary picture is.
  private func auxiliary(_ name: String) -> [UInt8] { fullBox("auxC", latin(name), [0, 1, 2]) }

  /// A colour by numbers, with a transfer.
  private func colour(_ transfer: Int) -> [UInt8] {
    box("colr", latin("nclx"), be16(9), be16(transfer), be16(9), [0x80])
  }

  private func bits(_ count: UInt8) -> [UInt8] { fullBox("pixi", [3, count, count, count]) }

  @Test(
    arguments: [
      ("urn:com:apple:photo:2020:aux:hdrgainmap", true, false), ("urn:mpeg:hevc:2015:auxid:2", false, true),
      ("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", false, true),
      ("urn:com:apple:photo:2021:aux:depth", false, true), ("urn:mpeg:hevc:2015:auxid:1", false, false),
      ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", false, false), ("", false, false),
    ])
  func `auxiliary pictures are told by their names`(name: String, isGainMap: Bool, isDepth: Bool) {
    let values = values([auxiliary(name)])
    #expect(values[.hdr] == (isGainMap ? .flag(true) : nil))
    #expect(values[.depth] == (isDepth ? .flag(true) : nil))
  }

  @Test func `a name that is cut off or in another property is none`() {
    #expect(values([fullBox("auxC")])[.depth] == nil)
    #expect(values([box("auxC", [0, 0])])[.depth] == nil)
    #expect(values([fullBox("free", latin("urn:mpeg:hevc:2015:auxid:2\0"))])[.depth] == nil)
  }

  @Test func `a tone-mapped item makes a picture one of high dynamic range`() {
    var file = PictureFile()
    #expect(values(file.bytes)[.hdr] == nil)
    file.infoEntries.append(fullBox("infe", version: 2, be16(3), be16(0), latin("tmap"), [0]))
    #expect(values(file.bytes)[.hdr] == .flag(true))
  }

  @Test(
    arguments: [(16, 10, true), (18, 12, true), (16, 8, false), (13, 10, false), (1, 8, false)]
      as [(Int, UInt8, Bool)])
  func `PQ and HLG in ten bits are a high dynamic range`(transfer: Int, bits: UInt8, isHigh: Bool) {
    #expect(values([colour(transfer), self.bits(bits)])[.hdr] == (isHigh ? .flag(true) : nil))
    #expect(values([self.bits(bits), colour(transfer)])[.hdr] == (isHigh ? .flag(true) : nil))
  }

  @Test func `the bits are also those of the coding`() {
    let hevc = [UInt8](repeating: 0, count: 17)
    #expect(values([colour(16), box("hvcC", hevc, [0xFA])])[.hdr] == .flag(true))
    #expect(values([colour(16), box("hvcC", hevc, [0xF8])])[.hdr] == nil)
    #expect(values([colour(18), box("av1C", [0x81, 0, 0x4C, 0])])[.hdr] == .flag(true))
    #expect(values([colour(18), box("av1C", [0x81, 0, 0x0C, 0])])[.hdr] == nil)
  }

  @Test func `the colours of other items are not those of the picture`() {
    var file = PictureFile()
    file.properties += [colour(16), bits(10)]
    file.association = fullBox("ipma", be32(2), be16(1), [1, 1], be16(2), [2, 2, 3])
    #expect(values(file.bytes)[.hdr] == nil)
  }

  @Test func `a sequence counts the pictures of its track, with items and without`() {
    let track = trak("pict", media: samples("av01", count: 12, duration: 600))
    let alpha = trak("auxv", media: samples("av01", count: 7, duration: 600))
    let movie = box("moov", mvhd(), alpha, track)
    let items = values(PictureFile().bytes + movie)
    #expect(items[.frameCount] == .integer(12))
    #expect(items[.codec] == nil, "what is coded is a picture")
    #expect(values(ftyp("avis", "avis") + movie)[.frameCount] == .integer(12))
  }

  @Test(arguments: [0, 1, 0xFFFF_FFFF])
  func `one picture is no sequence, and a file holds no more pictures than bytes`(count: Int) {
    let movie = box("moov", mvhd(), trak("pict", media: samples("av01", count: count, duration: 600)))
    #expect(values(PictureFile().bytes + movie)[.frameCount] == nil)
  }

  @Test func `a film behind the picture is told with its bytes`() {
    let picture = PictureFile().bytes
    let film = ftyp("mp42") + box("moov", mvhd(), trak())
    let values = values(picture + box("free", [1, 2, 3]) + box("mpvd", film))
    #expect(values[.motion] == .flag(true))
    #expect(values[.motionOffset] == .integer(Int64(picture.count + 11 + 8)))
    #expect(values[.motionLength] == .integer(Int64(film.count)))
    #expect(values[.duration] == nil)
  }

  @Test func `a film that is empty, cut off or something else is none`() {
    let picture = PictureFile().bytes
    #expect(values(picture + box("mpvd"))[.motion] == nil)
    #expect(values(picture + box("mpvd", box("free", [1, 2, 3, 4])))[.motion] == nil)
    #expect(values(picture + box("mpvd", ftyp("mp42")))[.motion] == nil)
    let film = box("mpvd", ftyp("mp42") + box("moov", mvhd(), trak()))
    #expect(values(picture + film)[.motion] == .flag(true))
    #expect(values(picture + Array(film.dropLast()))[.motion] == nil)
  }
}
