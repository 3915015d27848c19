/// A run of bytes of a source that boxes are read from: a file, or the content of a box.
package struct BoxRegion {
  /// How many bytes are loaded at once at most; a longer box is walked by seeking.
  static let loadLimit = 1 << 20

  /// How many bytes of one box are read at most.
  static let readLimit = 4 << 20

  package let source: ByteSource
  package let range: Range<Int>
  /// True for a file as a whole, in which a box of size 0 reaches to the end (ISO/IEC 14496-12, 4.2).
  let isFile: Bool

  /// All of a source.
  package init(file source: ByteSource) {
    self.source = source
    range = 0..<source.count
    isFile = true
  }

  /// A part of a source that is no file as a whole.
  init(_ source: ByteSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
    isFile = false
  }

  /// The bytes that are there, at most `readLimit`.
  package var bytes: Bytes { prefix(Self.readLimit) }

  /// What there is of the first bytes.
  package func prefix(_ count: Int) -> Bytes {
    source.bytes(at: range.lowerBound, count: min(range.count, count))
  }

  /// What there is of the `wanted` bytes from `offset` on.
  package func bytes(at offset: Int, count wanted: Int) -> Bytes {
    guard offset >= 0, offset < range.count else { return Bytes([]) }
    return source.bytes(at: range.lowerBound + offset, count: min(wanted, range.count - offset))
  }

  /// The boxes, in the order of the file.
  package var boxes: BoxSequence { BoxSequence(self) }

  /// All boxes, and whether the walk was cut.
  func walked() -> (boxes: [Box], isCut: Bool) {
    var walk = boxes
    var found: [Box] = []
    while let box = walk.next() { found.append(box) }
    return (found, walk.isCut)
  }

  /// The first box of a type.
  package func first(_ type: FourCC) -> Box? { boxes.first { $0.type == type } }

  /// The region without its first bytes, such as the version and flags of a full box.
  package func dropFirst(_ count: Int) -> BoxRegion {
    BoxRegion(source, min(range.lowerBound + count, range.upperBound)..<range.upperBound)
  }

  /// The same region in memory, read at once, unless it already is or is too long.
  package func loaded() -> BoxRegion {
    guard range.upperBound > source.head.count, range.count <= Self.loadLimit else { return self }
    let copy = ByteSource(bytes.array)
    return BoxRegion(copy, 0..<copy.count)
  }
}

/// A box, which QuickTime calls an atom (ISO/IEC 14496-12, 4.2).
package struct Box {
  package let type: FourCC
  /// What follows the header, cut where the region that holds the box ends.
  package let content: BoxRegion
  /// False if the box is longer than the region that holds it.
  package let isComplete: Bool
}

/// Walks the boxes of a region by their sizes; ends at the first size that cannot be.
package struct BoxSequence: Sequence, IteratorProtocol {
  /// How many boxes are walked at most.
  private static let limit = 16_384

  /// True once the walk has ended before boxes that another reader may find: there are too many, or one has a size of 0,
  /// which some take to reach to the end.
  package private(set) var isCut = false

  private let region: BoxRegion
  private var position: Int
  private var remaining = limit

  init(_ region: BoxRegion) {
    self.region = region
    position = region.range.lowerBound
  }

  package mutating func next() -> Box? {
    let available = region.range.upperBound - position
    guard available >= 8 else { return nil }
    guard remaining > 0 else {
      isCut = true
      return nil
    }
    let header = region.source.bytes(at: position, count: Swift.min(16, available))
    isCut = header.uint32(at: 0, .big) == 0 && !region.isFile
    guard let type = header.fourCC(at: 4), let (headerCount, size) = sizes(header, available: available)
    else { return nil }
    let end = position + Swift.min(size, available)
    let content = BoxRegion(region.source, position + headerCount..<end)
    position = end
    remaining -= 1
    return Box(type: type, content: content, isComplete: size <= available)
  }

  /// The length of the header and of the whole box in bytes; the latter is not less than the former.
  private func sizes(_ header: Bytes, available: Int) -> (header: Int, box: Int)? {
    switch header.uint32(at: 0, .big) {
    case 0: return region.isFile ? (8, available) : nil
    case 1:
      guard let size = header.uint64(at: 8, .big), size >= 16 else { return nil }
      return (16, Int(clamping: size))
    case .some(let size) where size >= 8: return (8, Int(size))
    default: return nil
    }
  }
}
