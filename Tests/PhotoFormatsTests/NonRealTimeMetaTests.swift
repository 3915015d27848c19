import Testing

@testable import PhotoFormats

/// The XML of Sony's videos.
struct NonRealTimeMetaTests {
  private static let position = [
    "LatitudeRef": "N", "Latitude": "35:37:12.000", "LongitudeRef": "W", "Longitude": "139:44:24.500",
    "AltitudeRef": "1", "Altitude": "12.5", "TimeStamp": "12:25:57.250", "Status": "A",
    "DateStamp": "2018:02:25",
  ]

  private func xml(_ more: String = "", position: [String: String] = [:]) -> String {
    let items = position.sorted { $0.key < $1.key }.map { "<Item name='\($0.key)' value='\($0.value)'/>" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.20">
      <CreationDate value="2018-02-25T21:25:58+09:00"/>\(more)
      <Device manufacturer="Sony" modelName="ILCE-7SM3" serialNo="0"/>
      <AcquisitionRecord><Group name="CameraUnitMetadataSet"><Item name="Latitude" value="1:2:3"/></Group>
      <Group name="ExifGPS">\(items.joined())</Group></AcquisitionRecord>
      </NonRealTimeMeta>
      """
  }

  private func meta(_ xml: String) -> [UInt8] {
    fullBox(
      "meta", fullBox("hdlr", be32(0), latin("nrtm"), be32(0), be32(0), be32(0), [0]),
      fullBox("xml ", Array(xml.utf8)))
  }

  private func read(inMovie: [UInt8] = [], behind: [UInt8] = []) -> PhotoMetadata {
    .read(ByteSource(ftyp("mp42") + box("moov", mvhd(), trak(), inMovie) + behind))
  }

  @Test func `local time, camera and lens are those in the XML, in the movie box or next to it`() {
    let bytes = meta(xml("<Lens modelName='FE 24-70mm F2.8 GM'/>") + "\0")
    for metadata in [read(inMovie: bytes), read(inMovie: box("udta", bytes)), read(behind: bytes)] {
      #expect(metadata.captureDate?.iso8601 == "2018-02-25T21:25:58+09:00")
      #expect(metadata.camera == Camera(make: "Sony", model: "ILCE-7SM3"))
      #expect(metadata.values[.lens] == .text("FE 24-70mm F2.8 GM"))
      #expect(metadata.location == nil && metadata.damage == nil)
    }
    #expect(read(inMovie: meta(xml("<Lens modelName='----'/>"))).values[.lens] == nil)
  }

  @Test func `named keys precede the XML`() {
    let keys = keysMeta([("com.apple.quicktime.make", "Other")])
    #expect(read(inMovie: keys, behind: meta(xml())).camera == Camera(make: "Other", model: "ILCE-7SM3"))
  }

  @Test func `the position has degrees, minutes and seconds, and the time of the fix`() throws {
    let found = try #require(read(behind: meta(xml(position: Self.position))).location)
    #expect(abs(found.latitude - 35.62) < 1e-9)
    #expect(abs(found.longitude + 139.7401388889) < 1e-9)
    #expect(found.altitude == -12.5)
    #expect(found.timestamp?.iso8601 == "2018-02-25T12:25:57.25Z")
  }

  @Test(
    arguments: [
      ("Status", "V"), ("Latitude", "91:0:0"), ("Latitude", "35:-1:0"), ("Longitude", ""),
      ("Longitude", "1:2:3:4"),
      ("Longitude", "a:b"),
    ])
  func `a position without a fix or with invalid numbers is none`(name: String, value: String) {
    let position = Self.position.merging([name: value]) { $1 }
    #expect(read(behind: meta(xml(position: position))).location == nil)
  }

  @Test func `XML of another kind, cut off or with a document type does not count or trap`() {
    let other = "<Other><Device manufacturer='Sony'/></Other>"
    #expect(read(behind: meta(other)).camera == nil)
    #expect(read(behind: meta(other.replacing("Other", with: "NonRealTimeMeta"))).camera?.make == "Sony")
    #expect(
      read(behind: meta("<!DOCTYPE a [<!ENTITY b 'c'>]>" + other.replacing("Other", with: "NonRealTimeMeta")))
        .camera == nil)
    let text = xml(position: Self.position)
    for count in stride(from: 0, to: text.utf8.count, by: 7) {
      #expect(read(behind: meta(String(text.prefix(count)))).damage == nil)
    }
  }
}
