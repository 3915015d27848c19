import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoMarks

/// Marks in photos whose metadata contains offsets of data after the picture.
struct PictureReferenceTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func embed(_ name: FilePath) throws -> [MarkedPhoto.Outcome] {
    let asset = try LibraryScanner().read(tree.at(name))
    return try PhotoMarker(journals: tree.at("state")).embed(
      MarkChange(rating: Rating(rawValue: 4), title: .set("Pavilion")), in: asset
    ).map(\.outcome)
  }

  /// The form of a maker note that locates a preview.
  struct Camera: Sendable, CustomTestStringConvertible {
    enum Origin { case file, header, note(Int) }

    let make: String
    var signature: [UInt8] = []
    /// The tags of offset and length.
    let tags: (Int, Int)
    var origin = Origin.header

    var testDescription: String { make }

    /// The offset in the file from which the offsets in the note count.
    var originOffset: Int {
      switch origin {
      case .file: 0
      case .header: PictureReferenceTests.header
      case .note(let offset): PictureReferenceTests.header + PictureReferenceTests.note + offset
      }
    }
  }

  private static let cameras = [
    Camera(make: "Minolta Co., Ltd.", tags: (0x0088, 0x0089)),
    Camera(make: "PENTAX", signature: Array("AOC\0II".utf8), tags: (0x0004, 0x0003)),
    Camera(
      make: "OLYMPUS", signature: Array("OLYMPUS\0II\u{3}\0".utf8), tags: (0x1036, 0x1037), origin: .note(0)),
    // Nikon's notes have a header, and offsets relative to it.
    Camera(
      make: "NIKON", signature: Array("Nikon\0\u{2}\u{10}\0\0II*\0\u{8}\0\0\0".utf8), tags: (0x0201, 0x0202),
      origin: .note(10)),
    Camera(make: "LEICA", signature: Array("LEICA\0\u{8}\0".utf8), tags: (0x0500, 0x0501), origin: .file),
  ]

  private static func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func directory(_ entries: [UInt8]..., next: Int = 0) -> [UInt8] {
    little(entries.count, 2) + entries.joined() + little(next)
  }

  private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
    little(tag, 2) + little(type, 2) + little(count) + little(value)
  }

  /// The offset of Exif's TIFF header in the file.
  fileprivate static let header = 12
  /// The offset of the maker note from the header: two directories and the make precede it.
  fileprivate static let note = 8 + 30 + 18 + 20

  private static func exif(_ make: String, note: [UInt8], thumbnail: (start: Int, count: Int)? = nil)
    -> [UInt8]
  {
    let end = Self.note + note.count
    let block =
      Array("II*\0".utf8) + little(8)
      + directory(
        entry(0x010F, 2, 20, 56), entry(0x8769, 4, 1, 38), next: thumbnail == nil ? 0 : end)
      + directory(entry(0x927C, 7, note.count, Self.note))
      + Array((make + String(repeating: "\0", count: 20)).utf8.prefix(20)) + note
    let last = thumbnail.map { directory(entry(0x0201, 4, 1, $0.start), entry(0x0202, 4, 1, $0.count)) }
    return EmbeddingTests.segment(0xE1, Array("Exif\0\0".utf8) + block + (last ?? []))
  }

  /// A preview that ends with EOI.
  private static let preview: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xDB] + [UInt8](repeating: 7, count: 300) + [0xFF, 0xD9]

  /// The frame header and the scan.
  private static let scan: [UInt8] = {
    let picture = PictureBuilder.jpeg { $0.padding = 70_000 }
    return picture.dropFirst(4 + Int(picture[4]) << 8 + Int(picture[5])) + [0xFF, 0xD9]
  }()

  /// A photo of a camera with a preview after the picture.
  private static func photo(
    _ camera: Camera, _ segments: [UInt8] = [], gap: [UInt8] = [], preview: [UInt8] = preview
  ) -> [UInt8] {
    func start(_ offset: Int) -> [UInt8] {
      let entries = [entry(camera.tags.0, 4, 1, offset), entry(camera.tags.1, 4, 1, preview.count)]
      let note = camera.signature + little(2, 2) + entries.joined() + little(0)
      return [0xFF, 0xD8] + exif(camera.make, note: note) + segments + scan + gap
    }
    let position = start(0).count
    return start(position - camera.originOffset) + preview
  }

  /// Returns the preview at the offset in the maker note.
  private static func found(_ camera: Camera, _ bytes: [UInt8]?) -> [UInt8]? {
    guard let bytes else { return nil }
    let place = header + note + camera.signature.count + 2 + 8
    guard let value = Bytes(bytes).uint32(at: place, .little) else { return nil }
    return Bytes(bytes).slice(at: camera.originOffset + Int(value), count: preview.count)?.array
  }

  @Test(arguments: cameras)
  func `a preview at an offset in the maker note is never moved`(camera: Camera) throws {
    let bytes = Self.photo(camera)
    #expect(Self.found(camera, bytes) == Self.preview)
    try tree.file("a.jpg", bytes)
    #expect(throws: MarkError.embedding(photo: tree.at("a.jpg"), .fixed)) { try embed("a.jpg") }
    #expect(Self.found(camera, tree.bytes("a.jpg")) == Self.preview && tree.bytes("a.jpg") == bytes)
    // A packet with enough padding keeps its length.
    let packet = EmbeddingTests.xmp(EmbeddingTests.packet("xmp:Rating=\"1\"", padding: 3000))
    try tree.file("b.jpg", Self.photo(camera, packet))
    #expect(try embed("b.jpg") == [.changed])
    #expect(Self.found(camera, tree.bytes("b.jpg")) == Self.preview)
  }

  @Test func `previews after other data, and Minolta's with a wrong first byte, are recognized`() throws {
    let wrong = [0] + Self.preview.dropFirst()
    for preview in [Self.preview, wrong] {
      try tree.file("a.jpg", Self.photo(Self.cameras[0], gap: [1, 2, 3], preview: preview))
      #expect(throws: MarkError.embedding(photo: tree.at("a.jpg"), .fixed)) { try embed("a.jpg") }
    }
  }

  @Test func `data after the picture that no offset leads to moves`() throws {
    let film = Array("\0\0\0\u{18}ftypmp42".utf8) + [0xFF, 0xD9] + Array(repeating: 5, count: 500)
    let camera = Camera(make: "Minolta", tags: (0x0100, 0x0101), origin: .note(-3))
    for rest in [film, Self.preview] {
      try tree.file("a.jpg", Self.photo(camera, preview: rest))
      #expect(try embed("a.jpg") == [.changed])
      #expect(tree.bytes("a.jpg")?.suffix(rest.count) == rest[...])
    }
  }

  @Test func `a value of Exif after the picture is never moved`() throws {
    let scan = Self.scan
    func start(_ note: Int) -> [UInt8] {
      let block =
        Array("II*\0".utf8) + Self.little(8) + Self.directory(Self.entry(0x8769, 4, 1, 26))
        + Self.directory(Self.entry(0x927C, 7, 40, note))
      return [0xFF, 0xD8] + EmbeddingTests.segment(0xE1, Array("Exif\0\0".utf8) + block) + scan + [0, 0]
    }
    let bytes = start(start(0).count - Self.header) + Array("LEICA\0".utf8) + Array(repeating: 0, count: 34)
    try tree.file("a.jpg", bytes)
    #expect(throws: MarkError.embedding(photo: tree.at("a.jpg"), .fixed)) { try embed("a.jpg") }
    #expect(tree.bytes("a.jpg") == bytes)
  }

  @Test func `a thumbnail in another segment is never moved`() throws {
    let comment = EmbeddingTests.segment(0xFE, Self.preview)
    func photo(_ start: Int) -> [UInt8] {
      [0xFF, 0xD8]
        + Self.exif("Other", note: [0, 0, 0, 0, 0, 0], thumbnail: (start, Self.preview.count))
        + comment + Self.scan
    }
    let bytes = photo(photo(0).count - Self.scan.count - Self.preview.count - Self.header)
    #expect(CameraPreviews.allRanges(in: ByteSource(bytes)).map { Array(bytes[$0]) } == [Self.preview])
    try tree.file("a.jpg", bytes)
    #expect(throws: MarkError.embedding(photo: tree.at("a.jpg"), .different)) { try embed("a.jpg") }
    #expect(tree.bytes("a.jpg") == bytes)
  }

  @Test func `the index of further pictures moves with them, or is never separated from them`() throws {
    let exif = Self.exif("Other", note: [0, 0, 0, 0, 0, 0])
    func index(_ offset: Int) -> [UInt8] {
      let entries =
        Self.little(0x03_0000) + Self.little(1000) + Self.little(0) + Self.little(0)
        + Self.little(0x02_0002) + Self.little(Self.preview.count) + Self.little(offset) + Self.little(0)
      return EmbeddingTests.segment(
        0xE2,
        Array("MPF\0II*\0".utf8) + Self.little(8) + Self.directory(Self.entry(0xB002, 7, 32, 26)) + entries)
    }
    let packet = EmbeddingTests.xmp(EmbeddingTests.packet("xmp:Rating=\"1\""))
    for (before, after, isFixed) in [([], [], false), (packet, [], false), ([], packet, true)] {
      let start = [0xFF, 0xD8] + exif + before
      let distance = index(0).count + after.count + Self.scan.count - 8
      let bytes = start + index(distance) + after + Self.scan + Self.preview
      try tree.file("a.jpg", bytes)
      func pictures() -> [[UInt8]] {
        let bytes = tree.bytes("a.jpg") ?? []
        return CameraPreviews.allRanges(in: ByteSource(bytes)).map { Array(bytes[$0]) }
      }
      #expect(pictures() == [Self.preview])
      if isFixed {
        #expect(throws: MarkError.embedding(photo: tree.at("a.jpg"), .fixed)) { try embed("a.jpg") }
        #expect(tree.bytes("a.jpg") == bytes)
      } else {
        #expect(try embed("a.jpg") == [.changed])
      }
      #expect(pictures() == [Self.preview])
    }
  }

  @Test func `a PNG's index of its halves is never separated from them`() throws {
    let png = PictureBuilder.png(), start = 33
    let index = Self.little(28).reversed() + Array("iDOT".utf8) + Array(repeating: 0, count: 32)
    let packet = Array("iTXtXML:com.adobe.xmp\0\0\0\0\0".utf8) + EmbeddingTests.packet("xmp:Rating=\"1\"")
    let chunk = Self.little(packet.count - 4).reversed() + packet + [0, 0, 0, 0]
    try tree.file("a.png", png[..<start] + index + png[start...])
    #expect(try embed("a.png") == [.changed])
    #expect(tree.bytes("a.png")?.suffix(png.count - start + index.count) == index + png[start...])
    try tree.file("b.png", png[..<start] + index + chunk + png[start...])
    #expect(throws: MarkError.embedding(photo: tree.at("b.png"), .fixed)) { try embed("b.png") }
  }
}
