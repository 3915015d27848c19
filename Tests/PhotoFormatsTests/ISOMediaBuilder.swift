@testable import PhotoFormats

/// The bytes of a number, most significant first.
func be(_ value: UInt64, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64((size - 1 - $0) * 8)) }
}

func be16(_ value: Int) -> [UInt8] { be(UInt64(value), 2) }
func be32(_ value: Int) -> [UInt8] { be(UInt64(bitPattern: Int64(value)), 4) }

/// A string in Latin-1, as in the type `©day`.
func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

/// A box: size, type, content.
func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
  let content = content.flatMap { $0 }
  return be32(content.count + 8) + latin(type) + content
}

/// A box with version and flags.
func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
  box(type, be32(version << 24 | flags), content.flatMap { $0 })
}

func ftyp(_ major: String, _ compatible: String...) -> [UInt8] {
  box("ftyp", latin(major), be32(0), compatible.flatMap(latin))
}

/// The findings in a file, and the reason for an error.
func readISOMedia(_ bytes: [UInt8]) -> (fields: HeaderFields, damage: String?) {
  var fields = HeaderFields()
  do throws(HeaderDamage) {
    try ISOMediaHeader.read(ByteSource(bytes), into: &fields)
    return (fields, nil)
  } catch {
    return (fields, error.reason)
  }
}

/// A TIFF block, most significant byte first, with Make in IFD0 and DateTimeOriginal in the Exif IFD.
func tiffBlock(make: String, date: String) -> [UInt8] {
  let makeBytes = latin(make) + [0]
  let dateBytes = latin(date) + [0]
  let makeOffset = 38
  let exifOffset = makeOffset + makeBytes.count + makeBytes.count % 2
  let dateOffset = exifOffset + 18
  return latin("MM") + be16(42) + be32(8)
    + be16(2) + be16(0x010F) + be16(2) + be32(makeBytes.count) + be32(makeOffset)
    + be16(0x8769) + be16(4) + be32(1) + be32(exifOffset) + be32(0)
    + makeBytes + (makeBytes.count % 2 == 0 ? [] : [0])
    + be16(1) + be16(0x9003) + be16(2) + be32(dateBytes.count) + be32(dateOffset) + be32(0)
    + dateBytes
}

/// A HEIF file with a single picture, from tables that tests modify.
struct PictureFile {
  var fileType = ftyp("heic", "mif1", "heic")
  var primary = fullBox("pitm", be16(1))
  var infoEntries = [
    fullBox("infe", version: 2, be16(1), be16(0), latin("hvc1"), [0]),
    fullBox("infe", version: 2, be16(2), be16(0), latin("Exif"), [0]),
  ]
  var references: [[UInt8]] = []
  var properties = [fullBox("ispe", be32(640), be32(480))]
  var association: [UInt8]?
  /// Creates `iloc` from the file offset and the size of `media`.
  var location: (_ offset: Int, _ count: Int) -> [UInt8] = { offset, count in
    fullBox("iloc", be16(0x4400), be16(1), be16(2), be16(0), be16(1), be32(offset), be32(count))
  }
  var itemData: [UInt8] = []
  /// The content of `mdat`: the Exif item, which starts with the offset of its TIFF block.
  var media = be32(6) + latin("Exif") + [0, 0] + tiffBlock(make: "Canon", date: "2014:05:25 10:00:00")

  var bytes: [UInt8] {
    // Item 1 has all properties, in order, and none is essential.
    let indices = (0..<properties.count).map { UInt8($0 + 1) }
    let association =
      association ?? fullBox("ipma", be32(1), be16(1), [UInt8(indices.count)], indices)
    let meta = fullBox(
      "meta",
      fullBox("hdlr", be32(0), latin("pict"), be32(0), be32(0), be32(0), [0]),
      primary,
      fullBox("iinf", be16(infoEntries.count), infoEntries.flatMap { $0 }),
      references.isEmpty ? [] : fullBox("iref", references.flatMap { $0 }),
      box("iprp", box("ipco", properties.flatMap { $0 }), association),
      location(fileType.count + 8, media.count),
      itemData.isEmpty ? [] : box("idat", itemData))
    return fileType + box("mdat", media) + meta
  }
}

/// The matrices of a movie without rotation, and with each rotation.
enum Matrix {
  static let up = [1, 0, 0, 0, 1, 0]
  static let right = [0, 1, 0, -1, 0, 0]
  static let down = [-1, 0, 0, 0, -1, 0]
  static let left = [0, -1, 0, 1, 0, 0]

  /// Nine fixed-point numbers: two rows of the matrix in 16.16 bits, then the offset and one in 2.30 bits.
  static func bytes(_ rows: [Int]) -> [UInt8] {
    rows.flatMap { be32($0 * 0x1_0000) } + be32(0) + be32(0) + be32(0x4000_0000)
  }
}

/// 2014-05-25T10:00:00Z as a QuickTime date.
let secondsSince1904 = 1_401_012_000 + 2_082_844_800

func mvhd(
  created: Int = secondsSince1904, unitsPerSecond: Int = 600, duration: Int = 900, matrix: [Int]? = nil,
  version: Int = 0
) -> [UInt8] {
  let size = version == 0 ? 4 : 8
  return fullBox(
    "mvhd", version: version, be(UInt64(created), size), be(UInt64(created), size), be32(unitsPerSecond),
    be(UInt64(duration), size), [UInt8](repeating: 0, count: 16),
    matrix.map(Matrix.bytes) ?? [UInt8](repeating: 0, count: 36), [UInt8](repeating: 0, count: 28))
}

/// A track with raw width and height; `media` is the content of its media besides the handler, `more` follows it.
func trak(
  _ handler: String = "vide", width: Int = 1920 << 16, height: Int = 1080 << 16, matrix: [Int] = Matrix.up,
  version: Int = 0, media: [UInt8] = [], more: [UInt8] = []
) -> [UInt8] {
  let times = [UInt8](repeating: 0, count: version == 0 ? 20 : 32)
  return box(
    "trak",
    fullBox(
      "tkhd", version: version, times, [UInt8](repeating: 0, count: 16), Matrix.bytes(matrix), be32(width),
      be32(height)),
    box("mdia", fullBox("hdlr", be32(0), latin(handler), be32(0), be32(0), be32(0), [0]), media),
    more)
}

/// The media of a track: codec, number and total duration of samples; `description` contains boxes of the coding.
func samples(
  _ codec: String = "hvc1", count: Int, unitsPerSecond: Int = 600, duration: Int, version: Int = 0,
  sizes: String = "stsz", description: [UInt8] = []
) -> [UInt8] {
  let size = version == 0 ? 4 : 8
  return fullBox(
    "mdhd", version: version, be(0, size), be(0, size), be32(unitsPerSecond),
    be(UInt64(bitPattern: Int64(duration)), size))
    + box(
      "minf",
      box(
        "stbl", fullBox("stsd", be32(1), box(codec, [UInt8](repeating: 0, count: 78), description)),
        fullBox(sizes, be32(0), be32(count))))
}

/// A metadata item with a string.
func dataItem(_ type: [UInt8], _ text: String) -> [UInt8] {
  let data = box("data", be32(1), be32(0), latin(text))
  return be32(data.count + 8) + type + data
}

/// The QuickTime metadata box with named keys.
func keysMeta(_ items: [(key: String, text: String)], isFull: Bool = false) -> [UInt8] {
  let keys = items.flatMap { be32($0.key.utf8.count + 8) + latin("mdta") + latin($0.key) }
  let values = items.enumerated().flatMap { dataItem(be32($0.offset + 1), $0.element.text) }
  return box(
    "meta", isFull ? be32(0) : [],
    fullBox("hdlr", be32(0), latin("mdta"), be32(0), be32(0), be32(0), [0]),
    fullBox("keys", be32(items.count), keys), box("ilst", values))
}

/// A user data string: length, language, string.
func userText(_ type: String, _ text: String) -> [UInt8] {
  box(type, be16(text.utf8.count), be16(0x15C7), latin(text))
}

extension MetadataFindings {
  var duration: Double? { values[.duration]?.number }
}
