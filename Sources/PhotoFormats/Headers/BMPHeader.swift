enum BMPHeader: HeaderReader {
  private static let fileHeaderCount = 14

  static func isPresent(_ head: Bytes) -> Bool {
    head.has("BM") && BitmapHeader.isPresent(head, at: fileHeaderCount)
  }

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .bmp
    guard let header = BitmapHeader(source.head, at: fileHeaderCount) else {
      throw HeaderDamage("the bitmap header tells no size")
    }
    fields.pixelSize = header.pixelSize
  }
}

/// Parses ICO: the size of its largest picture, a bitmap or a PNG.
enum ICOHeader: HeaderReader {
  private static let directoryCount = 6
  private static let entryCount = 16
  private static let entryLimit = 256

  private struct Entry {
    /// The area, and for equal areas the depth.
    let rank: Int
    let offset: Int
    let count: Int

    init?(_ bytes: Bytes) {
      guard let width = bytes[0], let height = bytes[1], let depth = bytes.uint16(at: 6, .little),
        let count = bytes.uint32(at: 8, .little), let offset = bytes.uint32(at: 12, .little)
      else { return nil }
      rank = (width == 0 ? 256 : Int(width)) * (height == 0 ? 256 : Int(height)) << 16 | Int(depth)
      self.offset = Int(offset)
      self.count = Int(count)
    }
  }

  /// Whether a file starts with an icon directory whose first picture follows the directory.
  static func isPresent(_ head: Bytes) -> Bool {
    guard let count = head.uint16(at: 4, .little), count > 0,
      let entry = Entry(head.suffix(from: directoryCount)), head[directoryCount + 3] == 0,
      let planes = head.uint16(at: directoryCount + 4, .little), planes <= 1
    else { return false }
    return entry.count >= 16 && entry.offset >= directoryCount + Int(count) * entryCount
  }

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .ico
    let count = min(Int(source.head.uint16(at: 4, .little) ?? 0), entryLimit)
    let directory = source.bytes(at: directoryCount, count: count * entryCount)
    let entries = (0..<count).compactMap { Entry(directory.suffix(from: $0 * entryCount)) }
    guard let largest = entries.enumerated().max(by: { ($0.1.rank, -$0.0) < ($1.1.rank, -$1.0) })?.element
    else { throw HeaderDamage("the icon has no picture") }
    let start = source.bytes(at: largest.offset, count: min(largest.count, 32))
    if start.has("PNG", at: 1) {
      guard let width = start.uint32(at: 16, .big), let height = start.uint32(at: 20, .big) else {
        throw HeaderDamage("the file ends before its largest picture")
      }
      fields.pixelSize = PixelSize(width: width, height: height)
    } else {
      fields.pixelSize = BitmapHeader(start, at: 0)?.iconSize
    }
    if fields.pixelSize == nil { throw HeaderDamage("the largest picture tells no size") }
  }
}

/// A device-independent bitmap (BITMAPCOREHEADER, BITMAPINFOHEADER and later versions, and OS/2's).
private struct BitmapHeader {
  private static let lengths: Set<UInt32> = [12, 16, 40, 52, 56, 64, 108, 124]

  let pixelSize: PixelSize?
  /// The size without the mask below the picture.
  let iconSize: PixelSize?

  static func isPresent(_ bytes: Bytes, at offset: Int) -> Bool {
    bytes.uint32(at: offset, .little).map(lengths.contains) == true
  }

  init?(_ bytes: Bytes, at offset: Int) {
    guard let length = bytes.uint32(at: offset, .little) else { return nil }
    let width: Int
    let height: Int
    if length == 12 {
      guard let across = bytes.uint16(at: offset + 4, .little),
        let down = bytes.uint16(at: offset + 6, .little)
      else { return nil }
      (width, height) = (Int(across), Int(down))
    } else {
      guard let across = bytes.uint32(at: offset + 4, .little),
        let down = bytes.uint32(at: offset + 8, .little)
      else { return nil }
      // The height is negative if the top row comes first.
      (width, height) = (Int(Int32(bitPattern: across)), abs(Int(Int32(bitPattern: down))))
    }
    guard width > 0, height > 0 else { return nil }
    pixelSize = PixelSize(width: UInt32(width), height: UInt32(height))
    iconSize = PixelSize(width: UInt32(width), height: UInt32(height / 2))
  }
}
