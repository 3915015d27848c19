/// Reads directories and values of one TIFF structure (TIFF 6.0, section 2; BigTIFF).
///
/// Every offset is counted from the start of the source. Nothing is read before it is asked for.
struct TIFFReader {
  /// The most entries that are read of a directory; cameras write fewer than 200.
  static let entryLimit = 4096
  /// The most bytes that are read of a value, unless more are asked for.
  static let valueLimit = 64 * 1024

  /// How many entries of unknown type make what was taken for a directory something else.
  private static let unknownTypeLimit = 10

  /// The order of the bytes of a number.
  let order: ByteOrder
  /// The number that tells the kind of the file: 42 for TIFF, 43 for BigTIFF; makers use others.
  let magic: UInt16
  /// Where the first directory stands.
  let firstDirectory: Int

  /// What is read; offsets are counted from its start.
  let source: ByteSource

  private let offsetSize: Int

  /// Reads the header; `nil` if there is none.
  ///
  /// The magic number is not checked: the makers' kinds of TIFF differ in nothing else.
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

  /// Reads directories that have no header: those of a maker's note.
  init(_ source: ByteSource, order: ByteOrder) {
    (self.source, self.order, magic, offsetSize, firstDirectory) = (source, order, 42, 4, 8)
  }

  /// Reads the directory at an offset as far as the file holds it; `nil` if there is none.
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

  /// The entry at a place of a directory; `nil` if its type is unknown or its values can be nowhere.
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
    return TIFFEntry(
      tag: tag, type: type, count: count, offset: tableStart + position, position: offset)
  }

  /// The values of an entry, of a long one those in its first `limit` bytes; `nil` if they are not all
  /// in the file.
  func value(of entry: TIFFEntry, limit: Int = valueLimit) -> IFDValue? {
    let length = min(entry.length, limit)
    let found = source.bytes(at: entry.position, count: length)
    guard length > 0, found.count == length else { return nil }
    return IFDValue(type: entry.type, count: entry.count, bytes: found, order: order)
  }

  /// The values of an entry as a source of their own, read when they are needed; `nil` if they are not all in the file.
  func contents(of entry: TIFFEntry) -> ByteSource? {
    let contents = ByteSource(source, at: entry.position, count: entry.length)
    return contents.count == entry.length ? contents : nil
  }
}

/// One entry of an image file directory: what it is about and where its values stand.
package struct TIFFEntry: Sendable {
  /// The tag.
  package let tag: UInt16
  /// The type of each value.
  package let type: IFDType
  /// The number of values as the entry declares it.
  package let count: Int
  /// Where the entry itself stands, in bytes from the start of the TIFF header.
  package let offset: Int
  /// Where the values stand, in bytes from the start of the TIFF header: in the entry itself or elsewhere.
  package let position: Int

  /// The length of all values in bytes; it cannot overflow, as entries for which it would are passed over.
  package var length: Int { count * type.size }
}

/// One image file directory (TIFF 6.0, section 2).
package struct TIFFDirectory: Sendable {
  /// Where the directory stands, in bytes from the start of the TIFF header.
  package let offset: Int
  /// How many entries the directory declares.
  package let declaredCount: Int
  /// The entries that can be understood, in the order of the file.
  package let entries: [TIFFEntry]
  /// Where the next directory of the chain stands.
  package let next: Int?
  /// True if the file ends before the directory does.
  package let isCutOff: Bool

  /// The first entry of a tag.
  package subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }
}
