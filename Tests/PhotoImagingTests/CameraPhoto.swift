import PhotoFormats
import PhotoImaging
import Testing

/// Builds JPEG files as a camera does, with previews in Exif, in maker notes and after the picture.
struct CameraPhoto {
  /// A directory entry: its tag, type and little-endian value.
  struct Entry {
    let tag: UInt32
    let type: UInt32
    let count: Int
    let bytes: [UInt8]

    static func text(_ tag: UInt32, _ text: String) -> Entry {
      Entry(tag: tag, type: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
    }

    static func short(_ tag: UInt32, _ value: UInt32) -> Entry {
      Entry(tag: tag, type: 3, count: 1, bytes: Pictures.number(value, size: 2))
    }

    static func long(_ tag: UInt32, _ values: UInt32...) -> Entry {
      Entry(
        tag: tag, type: 4, count: values.count, bytes: values.flatMap { Pictures.number($0, size: 4) })
    }

    static func bytes(_ tag: UInt32, _ bytes: [UInt8]) -> Entry {
      Entry(tag: tag, type: 7, count: bytes.count, bytes: bytes)
    }
  }

  /// Builds a maker note for its position, given the offset and length of the preview, relative to the TIFF header.
  typealias Note = @Sendable (_ place: UInt32, _ start: UInt32, _ length: UInt32) -> [UInt8]

  /// The entries of IFD0 and the Exif IFD.
  var image: [Entry] = [.text(0x0132, "2024:05:04 10:11:13")]
  var exif: [Entry] = [.text(0x9003, "2024:05:04 10:11:12")]
  /// The camera maker and its note.
  var note: (make: String, build: Note)?
  /// The segments before Exif.
  var leading: [UInt8] = []
  /// The segments between Exif and the picture, with markers and lengths.
  var segments: [[UInt8]] = []
  /// The attributes of additional pictures in the Multi-Picture Format index, such as 0x010002.
  var multiPicture: [UInt32] = []
  /// The amount added to the offsets of that index.
  var multiPictureShift: UInt32 = 0
  /// The preview in IFD1.
  var thumbnail: [UInt8] = []
  /// The preview after the picture.
  var preview: [UInt8] = []
  /// The picture and its segments.
  var picture: [UInt8]

  /// Creates a photo of 1280 × 960 without previews.
  init() throws { picture = try Self.patches(1280, 960) }

  /// Returns a JPEG with 48 rows of 64 random gray patches that vary by `contrast`.
  static func patches(_ width: UInt32, _ height: UInt32, contrast: Double = 25) throws -> [UInt8] {
    var chance: UInt32 = 1
    let patches = (0..<48).map { _ in
      (0..<64).map { _ in
        chance = chance &* 1_664_525 &+ 1_013_904_223
        let grey = UInt8((128 + contrast * (Double(chance >> 16) / 32768 - 1)).rounded())
        return SIMD4(grey, grey, 255 - grey, 255)
      }
    }
    let size = try #require(PixelSize(width: width, height: height))
    return try Pictures.buffer(patches).scaled(to: size).jpeg(quality: 0.95)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Pictures.number(UInt32(content.count + 2), size: 2).reversed() + content
  }

  /// Returns a directory at an offset, followed by its values.
  static func directory(at place: Int, _ entries: [Entry], next: UInt32 = 0) -> [UInt8] {
    var (table, values) = (Pictures.number(UInt32(entries.count), size: 2), [UInt8]())
    let end = place + 2 + entries.count * 12 + 4
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      table += Pictures.number(entry.tag, size: 2) + Pictures.number(entry.type, size: 2)
      table += Pictures.number(UInt32(entry.count), size: 4)
      if entry.bytes.count <= 4 {
        table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        table += Pictures.number(UInt32(end + values.count), size: 4)
        values += entry.bytes
      }
    }
    return table + Pictures.number(next, size: 4) + values
  }

  private static let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
  /// The size of SOI and the start of APP1.
  private var exifOffset: Int { 12 + leading.count }

  /// Returns the block, with the preview at `start` relative to its TIFF header.
  private func block(previewAt start: UInt32) -> [UInt8] {
    let images = image + (note.map { [.text(0x010F, $0.make)] } ?? [])
    let first = 8 + Self.directory(at: 8, images + [.long(0x8769, 0)]).count
    var exifs = exif
    if let note {
      // The note is the last value, because its tag is the highest with a value outside the entry.
      let empty = note.build(0, 0, 0)
      let place = first + Self.directory(at: first, exifs + [.bytes(0x927C, empty)]).count - empty.count
      exifs += [.bytes(0x927C, note.build(UInt32(place), start, UInt32(preview.count)))]
    }
    let inner = Self.directory(at: first, exifs)
    let second = first + inner.count
    let outer = Self.directory(
      at: 8, images + [.long(0x8769, UInt32(first))], next: thumbnail.isEmpty ? 0 : UInt32(second))
    let last =
      thumbnail.isEmpty
      ? []
      : Self.directory(
        at: second, [.long(0x0201, UInt32(second + 30)), .long(0x0202, UInt32(thumbnail.count))])
    return Self.header + outer + inner + last + thumbnail
  }

  /// Returns the index of pictures (CIPA DC-007, 5.2) with its TIFF header at offset `header`.
  private func index(header: Int, end: Int) -> [UInt8] {
    guard !multiPicture.isEmpty else { return [] }
    let start = UInt32(truncatingIfNeeded: end - header) &+ multiPictureShift
    var table = [0x2003_0000, UInt32(end), 0, 0].flatMap { Pictures.number($0, size: 4) }
    for attribute in multiPicture {
      table += [attribute, UInt32(preview.count), start, 0].flatMap { Pictures.number($0, size: 4) }
    }
    let entries = [
      Entry(tag: 0xB000, type: 7, count: 4, bytes: Array("0100".utf8)),
      .long(0xB001, UInt32(multiPicture.count + 1)), .bytes(0xB002, table),
    ]
    return Self.segment(0xE2, Array("MPF\0".utf8) + Self.header + Self.directory(at: 8, entries))
  }

  var bytes: Bytes {
    // Removes SOI and the JFIF segment of our encoder: 20 bytes.
    let rest = segments.joined() + picture.dropFirst(20)
    func file(_ end: Int) -> [UInt8] {
      let block = block(previewAt: UInt32(max(end - exifOffset, 0)))
      let head = [0xFF, 0xD8] + leading + Self.segment(0xE1, Array("Exif\0\0".utf8) + block)
      return head + index(header: head.count + 8, end: end) + rest
    }
    return Bytes(file(file(0).count) + preview)
  }
}
