/// The locations of items (`iloc`).
struct ItemLocations {
  static let dataLimit = 4 << 20

  private static let extentLimit = 256

  fileprivate struct Extent: Hashable {
    var offset: UInt64
    /// 0 for the rest of the file or `idat`.
    var count: UInt64
  }

  fileprivate struct Location: Hashable {
    /// 0: offsets are relative to the file; 1: to `idat`.
    var construction: UInt16
    var extents: [Extent]
  }

  private var locations: [UInt32: Location] = [:]
  private let file: BoxRegion
  private let itemData: BoxRegion?

  init?(of items: Set<UInt32>, in meta: BoxRegion, file: BoxRegion) {
    guard let bytes = meta.first(.itemLocation)?.content.bytes, var scanner = LocationScanner(bytes) else {
      return nil
    }
    self.file = file
    itemData = meta.first(.itemData)?.content
    while let item = scanner.next(extentLimit: Self.extentLimit) {
      // Bytes in other files are ignored.
      guard items.contains(item.number), !item.isElsewhere, locations[item.number] == nil else { continue }
      locations[item.number] = item.location
      if locations.count == items.count { break }
    }
  }

  /// Returns at most `limit` bytes of an item, joined from its pieces.
  func data(of item: UInt32, limit: Int = dataLimit) -> Bytes? {
    guard let location = locations[item], let region = region(location.construction) else { return nil }
    if let only = location.extents.first, location.extents.count == 1 {
      return bytes(of: only, in: region, limit: limit)
    }
    var data: [UInt8] = []
    for extent in location.extents {
      guard data.count < limit, let piece = bytes(of: extent, in: region, limit: limit - data.count) else {
        break
      }
      data += piece.array
    }
    return data.isEmpty ? nil : Bytes(data)
  }

  /// The most bytes that are joined from pieces, of each item and in all.
  private static let pieceLimits = (item: 64 << 10, all: 8 << 20)

  /// The distinct locations of items as regions, joined if an item has several pieces, and whether there are more.
  func regions(
    of items: [(number: UInt32, type: FourCC)]
  ) -> (found: [(type: FourCC, data: BoxRegion)], isCut: Bool) {
    var seen: Set<Location> = []
    var found: [(type: FourCC, data: BoxRegion)] = []
    var left = Self.pieceLimits.all
    for item in items {
      guard let location = locations[item.number], seen.insert(location).inserted,
        let region = region(location.construction)
      else { continue }
      if let extent = location.extents.first, location.extents.count == 1 {
        guard let range = range(of: extent, in: region) else { continue }
        found.append((item.type, BoxRegion(region.source, range)))
      } else if let data = data(of: item.number, limit: Self.pieceLimits.item) {
        left -= data.count
        guard left >= 0 else { return (found, true) }
        found.append((item.type, BoxRegion(file: ByteSource(data))))
      }
    }
    return (found, false)
  }

  private func region(_ construction: UInt16) -> BoxRegion? {
    switch construction {
    case 0: file
    case 1: itemData
    default: nil
    }
  }

  private func range(of extent: Extent, in region: BoxRegion) -> Range<Int>? {
    guard let offset = Int(exactly: extent.offset), offset < region.range.count else { return nil }
    let available = region.range.count - offset
    let count = extent.count == 0 ? available : min(Int(clamping: extent.count), available)
    let start = region.range.lowerBound + offset
    return start..<start + count
  }

  private func bytes(of extent: Extent, in region: BoxRegion, limit: Int) -> Bytes? {
    guard let range = range(of: extent, in: region) else { return nil }
    let found = region.source.bytes(at: range.lowerBound, count: min(range.count, limit))
    return found.isEmpty ? nil : found
  }
}

private struct LocationScanner {
  typealias Entry = (number: UInt32, location: ItemLocations.Location, isElsewhere: Bool)

  private let bytes: Bytes
  private let version: UInt8
  private let offsetSize: Int
  private let countSize: Int
  private let baseSize: Int
  private let indexSize: Int
  private var position: Int
  private var remaining: UInt64

  init?(_ bytes: Bytes) {
    guard let version = bytes[0], version <= 2, let sizes = bytes.uint16(at: 4, .big) else { return nil }
    self.bytes = bytes
    self.version = version
    offsetSize = Int(sizes >> 12)
    countSize = Int(sizes >> 8 & 0xF)
    baseSize = Int(sizes >> 4 & 0xF)
    indexSize = version == 0 ? 0 : Int(sizes & 0xF)
    guard max(offsetSize, countSize, baseSize, indexSize) <= 8,
      let count = bytes.integer(at: 6, size: version < 2 ? 2 : 4, .big)
    else { return nil }
    position = version < 2 ? 8 : 10
    remaining = count
  }

  mutating func next(extentLimit: Int) -> Entry? {
    guard remaining > 0, let number = number(version < 2 ? 2 : 4) else { return nil }
    remaining -= 1
    var construction: UInt64 = 0
    if version > 0 {
      guard let value = self.number(2) else { return nil }
      construction = value & 0xF
    }
    guard let dataReference = self.number(2), let base = self.number(baseSize), let count = self.number(2)
    else { return nil }
    var location = ItemLocations.Location(construction: UInt16(construction), extents: [])
    let size = indexSize + offsetSize + countSize
    // Pieces without bytes in the table are identical, and cost nothing to write.
    for index in 0..<min(Int(count), size == 0 ? 1 : extentLimit) {
      let start = position + index * size + indexSize
      guard let offset = bytes.integer(at: start, size: offsetSize, .big),
        let length = bytes.integer(at: start + offsetSize, size: countSize, .big)
      else { return nil }
      let sum = base.addingReportingOverflow(offset)
      location.extents.append(.init(offset: sum.overflow ? .max : sum.partialValue, count: length))
    }
    position += Int(count) * size
    return (UInt32(truncatingIfNeeded: number), location, UInt16(truncatingIfNeeded: dataReference) != 0)
  }

  private mutating func number(_ size: Int) -> UInt64? {
    guard let value = bytes.integer(at: position, size: size, .big) else { return nil }
    position += size
    return value
  }
}
