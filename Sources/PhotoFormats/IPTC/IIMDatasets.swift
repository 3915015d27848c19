/// A property in IPTC metadata, by record and number.
struct IIMDataset: Sendable, Hashable {
  /// 1 for the envelope, 2 for the application.
  let record: UInt8
  let number: UInt8
  let bytes: Bytes
}

/// Iterates over the datasets of a block (IPTC Information Interchange Model 4.2, 1.5 and 1.6).
///
/// A dataset is the byte 0x1C, its record, its number and a length of 15 bits; if the highest bit is set, that is the
/// size of the length. Anything else, or a length beyond the end, ends the sequence.
struct IIMDatasets: Sequence, IteratorProtocol {
  private static let marker: UInt8 = 0x1C
  private static let isExtended: UInt16 = 0x8000
  /// The maximum size of a length in bytes; larger ones exceed any file.
  private static let longestLength = 8

  private let block: Bytes
  private var position = 0

  init(_ block: Bytes) { self.block = block[0] == Self.marker ? block : Self.withWordsSwapped(block) }

  mutating func next() -> IIMDataset? {
    guard block[position] == Self.marker, let record = block[position + 1], let number = block[position + 2],
      let standard = block.uint16(at: position + 3, .big)
    else { return nil }
    var start = position + 5
    var length = Int(standard)
    if standard & Self.isExtended != 0 {
      let size = Int(standard & ~Self.isExtended)
      guard size <= Self.longestLength,
        let extended = block.integer(at: start, size: size, .big).flatMap({ Int(exactly: $0) })
      else { return nil }
      start += size
      length = extended
    }
    guard let bytes = block.slice(at: start, count: length) else { return nil }
    position = start + length
    return IIMDataset(record: record, number: number, bytes: bytes)
  }

  /// Swaps the bytes of each 32-bit word, as TIFF writers of the wrong byte order leave them, if a dataset starts there
  /// then.
  private static func withWordsSwapped(_ block: Bytes) -> Bytes {
    guard block[3] == marker else { return block }
    var bytes = block.array
    bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    for start in stride(from: 0, to: bytes.count, by: 4) { bytes[start..<start + 4].reverse() }
    return Bytes(bytes)
  }
}
