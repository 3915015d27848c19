import Testing

@testable import PhotoFormats

/// Gain maps, panoramas and places of videos in XMP.
struct XMPOriginTests {
  /// A film of 200 bytes.
  private static let film = MotionPhotoTests.film(count: 200)
  /// A second picture, of 40 bytes.
  private static let gainMap = [0xFF, 0xD8] + [UInt8](repeating: 0, count: 38)

  /// The film, given by its distance from the end of the file and the length.
  private struct Film: Equatable {
    let distance: Int64
    let length: Int64
  }

  private func read(
    _ attributes: String, _ parts: [String] = [], trailer: [UInt8] = []
  ) -> (values: MetadataValues, film: Film?) {
    let items = parts.map { "<rdf:Description><Container:Item \($0)/></rdf:Description>" }
    let directory = items.isEmpty ? "" : XMPBuilder.array("Container:Directory", items, kind: "Seq")
    let packet = JPEGBuilder.xmp(XMPBuilder.packet(attributes: attributes, elements: directory))
    let file = JPEGBuilder.file([packet], trailer: trailer)
    let values = PhotoMetadata.read(ByteSource(file)).values
    guard case .integer(let offset) = values[.motionOffset], case .integer(let length) = values[.motionLength]
    else { return (values, nil) }
    return (values, Film(distance: Int64(file.count) - offset, length: length))
  }

  @Test func `the film of a micro video stands at the end of the file`() {
    let found = read("GCamera:MicroVideo='1' GCamera:MicroVideoOffset='200'", trailer: Self.film + Self.film)
    #expect(found.values[.motion] == .flag(true))
    #expect(found.film == Film(distance: 200, length: 200))
  }

  @Test func `the film of a motion photo stands among the parts of the file`() {
    let primary = "Item:Semantic='Primary' Item:Mime='image/jpeg'"
    let motion = "Item:Semantic='MotionPhoto' Item:Mime='video/mp4' Item:Length='200' Item:Padding='0'"
    let map = "Item:Semantic='GainMap' Item:Length='40'"
    let last = read(
      "GCamera:MotionPhoto='1'", [primary, map, motion], trailer: Self.film + Self.gainMap + Self.film)
    #expect(last.values[.motion] == .flag(true))
    #expect(last.values[.hdr] == .flag(true))
    #expect(last.film == Film(distance: 200, length: 200))
    let first = read(
      "GCamera:MotionPhoto='1'", [primary, motion, map], trailer: Self.film + Self.film + Self.gainMap)
    #expect(first.film == Film(distance: 240, length: 200))
  }

  @Test(arguments: ["-200", "9223372036854775807", "99999999999999999999"])
  func `impossible lengths of parts neither trap nor hide the film`(length: String) {
    let parts = [
      "Item:Semantic='MotionPhoto' Item:Length='200'", "Item:Semantic='GainMap' Item:Length='\(length)'",
    ]
    let found = read("GCamera:MotionPhoto='1'", parts, trailer: Self.film + Self.gainMap)
    #expect(found.film == Film(distance: 240, length: 200))
  }

  @Test func `a photo that says it has no film has none`() {
    for attributes in ["GCamera:MotionPhoto='0'", "GCamera:MicroVideo='0'", "GCamera:MotionPhotoVersion='1'"]
    {
      let found = read(attributes + " GCamera:MicroVideoOffset='200'", trailer: Self.film)
      #expect(found.values[.motion] == nil)
      #expect(found.film == nil)
    }
  }

  @Test(
    arguments: [
      "hdrgm:Version='1.0'", "hdrgm:GainMapMax='2.3'", "HDRGainMap:HDRGainMapVersion='65536'",
      "HDRGainMap:HDRGainMapHeadroom='4.1'",
    ]
  ) func `properties of a gain map tell a high dynamic range`(attributes: String) {
    #expect(read(attributes).values[.hdr] == .flag(true))
    #expect(read("xmp:Label='x'").values[.hdr] == nil)
  }

  @Test func `a photo sphere is a panorama with a projection`() {
    let sphere = read("GPano:ProjectionType='equirectangular'")
    #expect(sphere.values[.panorama] == .flag(true))
    #expect(sphere.values[.projection] == .text("equirectangular"))
    #expect(read("GPano:UsePanoramaViewer='True'").values[.panorama] == .flag(true))
    #expect(read("xmp:Label='x'").values[.panorama] == nil)
  }
}
