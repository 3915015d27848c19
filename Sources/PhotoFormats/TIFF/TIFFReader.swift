/// Parses directories and values of a TIFF structure (TIFF 6.0, section 2; BigTIFF), on demand. Offsets are relative to
/// the source.
struct TIFFReader {
  /// The maximum number of directory entries; fewer than 200 are usual.
  static let entryLimit = 4096
  /// The default maximum size of a value in bytes.
  static let valueLimit = 64 * 1024

  /// The maximum number of directory entries with an unknown type.
  private static let unknownTypeLimit = 10

  let order: ByteOrder
  let magic: UInt16
  let firstDirectory: Int

  let source: ByteSource

  private let offsetSize: Int

  /// Parses the header. The magic number isn't checked: makers' kinds of TIFF differ in nothing else.
  init?(_ source: ByteSource) {
    let header = source.bytes(at: 0, count: 16)
    switch header.uint16(at: 0, .big) {
    case 0x4949: order = .little
    case 0x4D4D: order = .big
    default: return nil
    }
    guard let magic = header.uint16(at: 2, order) else { return nil }
    self.magic = magic
    self.source = source
    offsetSize = magic == 43 ? 8 : 4
    guard offsetSize == 4 || header.uint16(at: 4, order) == 8 && header.uint16(at: 6, order) == 0,
      let offset = header.integer(at: offsetSize, size: offsetSize, order), let first = Int(exactly: offset),
      first >= 8
    else { return nil }
    firstDirectory = first
  }

  /// Parses directories without a header, as in maker notes.
  init(_ source: ByteSource, order: ByteOrder) {
    (self.source, self.order, magic, offsetSize, firstDirectory) = (source, order, 42, 4, 8)
  }

  /// Parses the directory at an offset, as far as the file contains it.
  func directory(at offset: Int) -> TIFFDirectory? {
    let countSize = offsetSize == 8 ? 8 : 2
    let entrySize = 4 + 2 * offsetSize
    guard offset >= 8,
      let declared = source.bytes(at: offset, count: countSize).integer(at: 0, size: countSize, order)
    else { return nil }
    let count = Int(min(declared, UInt64(Self.entryLimit)))
    let start = offset + countSize
    let table = source.bytes(at: start, count: count * entrySize + offsetSize)
    var entries: [TIFFEntry] = []
    entries.reserveCapacity(min(count, table.count / entrySize))
    var unknownTypes = 0
    for position in stride(from: 0, to: min(count * entrySize, table.count - entrySize + 1), by: entrySize) {
      if let entry = entry(in: table, at: position, tableStart: start) {
        entries.append(entry)
      } else if table.uint16(at: position + 2, order) != 0 {
        unknownTypes += 1
        if unknownTypes > Self.unknownTypeLimit { break }
      }
    }
    let next = declared <= UInt64(count) ? table.integer(at: count * entrySize, size: offsetSize, order) : nil
    return TIFFDirectory(
      offset: offset, declaredCount: Int(clamping: declared), entries: entries,
      next: next.flatMap { Int(exactly: $0) }.flatMap { $0 >= 8 ? $0 : nil },
      isCutOff: table.count < count * entrySize)
  }

  private func entry(in table: Bytes, at position: Int, tableStart: Int) -> TIFFEntry? {
    guard let tag = table.uint16(at: position, order),
      let type = table.uint16(at: position + 2, order).flatMap(IFDType.init(rawValue:)),
      let declared = table.integer(at: position + 4, size: offsetSize, order),
      let count = Int(exactly: declared)
    else { return nil }
    let (length, overflows) = count.multipliedReportingOverflow(by: type.size)
    guard !overflows else { return nil }
    let field = position + 4 + offsetSize
    if length <= offsetSize {
      return TIFFEntry(
        tag: tag, type: type, count: count, offset: tableStart + position, position: tableStart + field)
    }
    guard let offset = table.integer(at: field, size: offsetSize, order).flatMap({ Int(exactly: $0) }),
      offset >= 8
    else { return nil }
    return TIFFEntry(tag: tag, type: type, count: count, offset: tableStart + position, position: offset)
  }

  /// The values of an entry in its first `limit` bytes; `nil` if the file ends before.
  func value(of entry: TIFFEntry, limit: Int = valueLimit) -> IFDValue? {
    let length = min(entry.length, limit)
    let found = source.bytes(at: entry.position, count: length)
    guard length > 0, found.count == length else { return nil }
    return IFDValue(type: entry.type, count: entry.count, bytes: found, order: order)
  }

  /// The values of an entry, read on demand; `nil` if the file ends before.
  func contents(of entry: TIFFEntry) -> ByteSource? {
    let contents = ByteSource(source, at: entry.position, count: entry.length)
    return contents.count == entry.length ? contents : nil
  }
}

/// An entry of an image file directory.
package struct TIFFEntry: Sendable {
  package let tag: UInt16
  package let type: IFDType
  /// The declared number of values.
  package let count: Int
  /// The offset of the entry from the TIFF header.
  package let offset: Int
  /// The offset of the values from the TIFF header, which may be in the entry.
  package let position: Int

  /// The length of all values in bytes, which can't overflow.
  package var length: Int { count * type.size }
}

/// An image file directory (TIFF 6.0, section 2).
package struct TIFFDirectory: Sendable {
  /// The offset from the TIFF header.
  package let offset: Int
  /// The declared number of entries.
  package let declaredCount: Int
  /// The valid entries, in the order of the file.
  package let entries: [TIFFEntry]
  /// The offset of the next directory of the chain.
  package let next: Int?
  /// Whether the file ends inside the directory.
  package let isCutOff: Bool

  /// The first entry of a tag.
  package subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }
}
