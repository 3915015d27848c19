/// Creates small pictures and videos with the header fields that a test needs.
package struct PictureBuilder: Sendable {
  /// The width in pixels.
  package var width: UInt16 = 40
  /// The height in pixels.
  package var height: UInt16 = 30
  /// The orientation, 1 to 8; `nil` omits it.
  package var orientation: UInt16?
  /// DateTimeOriginal in Exif format, `2014:05:25 10:00:00`; `nil` omits it.
  package var date: String?
  /// OffsetTimeOriginal, `+09:00`; `nil` omits it.
  package var offset: String?
  /// SubSecTimeOriginal, the digits of a fraction of a second; `nil` omits it.
  package var subseconds: String?
  package var make: String?
  package var model: String?
  /// The sides that Exif states, in pixels; `nil` omits them.
  package var exifSize: (width: UInt32, height: UInt32)?
  /// North and east in whole degrees, and meters above sea level.
  package var place: (latitude: UInt32, longitude: UInt32, altitude: UInt32)?
  /// The numerator and denominator of the seconds after 01:00 on 2014-05-25, UTC, when the position was measured.
  package var placeSeconds: (UInt32, UInt32)?
  /// The number of bytes after the header, so that files differ in size.
  package var padding = 0

  private var isRAW = false

  /// Creates a picture of 40 × 30 pixels and no metadata.
  package init() {}

  /// A JPEG file up to the first scan.
  package static func jpeg(
    _ date: String? = nil, _ change: (inout PictureBuilder) -> Void = { _ in }
  ) -> [UInt8] {
    var builder = PictureBuilder()
    builder.date = date
    change(&builder)
    return builder.jpeg
  }

  /// A DNG file without an image.
  package static func dng(
    _ date: String? = nil, _ change: (inout PictureBuilder) -> Void = { _ in }
  ) -> [UInt8] {
    var builder = PictureBuilder()
    (builder.date, builder.isRAW) = (date, true)
    change(&builder)
    return builder.tiff + [UInt8](repeating: 0, count: builder.padding)
  }

  private var jpeg: [UInt8] {
    let exif = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1] + big(exif.count + 2, 2) + exif
      + [0xFF, 0xC0, 0, 11, 8] + big(Int(height), 2) + big(Int(width), 2) + [1, 1, 0x11, 0]
      + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 0, count: padding)
  }

  /// A uniform, undated PNG file.
  package static func png(width: Int = 20, height: Int = 10) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  /// An MP4 file whose movie header contains a date in seconds since 1970-01-01T00:00:00Z and a duration in seconds.
  package static func movie(created: Int, seconds: Int = 3) -> [UInt8] {
    // Movie dates start at 1904-01-01 (ISO 14496-12, 8.2.2).
    let header =
      big(0, 4) + big(created + 2_082_844_800, 4) + big(0, 4) + big(1000, 4) + big(seconds * 1000, 4)
      + [UInt8](repeating: 0, count: 80)
    return box("ftyp", Array("mp42".utf8) + big(0, 4) + Array("mp42".utf8)) + box("moov", box("mvhd", header))
  }

  /// An Exif block in little-endian order (Exif 2.32, 4.5).
  private var tiff: [UInt8] {
    var block = Array("II".utf8) + little(42, 2) + little(0, 4)
    var entries = [[UInt8]]()
    if let make { entries.append(text(0x010F, make, &block)) }
    if let model { entries.append(text(0x0110, model, &block)) }
    if let orientation { entries.append(entry(0x0112, 3, 1, little(Int(orientation), 4))) }
    var exif = [[UInt8]]()
    if let date { exif.append(text(0x9003, date, &block)) }
    if let offset { exif.append(text(0x9011, offset, &block)) }
    if let subseconds { exif.append(text(0x9291, subseconds, &block)) }
    if let exifSize {
      exif.append(entry(0xA002, 4, 1, little(Int(exifSize.width), 4)))
      exif.append(entry(0xA003, 4, 1, little(Int(exifSize.height), 4)))
    }
    if !exif.isEmpty { entries.append(entry(0x8769, 4, 1, little(directory(exif, &block), 4))) }
    if let place {
      var gps = [
        entry(0x0001, 2, 2, Array("N\0\0\0".utf8)), rationals(0x0002, [place.latitude, 0, 0], &block),
        entry(0x0003, 2, 2, Array("E\0\0\0".utf8)), rationals(0x0004, [place.longitude, 0, 0], &block),
        entry(0x0005, 1, 1, [0, 0, 0, 0]), rationals(0x0006, [place.altitude], &block),
      ]
      if let (seconds, parts) = placeSeconds {
        gps += [
          rationals(0x0007, [(1, 1), (0, 1), (seconds, parts)], &block), text(0x001D, "2014:05:25", &block),
        ]
      }
      entries.append(entry(0x8825, 4, 1, little(directory(gps, &block), 4)))
    }
    // DNGVersion (DNG 1.4, chapter 4).
    if isRAW { entries.append(entry(0xC612, 1, 4, [1, 4, 0, 0])) }
    let first = directory(entries, &block)
    block.replaceSubrange(4..<8, with: little(first, 4))
    return block
  }

  private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    little(tag, 2) + little(type, 2) + little(count, 4) + value
  }

  private func text(_ tag: Int, _ text: String, _ block: inout [UInt8]) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    guard bytes.count > 4 else {
      return entry(tag, 2, bytes.count, bytes + [UInt8](repeating: 0, count: 4 - bytes.count))
    }
    defer { block += bytes + (bytes.count % 2 == 1 ? [0] : []) }
    return entry(tag, 2, bytes.count, little(block.count, 4))
  }

  private func rationals(_ tag: Int, _ values: [UInt32], _ block: inout [UInt8]) -> [UInt8] {
    rationals(tag, values.map { ($0, 1) }, &block)
  }

  private func rationals(_ tag: Int, _ values: [(UInt32, UInt32)], _ block: inout [UInt8]) -> [UInt8] {
    defer { block += values.flatMap { little(Int($0.0), 4) + little(Int($0.1), 4) } }
    return entry(tag, 5, values.count, little(block.count, 4))
  }

  private func directory(_ entries: [[UInt8]], _ block: inout [UInt8]) -> Int {
    defer { block += little(entries.count, 2) + entries.joined() + little(0, 4) }
    return block.count
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(type.utf8) + content
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var crc = UInt32.max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(data.count, 4) + body + big(Int(~crc), 4)
  }
}

private func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

private func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }
