import Testing

@testable import PhotoFormats

/// Videos in the files of photos.
struct MotionPhotoTests {
  /// A film of a number of bytes, at least 140.
  static func film(count: Int) -> [UInt8] {
    let start = ftyp("mp42") + box("moov", mvhd())
    return start + box("mdat", [UInt8](repeating: 0x11, count: count - start.count - 8))
  }

  private static let film = film(count: 300)

  private func values(_ file: [UInt8]) -> MetadataValues { PhotoMetadata.read(ByteSource(file)).values }

  /// Expects that a file contains the bytes of the film, and says where they are.
  private func expectFilm(
    in file: [UInt8], _ film: [UInt8] = film, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let values = values(file)
    guard let offset = values[.motionOffset]?.number, let count = values[.motionLength]?.number else {
      Issue.record("no film", sourceLocation: sourceLocation)
      return
    }
    #expect(values[.motion] == .flag(true), sourceLocation: sourceLocation)
    #expect(Array(file[Int(offset)..<Int(offset + count)]) == film, sourceLocation: sourceLocation)
  }

  /// Expects that a file counts as one without a film.
  private func expectNoFilm(in file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let values = values(file)
    let found = [MetadataField.motion, .motionOffset, .motionLength].filter { values[$0] != nil }
    #expect(found.isEmpty, sourceLocation: sourceLocation)
  }

  // MARK: XMP

  private func photo(_ attributes: String, trailer: [UInt8], make: String? = nil) -> [UInt8] {
    let packet = JPEGBuilder.xmp(XMPBuilder.packet(attributes: attributes))
    let exif = make.map { make in
      JPEGBuilder.segment(0xE1, "Exif", [0] + tiffBlock(make: make, date: "2014:05:25 10:00:00"))
    }
    return JPEGBuilder.file([packet] + (exif.map { [$0] } ?? []), trailer: trailer)
  }

  @Test(
    arguments: [
      "0", "-1", "1", "299", "301", "100000", "9223372036854775807", "1e300", "nan", "",
    ]
  ) func `a film is found if its length is missing or wrong`(length: String) {
    expectFilm(in: photo("GCamera:MicroVideo='1' GCamera:MicroVideoOffset='\(length)'", trailer: Self.film))
    let parts = [
      "Item:Semantic='Primary' Item:Length='0'", "Item:Semantic='MotionPhoto' Item:Length='\(length)'",
    ]
    let items = parts.map { "<rdf:Description><Container:Item \($0)/></rdf:Description>" }
    let packet = XMPBuilder.packet(
      attributes: "GCamera:MotionPhoto='1'",
      elements: XMPBuilder.array("Container:Directory", items, kind: "Seq"))
    expectFilm(in: JPEGBuilder.file([JPEGBuilder.xmp(packet)], trailer: Self.film))
    expectFilm(in: photo("GCamera:MotionPhoto='1'", trailer: Self.film))
  }

  @Test func `a length that includes a trailer is that of the film alone`() {
    let trailer = samsung([(0x0A01, "Image_UTC_Data", latin("1476690043000"))])
    let count = Self.film.count + trailer.count
    expectFilm(
      in: photo(
        "GCamera:MicroVideo='1' GCamera:MicroVideoOffset='\(count)'", trailer: Self.film + trailer))
  }

  @Test func `a photo whose film was removed or cut before its index has none`() {
    let claim = "GCamera:MotionPhoto='1' GCamera:MicroVideo='1' GCamera:MicroVideoOffset='300'"
    expectNoFilm(in: photo(claim, trailer: []))
    expectNoFilm(in: photo(claim, trailer: [UInt8](repeating: 0, count: 300)))
    expectNoFilm(in: photo(claim, trailer: Array(Self.film.prefix(40))))
    // An index behind the pictures that is lost.
    let cut = ftyp("mp42") + box("mdat", [UInt8](repeating: 1, count: 100)) + box("moov", mvhd()).dropLast()
    expectNoFilm(in: photo(claim, trailer: cut))
    expectNoFilm(in: photo("xmp:Rating='3'", trailer: Self.film))
  }

  @Test func `a film far from the end and across the pieces of a search is found`() {
    let claim = "GCamera:MotionPhoto='1'"
    let start = photo(claim, trailer: []).count
    for type in (256 << 10) - 4...(256 << 10) {
      let space = [UInt8](repeating: 0x79, count: type - start - 4)
      expectFilm(in: photo(claim, trailer: space + Self.film + [0x79, 0x79]))
    }
  }

  @Test func `a large photo whose film was removed is searched only near its location`() throws {
    let claim = "GCamera:MotionPhoto='1' GCamera:MotionPhotoOffset='100000'"
    let space = [UInt8](repeating: 0x79, count: 300_000)
    // In front of the location, by more than a trailer.
    expectNoFilm(in: photo(claim, trailer: Self.film + space))
    expectFilm(in: photo(claim, trailer: space.dropLast(98_000) + Self.film + space.prefix(98_000)))
  }

  @Test func `many starts of films take bounded time`() {
    let starts = (0..<200_000).flatMap { _ in box("ftyp") }
    expectNoFilm(in: photo("GCamera:MotionPhoto='1'", trailer: starts))
  }

  // MARK: Samsung

  /// Samsung's trailer: blocks and their directory.
  ///
  /// - Parameter shift: added to the distances of the blocks.
  private func samsung(
    _ blocks: [(type: Int, name: String, content: [UInt8])], version: UInt64 = 106, shift: Int = 0
  ) -> [UInt8] {
    func le(_ value: Int, _ size: Int = 4) -> [UInt8] { be(UInt64(value), size).reversed() }
    let bytes = blocks.map { block in
      [0, 0] + le(block.type, 2) + le(block.name.utf8.count) + latin(block.name) + block.content
    }
    var entries: [UInt8] = []
    for index in blocks.indices {
      let distance = bytes[index...].reduce(0) { $0 + $1.count }
      entries += [0, 0] + le(blocks[index].type, 2) + le(distance + shift) + le(bytes[index].count)
    }
    let directory = latin("SEFH") + le(Int(version)) + le(blocks.count) + entries
    return bytes.flatMap { $0 } + directory + le(directory.count) + latin("SEFT")
  }

  private let clock = (type: 0x0A01, name: "Image_UTC_Data", content: latin("1476690043000"))

  /// A search finds this film before others.
  private static let decoy = film(count: 150)

  private func block(_ content: [UInt8]) -> (type: Int, name: String, content: [UInt8]) {
    (0x0A30, "MotionPhoto_Data", content)
  }

  @Test(arguments: [101, 103, 106, 108] as [UInt64])
  func `the film in Samsung's trailer is found in any version`(version: UInt64) {
    let version3 = (type: 0x0A31, name: "MotionPhoto_Version", content: latin("mpv3"))
    for blocks in [
      [block(Self.film)], [clock, block(Self.film)], [block(Self.film), version3, clock],
      [clock, block(latin("mpv2") + Self.film)],
    ] {
      let trailer = samsung(blocks, version: version)
      expectFilm(in: JPEGBuilder.file([], trailer: Self.decoy + trailer))
      expectFilm(in: JPEGBuilder.file([], trailer: Self.decoy + trailer + sound))
      expectFilm(in: photo("xmp:Rating='3'", trailer: Self.decoy + trailer, make: "samsung"))
      expectFilm(in: Self.picture + box("free", Self.decoy) + trailer)
      expectFilm(in: Self.picture + box("free", Self.decoy) + box("sefd", trailer))
    }
    expectNoFilm(in: JPEGBuilder.file([], trailer: samsung([clock])))
    expectNoFilm(in: JPEGBuilder.file([], trailer: samsung([block(latin("mpv2"))])))
  }

  @Test func `the film in a trailer doesn't depend on how much the first read returned`() {
    let trailer = samsung([clock, block(Self.film)])
    for (space, isFound) in [(20_000, true), (70_000, false)] {
      let comments = (0..<space / 10_000).map { _ in
        JPEGBuilder.segment(0xFE, "", [UInt8](repeating: 1, count: 9_990))
      }
      let file = JPEGBuilder.file(comments, trailer: trailer)
      // A window on a file has a head of 16 KiB.
      let window = ByteSource(ByteSource(file), at: 0, count: file.count)
      #expect(window.head.count < file.count)
      for source in [ByteSource(file), window] {
        #expect((PhotoMetadata.read(source).values[.motion] != nil) == isFound)
      }
      expectFilm(
        in: photo("xmp:Rating='3'", trailer: [UInt8](repeating: 1, count: space) + trailer, make: "samsung"))
    }
  }

  /// A HEIC file of Samsung.
  private static let picture: [UInt8] = {
    var file = PictureFile()
    file.media = be32(6) + latin("Exif\0\0") + tiffBlock(make: "samsung", date: "2014:05:25 10:00:00")
    return file.bytes
  }()

  /// The block about sound that may follow the directory.
  private var sound: [UInt8] {
    latin("QDIO") + [UInt8](repeating: 1, count: 16) + be(20, 4).reversed() + latin("QDIOBS")
  }

  @Test func `the film of a HEIC file stands in its box, and the trailer refers to it`() {
    let picture = Self.picture + box("free", Self.decoy)
    var place = latin("mpv2") + be32(picture.count + 8) + be32(Self.film.count)
    expectFilm(in: picture + box("mpvd", Self.film) + box("sefd", samsung([block(place)])))
    // Of another type, the box is found by the trailer only.
    expectFilm(in: picture + box("free", Self.film) + box("sefd", samsung([block(place)])))
    place = latin("mpv2") + be32(0x7FFF_FFFF) + be32(-1)
    expectFilm(in: Self.picture + box("free", Self.film) + box("sefd", samsung([block(place)])))
  }

  @Test(arguments: [-400, -7, 1, 200, 0x7000_0000])
  func `a film whose distance is wrong in the directory is found`(shift: Int) {
    let padded = Self.film + [UInt8](repeating: 0, count: 200)
    expectFilm(in: JPEGBuilder.file([], trailer: samsung([clock, block(padded)], shift: shift)))
  }

  @Test func `a trailer cut anywhere and with any byte changed does not trap`() {
    let file = JPEGBuilder.file([], trailer: samsung([clock, block(Self.film)]))
    for index in file.indices.dropFirst(4) {
      #expect(PhotoMetadata.read(ByteSource(Array(file.prefix(index)))).fileType == .jpeg)
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = file
        changed[index] = value
        #expect(PhotoMetadata.read(ByteSource(changed)).values[.audio] == nil)
      }
    }
  }

  // MARK: Huawei

  @Test func `the film before Huawei's texts is found`() {
    func text(_ text: String) -> [UInt8] {
      latin(text) + [UInt8](repeating: 0x20, count: 20 - text.utf8.count)
    }
    let texts = text("v2_f33") + text("0:0")
    for (length, isRight) in [
      ("300", true), ("320", true), ("340", true), ("360", true), ("5", false), ("999999999999999", false),
      ("", false),
    ] {
      let trailer = (isRight ? Self.decoy : []) + Self.film + texts + text("LIVE_\(length)")
      expectFilm(in: JPEGBuilder.file([], trailer: trailer))
      expectFilm(in: photo("xmp:Rating='3'", trailer: trailer, make: "HUAWEI"))
    }
    expectNoFilm(in: JPEGBuilder.file([], trailer: texts + text("LIVE_340")))
  }
}
