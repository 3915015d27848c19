/// A range of a source that contains boxes: a file, or the content of a box.
package struct BoxRegion {
  /// The most bytes to load at once; longer boxes are read in place.
  static let loadLimit = 1 << 20

  /// The most bytes to read from one box.
  static let readLimit = 4 << 20

  package let source: ByteSource
  package let range: Range<Int>
  /// Whether the region is a file, in which a box of size 0 extends to the end.
  let isFile: Bool

  package init(file source: ByteSource) {
    self.source = source
    range = 0..<source.count
    isFile = true
  }

  init(_ source: ByteSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
    isFile = false
  }

  /// The bytes, at most `readLimit`.
  package var bytes: Bytes { prefix(Self.readLimit) }

  package func prefix(_ count: Int) -> Bytes {
    source.bytes(at: range.lowerBound, count: min(range.count, count))
  }

  package func bytes(at offset: Int, count wanted: Int) -> Bytes {
    guard offset >= 0, offset < range.count else { return Bytes([]) }
    return source.bytes(at: range.lowerBound + offset, count: min(wanted, range.count - offset))
  }

  package var boxes: BoxSequence { BoxSequence(self) }

  /// All boxes; `isCut` if the iteration stopped early.
  func walked() -> (boxes: [Box], isCut: Bool) {
    var walk = boxes
    var found: [Box] = []
    while let box = walk.next() { found.append(box) }
    return (found, walk.isCut)
  }

  package func first(_ type: FourCC) -> Box? { boxes.first { $0.type == type } }

  /// The region after some bytes, such as the version and flags of a full box.
  package func dropFirst(_ count: Int) -> BoxRegion {
    BoxRegion(source, min(range.lowerBound + count, range.upperBound)..<range.upperBound)
  }

  /// The region in memory, unless it is in memory or too long.
  package func loaded() -> BoxRegion {
    guard range.upperBound > source.head.count, range.count <= Self.loadLimit else { return self }
    let copy = ByteSource(bytes.array)
    return BoxRegion(copy, 0..<copy.count)
  }
}

/// A box, called atom in QuickTime (ISO 14496-12, 4.2).
package struct Box {
  package let type: FourCC
  /// The content after the header, up to the end of the region at most.
  package let content: BoxRegion
  /// Whether the region contains the whole box.
  package let isComplete: Bool
}

/// Iterates over the boxes of a region; an invalid size ends the sequence.
package struct BoxSequence: Sequence, IteratorProtocol {
  private static let limit = 16_384

  /// Whether another reader might find more boxes: there are too many, or one has size 0, which some extend to the end.
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

  /// The sizes of the header and the whole box in bytes.
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

extension BoxRegion {
  /// Whether the file ends within a box of pictures, of frames, or of their index. Other data may follow the boxes.
  package var endsInsideBox: Bool {
    let types: Set<FourCC> = [.mediaData, .meta, .movie, .movieFragment, .motionPhotoFilm]
    return boxes.contains { !$0.isComplete && types.contains($0.type) }
  }
}
