/// Iterates over the associations of items with properties (`ipma`).
struct ItemAssociations: Sequence, IteratorProtocol {
  struct Entry {
    let item: UInt32
    fileprivate let numbers: Bytes
    fileprivate let numberSize: Int

    /// The numbers of the properties from 1 on; 0 is unused.
    var properties: [Int] {
      // The highest bit is set for an essential property.
      let mask: UInt64 = numberSize == 1 ? 0x7F : 0x7FFF
      return stride(from: 0, to: numbers.count, by: numberSize).compactMap { position in
        numbers.integer(at: position, size: numberSize, .big).map { Int($0 & mask) }
      }
    }
  }

  private let bytes: Bytes
  private let itemSize: Int
  private let numberSize: Int
  private var position = 8
  private var remaining: UInt32

  init(_ bytes: Bytes) {
    let versionAndFlags = bytes.uint32(at: 0, .big) ?? 0
    self.bytes = bytes
    itemSize = versionAndFlags >> 24 == 0 ? 2 : 4
    numberSize = versionAndFlags & 1 == 0 ? 1 : 2
    remaining = bytes.uint32(at: 4, .big) ?? 0
  }

  mutating func next() -> Entry? {
    guard remaining > 0, let item = bytes.integer(at: position, size: itemSize, .big),
      let count = bytes[position + itemSize].map({ Int($0) })
    else { return nil }
    remaining -= 1
    let start = position + itemSize + 1
    position = start + count * numberSize
    return Entry(
      item: UInt32(truncatingIfNeeded: item),
      numbers: bytes.prefixSlice(at: start, count: count * numberSize), numberSize: numberSize)
  }
}
