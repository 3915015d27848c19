import PhotoFormats

/// The JPEG previews that cameras and converters put into RAW photos.
enum RAWPreviews {
  /// The smallest preview that is not below a size, else the largest one; with no size, the largest.
  static func best(in source: PictureSource, atLeast wanted: PixelSize?) -> PictureSource? {
    let previews = ranges(in: source).compactMap { range -> (source: PictureSource, size: PixelSize)? in
      guard let part = source.part(range), let header = part.jpegHeader(),
        let size = PixelSize(width: header.width, height: header.height)
      else { return nil }
      return (part, size)
    }
    let largest = previews.max { $0.size.area < $1.size.area }
    guard let wanted else { return largest?.source }
    let sufficient = previews.filter { $0.size.width >= wanted.width && $0.size.height >= wanted.height }
    return (sufficient.min { $0.size.area < $1.size.area } ?? largest)?.source
  }

  /// Where JPEGs may stand.
  private static func ranges(in source: PictureSource) -> [Range<Int>] {
    let head = source.bytes(at: 0, count: 92)
    if head.has("FUJIFILMCCD-RAW") {
      guard let offset = head.uint32(at: 84, .big), let length = head.uint32(at: 88, .big), length > 0 else {
        return []
      }
      return [Int(offset)..<Int(offset) + Int(length)]
    }
    var walk = PreviewWalk(source)
    walk.run(head)
    return walk.ranges
  }
}

/// Goes through the directories of a TIFF file (TIFF 6.0, section 2) and notes what may be a JPEG.
private struct PreviewWalk {
  private enum Tag {
    static let jpgFromRaw: UInt16 = 0x002E  // Panasonic
  }
  private static let directoryLimit = 64
  private static let entryLimit = 1000

  private(set) var ranges: [Range<Int>] = []
  private let source: PictureSource
  private var order = ByteOrder.little
  private var pending: [Int] = []
  private var seen: Set<Int> = []

  init(_ source: PictureSource) { self.source = source }

  mutating func run(_ head: Bytes) {
    order = head.has("MM") ? .big : .little
    pending = [head.uint32(at: 4, order).map { Int($0) } ?? 0]
    while let offset = pending.popLast(), seen.count < Self.directoryLimit {
      guard offset > 0, seen.insert(offset).inserted else { continue }
      read(at: offset)
    }
  }

  private mutating func read(at offset: Int) {
    guard let count = source.bytes(at: offset, count: 2).uint16(at: 0, order) else { return }
    let entryCount = min(Int(count), Self.entryLimit)
    let table = source.bytes(at: offset + 2, count: entryCount * 12 + 4)
    var entries: [UInt16: IFDValue] = [:]
    for index in 0..<entryCount {
      guard let tag = table.uint16(at: index * 12, order) else { continue }
      if tag == Tag.jpgFromRaw, let length = table.uint32(at: index * 12 + 4, order) {
        note(table.uint32(at: index * 12 + 8, order), Int(length))
      } else {
        entries[tag] = value(table, at: index * 12)
      }
    }
    noteJPEG(entries)
    let links = entries[ExifTag.subIFDs]
    for index in 0..<min(links?.count ?? 0, Self.directoryLimit) {
      if let link = links?.integer(at: index) { pending.append(link) }
    }
    if let next = table.uint32(at: Int(count) * 12, order) { pending.append(Int(next)) }
  }

  /// The values of an entry, at most as many as a strip table of a preview has.
  private func value(_ table: Bytes, at offset: Int) -> IFDValue? {
    guard let type = table.uint16(at: offset + 2, order).flatMap(IFDType.init(rawValue:)),
      let count = table.uint32(at: offset + 4, order), let place = table.uint32(at: offset + 8, order)
    else { return nil }
    let size = Int(count) * type.size
    if size <= 4 {
      return IFDValue(
        type: type, count: Int(count), bytes: table.prefixSlice(at: offset + 8, count: 4), order: order)
    }
    let bytes = source.bytes(at: Int(place), count: min(size, Self.directoryLimit * 4))
    return IFDValue(type: type, count: Int(count), bytes: bytes, order: order)
  }

  private mutating func noteJPEG(_ entries: [UInt16: IFDValue]) {
    note(
      entries[ExifTag.jpegInterchangeFormat]?.integer().flatMap { UInt32(exactly: $0) },
      entries[ExifTag.jpegInterchangeFormatLength]?.integer() ?? 0)
    // One strip of JPEG (TIFF 6.0, section 22, and its technical note 2) is a file of its own.
    guard let compression = entries[ExifTag.compression]?.integer(), compression == 6 || compression == 7,
      let offsets = entries[0x0111], offsets.count == 1, let length = entries[0x0117]?.integer()
    else { return }
    note(offsets.integer().flatMap { UInt32(exactly: $0) }, length)
  }

  private mutating func note(_ offset: UInt32?, _ length: Int) {
    guard let offset, offset > 0, length > 0, length <= source.count else { return }
    ranges.append(Int(offset)..<Int(offset) + length)
  }
}

extension PixelSize {
  /// Pixels.
  var area: UInt64 { UInt64(width) * UInt64(height) }
}
