/// A chunk of RIFF (Microsoft, "Resource Interchange File Format").
struct RIFFChunk {
  let type: FourCC
  let listType: FourCC?
  /// The range of the content, after the type of a list. Ends with the region at the latest.
  let range: Range<Int>
}

struct RIFFChunks: Sequence, IteratorProtocol {
  private let source: ByteSource
  private let end: Int
  private var position: Int
  private var remaining: Int

  /// The chunks of a range, which may extend past the end of the source; at most `limit`.
  init(_ source: ByteSource, _ range: Range<Int>, limit: Int = 4096) {
    self.source = source
    position = range.lowerBound
    end = Swift.min(range.upperBound, source.count)
    remaining = limit
  }

  var isAtLimit: Bool { remaining == 0 }

  mutating func next() -> RIFFChunk? {
    guard remaining > 0, end - position >= 8 else { return nil }
    let header = source.bytes(at: position, count: Swift.min(12, end - position))
    guard let type = header.fourCC(at: 0), let size = header.uint32(at: 4, .little) else { return nil }
    let listType = type == "LIST" && size >= 4 ? header.fourCC(at: 8) : nil
    let start = position + 8
    let stop = Swift.min(start + Int(size), end)
    remaining -= 1
    // Contents are padded to an even length.
    position = start + Int(size) + Int(size & 1)
    return RIFFChunk(
      type: type, listType: listType, range: Swift.min(start + (listType == nil ? 0 : 4), stop)..<stop)
  }
}
