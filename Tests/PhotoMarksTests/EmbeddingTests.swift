import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoMarks

/// Marks in photos.
struct EmbeddingTests: MarkingTests {
  let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func embed(_ name: FilePath, _ change: MarkChange) throws -> [MarkedPhoto.Outcome] {
    try PhotoMarker(journals: journals).embed(change, in: asset(name)).map(\.outcome)
  }

  private static let change = MarkChange(
    rating: Rating(rawValue: 4), label: .set("Red"), addedKeywords: ["Travel/Kyoto", "Rain"],
    title: .set("Pavilion <&>"), caption: .set("Nach dem Regen – 雨"))

  static func packet(_ attributes: String, padding: Int = 0) -> [UInt8] {
    Array(
      """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(attributes)/></rdf:RDF></x:xmpmeta>\
      \(String(repeating: " ", count: padding))<?xpacket end="w"?>
      """.utf8)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  static func xmp(_ packet: [UInt8]) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
  }

  /// A JPEG with more segments after SOI.
  private static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
    let picture = PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.padding = 1000 }
    return picture.prefix(2) + Array(segments.joined()) + picture.dropFirst(2)
  }

  /// A TIFF of 1 × 1 pixels with an additional text.
  private static func tiff(caption: String? = nil, isBig: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = withUnsafeBytes(of: UInt64(value).littleEndian, Array.init).prefix(size)
      return isBig ? bytes.reversed() : Array(bytes)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      let field = type == 3 ? number(value, 2) + [0, 0] : number(value, 4)
      return number(tag, 2) + number(type, 2) + number(count, 4) + field
    }
    var text = Array((caption ?? "").utf8) + [0]
    let count = text.count
    if count % 2 == 1 { text.append(0) }
    var entries = [
      entry(256, 3, 1, 1), entry(257, 3, 1, 1), entry(258, 3, 1, 8), entry(259, 3, 1, 1), entry(262, 3, 1, 1),
    ]
    if caption != nil { entries.append(entry(270, 2, count, 10)) }
    entries += [entry(273, 4, 1, 8), entry(277, 3, 1, 1), entry(278, 3, 1, 1), entry(279, 4, 1, 1)]
    var file = Array((isBig ? "MM" : "II").utf8) + number(42, 2)
    file += number(10 + text.count, 4) + [0x7F, 0] + text
    file += number(entries.count, 2)
    for entry in entries { file += entry }
    return file + number(0, 4)
  }

  private static let photos: [(name: FilePath, bytes: [UInt8])] = [
    ("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.padding = 5000 }),
    ("b.jpg", jpeg(xmp(packet("xmp:Rating=\"1\" xmp:CreatorTool=\"Other\"", padding: 3000)))),
    ("c.jpg", jpeg(xmp(packet("xmp:Rating=\"1\" xmp:CreatorTool=\"Other\"")))),
    ("d.png", PictureBuilder.png()), ("e.tif", tiff()), ("f.tif", tiff(isBig: true)),
    ("g.jpg", jpeg(segment(0xE0, Array("JFIF\0".utf8)), segment(0xE2, Array("MPF\0".utf8)))),
  ]

  @Test(arguments: photos.indices)
  func `marks are read back, the rest of the file is the same, and undo restores it`(index: Int) throws {
    let (name, bytes) = Self.photos[index]
    try tree.file(name, bytes)
    let (before, date) = (try asset(name), try asset(name).date)
    #expect(try embed(name, Self.change) == [.changed])
    let after = try asset(name)
    #expect(after.values[.rating] == .integer(4) && after.values[.label] == .text("Red"))
    #expect(after.values[.keywords] == .list(["Kyoto", "Rain"]))
    #expect(after.values[.keywordTree] == .list(["Travel/Kyoto", "Rain"]))
    #expect(after.values[.title] == .text("Pavilion <&>"))
    #expect(after.values[.caption] == .text("Nach dem Regen – 雨"))
    #expect(after.pixelSize == before.pixelSize && after.date == date && after.damage == before.damage)
    #expect(after.values[.software] == before.values[.software])
    #expect(try embed(name, Self.change) == [.unchanged])
    // A second change fits into the padding.
    let first = tree.bytes(name)
    #expect(try embed(name, MarkChange(rating: Rating(rawValue: 5))) == [.changed])
    #expect(try asset(name).values[.rating] == .integer(5))
    #expect(tree.bytes(name)?.count == first?.count || name == "c.jpg")
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(tree.bytes(name) == first)
    #expect(try undo()?.problems == [])
    #expect(tree.bytes(name) == bytes)
    #expect(try undo() == nil)
    #expect(tree.names() == [name.string, "state"])
  }

  @Test func `a packet with padding keeps its size and place`() throws {
    let bytes = Self.jpeg(Self.xmp(Self.packet("xmp:Rating=\"1\"", padding: 3000)))
    try tree.file("a.jpg", bytes)
    #expect(try embed("a.jpg", Self.change) == [.changed])
    #expect(tree.bytes("a.jpg")?.count == bytes.count)
  }

  private static let dated: [(name: FilePath, bytes: [UInt8])] =
    photos + [
      (
        "h.jpg",
        PictureBuilder.jpeg("2014:05:13 12:00:00") {
          $0.offset = "+02:00"
          $0.make = "Canon"
          $0.place = (48, 2, 35)
          $0.placeSeconds = (3, 1)
          $0.padding = 100
        }
      ),
      // Without Exif.
      (
        "i.jpg",
        [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0\u{1}\u{1}".utf8)) + PictureBuilder.jpeg().suffix(23)
      ),
    ]

  @Test(arguments: dated.indices)
  func `dates and positions are read back from Exif and XMP, and undo restores the photo`(index: Int) throws {
    let (name, bytes) = Self.dated[index]
    try tree.file(name, bytes, modified: 1_400_000_000)
    let before = try asset(name)
    let place = try #require(GeoLocation(latitude: 35.0394, longitude: -135.7292, altitude: 91.5))
    let change = MarkChange(rating: Rating(rawValue: 3), place: .set(place))
    let isDated = before.date?.source != .file
    let shift = isDated ? ClockCorrection(shift: ClockShift("+1:02:03")) : nil
    let marked = try PhotoMarker(journals: journals).embed(change, in: before, correcting: shift)
    #expect(marked.map(\.outcome) == [.changed])
    let after = try asset(name)
    let found = try #require(after.location)
    #expect(abs(found.latitude - 35.0394) < 1e-7 && abs(found.longitude + 135.7292) < 1e-7)
    #expect(found.altitude == 91.5 && found.timestamp == nil)
    #expect(after.values[.rating] == .integer(3) && after.camera == before.camera)
    if isDated {
      let date = try #require(before.date), corrected = try #require(after.date)
      #expect(
        corrected.time.seconds == date.time.seconds + 3723 && corrected.offsetMinutes == date.offsetMinutes)
      #expect(marked.first?.date?.after.time == corrected.time)
    }
    let hasExif = after.fileType != .png
    #expect(!isDated || after.date?.source == (hasExif ? .exifDateTimeOriginal : .xmpDateTimeOriginal))
    // The same position again changes nothing.
    #expect(try PhotoMarker(journals: journals).embed(change, in: after).map(\.outcome) == [.unchanged])
    #expect(try undo()?.problems == [])
    #expect(tree.bytes(name) == bytes)
  }

  @Test func `a corrected date of the same size changes only its bytes`() throws {
    let bytes = Self.jpeg(Self.xmp(Self.packet("xmp:Rating=\"1\"", padding: 3000)))
    try tree.file("a.jpg", bytes)
    let shift = ClockCorrection(shift: ClockShift("+1:00"))
    _ = try PhotoMarker(journals: journals).embed(MarkChange(), in: asset("a.jpg"), correcting: shift)
    #expect(tree.bytes("a.jpg")?.count == bytes.count)
    #expect(try asset("a.jpg").date?.iso8601 == "2014-05-13T13:00:00")
  }

  @Test func `a date in a sidecar is corrected once, in both`() throws {
    try tree.file("a.jpg", Self.jpeg())
    let marker = PhotoMarker(journals: journals)
    let shift = ClockCorrection(shift: ClockShift("+1:00"))
    _ = try marker.mark(asset("a.jpg"), with: MarkChange(), correcting: shift)
    let marked = try marker.embed(MarkChange(), in: asset("a.jpg"), correcting: shift)
    #expect(marked.compactMap(\.date?.after.iso8601) == ["2014-05-13T14:00:00", "2014-05-13T14:00:00"])
    #expect(try asset("a.jpg").date?.iso8601 == "2014-05-13T14:00:00")
    try tree.remove("a.jpg.xmp")
    #expect(try asset("a.jpg").date?.iso8601 == "2014-05-13T14:00:00")
  }

  @Test func `the caption of Exif is changed with that of XMP`() throws {
    let bytes = Self.tiff(caption: "Another")
    try tree.file("a.tif", bytes)
    #expect(try embed("a.tif", Self.change) == [.changed])
    #expect(try asset("a.tif").values[.caption] == .text("Nach dem Regen – 雨"))
    #expect(try embed("a.tif", Self.change) == [.unchanged])
    #expect(try embed("a.tif", MarkChange(caption: .removed)) == [.changed])
    #expect(try asset("a.tif").values[.caption] == nil)
    #expect(try undo()?.problems == [] && undo()?.problems == [])
    #expect(tree.bytes("a.tif") == bytes)
  }

  @Test func `a removed position leaves no trace in the photo`() throws {
    let bytes = PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.place = (48, 2, 35) }
    try tree.file("a.jpg", bytes)
    #expect(try embed("a.jpg", MarkChange(place: .removed)) == [.changed])
    #expect(try asset("a.jpg").location == nil)
    #expect(try undo()?.problems == [])
    #expect(tree.bytes("a.jpg") == bytes)
  }

  @Test func `photos that can't be changed safely are refused`() throws {
    let packet = Self.xmp(Self.packet("xmp:Rating=\"1\""))
    let png = PictureBuilder.png()
    let cases: [(FilePath, [UInt8], EmbeddingProblem)] = [
      ("several.jpg", Self.jpeg(packet, packet), .several),
      ("trailer.tif", Self.tiff() + Array("cbipcbbl".utf8), .fixed),
      (
        "large.jpg",
        Self.jpeg(Self.xmp(Self.packet("xmp:Nickname=\"\(String(repeating: "a", count: 65_000))\""))),
        .tooLarge
      ),
      ("raw.CR2", Array("II*\0\u{10}\0\0\0CR\u{02}\0".utf8) + [UInt8](repeating: 0, count: 64), .unsupported),
      ("cut.jpg", Array(Self.jpeg(packet).prefix(100)), .unusual),
      ("cut.png", Array(png.dropLast(20)), .unusual),
    ]
    for (name, bytes, problem) in cases {
      try tree.file(name, bytes)
      #expect(throws: MarkError.embedding(photo: tree.at(name), problem), "\(name)") {
        try embed(name, Self.change)
      }
      #expect(tree.bytes(name) == bytes)
    }
    try tree.file("device.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.make = "HUAWEI" })
    #expect(throws: MarkError.embedding(photo: tree.at("device.jpg"), .deviceCaption)) {
      try embed("device.jpg", MarkChange(caption: .set("burst")))
    }
    try tree.file("a.jpg", Self.jpeg())
    try tree.hardLink("b.jpg", to: "a.jpg")
    #expect(throws: MarkError.embedding(photo: tree.at("b.jpg"), .linked)) { try embed("b.jpg", Self.change) }
    #expect(try undo() == nil)
  }

  @Test func `a photo that was changed since isn't restored`() throws {
    try tree.file("a.jpg", Self.jpeg())
    _ = try embed("a.jpg", Self.change)
    let changed = (tree.bytes("a.jpg") ?? []) + [0]
    try tree.file("a.jpg", changed)
    #expect(try undo()?.problems == [.changedSince(sidecar: tree.at("a.jpg"))])
    #expect(tree.bytes("a.jpg") == changed)
  }

  @Test func `a sidecar gets the marks too, and both are undone together`() throws {
    try tree.file("a.jpg", Self.jpeg())
    try tree.file("a.jpg.xmp", SidecarFile.xmp(rating: 1))
    #expect(try embed("a.jpg", Self.change) == [.changed, .changed])
    #expect(try asset("a.jpg").values[.rating] == .integer(4))
    #expect(try undo()?.sidecars.count == 2)
    #expect(tree.bytes("a.jpg") == Self.jpeg() && tree.bytes("a.jpg.xmp") == SidecarFile.xmp(rating: 1))
  }

  @Test func `damaged files are refused or read, but never trap`() throws {
    var random = SeededGenerator(seed: 7)
    let types: [PhotoFileType] = [.jpeg, .jpeg, .jpeg, .png, .tiff, .tiff, .jpeg]
    for ((_, bytes), type) in zip(Self.photos, types) {
      for count in bytes.indices.prefix(3000) {
        _ = try? PhotoPacket(ByteSource(Array(bytes[..<count])), of: type)
      }
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<4 {
          changed[Int.random(in: 0..<min(400, bytes.count), using: &random)] = .random(
            in: 0...255, using: &random)
        }
        let packet = try? PhotoPacket(ByteSource(changed), of: type)
        if let packet {
          let changes = GeoLocation(latitude: 1, longitude: 2)?.exifChanges(packet.exif?.order ?? .big) ?? []
          _ = try? packet.splices(writing: packet.padded(PhotoPacket.template), changes)
        }
      }
    }
  }
}
