/// Changes tags of a TIFF structure: of an Exif block, a TIFF or a DNG (TIFF 6.0, section 2; Exif 2.32, 4.5.2).
///
/// Nothing moves, so that offsets in maker notes and to pictures remain valid. A value of the same size is replaced where
/// it is; other values, and directories that grow, follow the end of the structure.
package struct TIFFEditor {
  package enum Problem: Error, Sendable, Hashable {
    /// The directories are invalid or unusual.
    case unusual
    /// Offsets would exceed 32 bits, or a directory 65,535 entries.
    case tooLarge
  }

  private struct Table {
    let offset: Int
    let original: [[UInt8]]
    var entries: [[UInt8]]
    /// The offset of the next directory.
    let next: [UInt8]

    /// The range of the table with the offset of the next directory.
    var range: Range<Int> { offset..<offset + original.count * 12 + 6 }
  }

  package let order: ByteOrder
  private let source: ByteSource
  private var tables: [ExifDirectoryKind: Table] = [:]
  /// The directories that can't be changed.
  private var unusual: Set<ExifDirectoryKind> = []
  private var splices: [Splice] = []
  /// The bytes after the end, which is padded to a word boundary.
  private var tail: [UInt8] = []
  private var tailStart: Int { source.count + source.count % 2 }

  private static let pointers: [(kind: ExifDirectoryKind, tag: UInt16)] = [
    (.exif, ExifTag.exifIFD), (.gps, ExifTag.gpsIFD),
  ]

  /// Reads the directories. The structure starts at the start of the source.
  package init(_ source: ByteSource) throws(Problem) {
    guard let reader = TIFFReader(source), reader.magic == 42 else { throw .unusual }
    (self.source, order) = (source, reader.order)
    guard let image = table(at: reader.firstDirectory) else { throw .unusual }
    tables[.image] = image
    for (kind, tag) in Self.pointers {
      guard let entry = entry(tag, in: .image) else { continue }
      let isPointer = [4, 13].contains(number(entry, at: 2, size: 2)) && number(entry, at: 4, size: 4) == 1
      if isPointer, let table = table(at: number(entry, at: 8, size: 4)),
        !tables.values.contains(where: { $0.range.overlaps(table.range) })
      {
        tables[kind] = table
      } else {
        unusual.insert(kind)
      }
    }
  }

  private func table(at offset: Int) -> Table? {
    guard offset >= 8, let head = source.allBytes(at: offset, count: 2),
      let count = head.uint16(at: 0, order).map({ Int($0) }), count > 0,
      let bytes = source.allBytes(at: offset + 2, count: count * 12 + 4)
    else { return nil }
    let entries = (0..<count).map { bytes.prefixSlice(at: $0 * 12, count: 12).array }
    return Table(
      offset: offset, original: entries, entries: entries,
      next: bytes.prefixSlice(at: count * 12, count: 4).array)
  }

  private func number(_ entry: [UInt8], at place: Int, size: Int) -> Int {
    Bytes(entry).integer(at: place, size: size, order).map { Int($0) } ?? 0
  }

  private func tag(of entry: [UInt8]) -> UInt16 { UInt16(number(entry, at: 0, size: 2)) }

  private func entry(_ tag: UInt16, in kind: ExifDirectoryKind) -> [UInt8]? {
    tables[kind]?.original.first { self.tag(of: $0) == tag }
  }

  /// The range of an entry's value if it is outside of the entry.
  private func range(of entry: [UInt8]) -> Range<Int>? {
    guard let type = IFDType(rawValue: UInt16(number(entry, at: 2, size: 2))) else { return nil }
    let length = number(entry, at: 4, size: 4) * type.size
    let start = number(entry, at: 8, size: 4)
    return length > 4 && start >= 8 && start <= source.count - length ? start..<start + length : nil
  }

  /// The place and type of a value outside of its entry; `nil` if the directory has no such value.
  package func place(of tag: UInt16, in kind: ExifDirectoryKind) -> (type: IFDType, range: Range<Int>)? {
    guard let entry = entry(tag, in: kind),
      let type = IFDType(rawValue: UInt16(number(entry, at: 2, size: 2))),
      let range = range(of: entry)
    else { return nil }
    return (type, range)
  }

  /// The four bytes of a value that is in its entry.
  package func inlineValue(of tag: UInt16, in kind: ExifDirectoryKind) -> [UInt8]? {
    entry(tag, in: kind).map { Array($0[8...]) }
  }

  package func has(_ kind: ExifDirectoryKind) -> Bool { tables[kind] != nil || unusual.contains(kind) }

  package func has(_ tag: UInt16, in kind: ExifDirectoryKind) -> Bool { entry(tag, in: kind) != nil }

  /// The entries other than the given ones and the pointers to directories, to compare.
  package func others(than tags: Set<ExifPlace>) -> [UInt8] {
    ExifDirectoryKind.allCases.flatMap { kind in
      (tables[kind]?.original ?? []).filter { entry in
        let tag = tag(of: entry)
        return !tags.contains(ExifPlace(kind, tag)) && !Self.pointers.contains { $0.tag == tag }
      }.joined() + (tables[kind]?.next ?? []).drop { $0 == 0 }
    }
  }

  // MARK: Changes

  /// Returns the splices that make changes, in bytes from the start of the structure.
  package func splices(making changes: [ExifChange]) throws(Problem) -> [Splice] {
    var editor = self
    for change in changes {
      guard !unusual.contains(change.kind),
        tables[change.kind]?.original.count(where: { tag(of: $0) == change.tag }) ?? 0 < 2
      else { throw .unusual }
      editor.make(change)
    }
    return try editor.finished()
  }

  private mutating func make(_ change: ExifChange) {
    let index = tables[change.kind]?.entries.firstIndex { tag(of: $0) == change.tag }
    guard let value = change.value else {
      guard let index, let entry = tables[change.kind]?.entries.remove(at: index) else { return }
      // The removed value doesn't remain in the file.
      if let range = range(of: entry), isAlone(range) {
        splices.append(Splice(range: range, bytes: [UInt8](repeating: 0, count: range.count)))
      }
      return
    }
    var entry =
      order.bytes(of: change.tag) + order.bytes(of: value.type.rawValue)
      + order.bytes(of: UInt32(truncatingIfNeeded: value.count))
    if value.bytes.count <= 4 {
      entry += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
    } else if let index, let old = tables[change.kind]?.entries[index], Array(old[..<8]) == entry,
      let range = range(of: old), isAlone(range)
    {
      splices.append(Splice(range: range, bytes: value.bytes))
      return
    } else {
      entry += order.bytes(of: UInt32(truncatingIfNeeded: append(value.bytes)))
    }
    if let index {
      tables[change.kind]?.entries[index] = entry
    } else {
      insert(entry, in: change.kind)
    }
  }

  private mutating func insert(_ entry: [UInt8], in kind: ExifDirectoryKind) {
    var table = tables[kind] ?? Table(offset: 0, original: [], entries: [], next: [0, 0, 0, 0])
    let index = table.entries.firstIndex { tag(of: $0) > tag(of: entry) } ?? table.entries.count
    table.entries.insert(entry, at: index)
    tables[kind] = table
  }

  /// Whether no directory and no other value has any of the bytes.
  private func isAlone(_ range: Range<Int>) -> Bool {
    let all = tables.values.filter { $0.offset > 0 }
    return !all.contains { $0.range.overlaps(range) }
      && all.flatMap(\.original).compactMap { self.range(of: $0) }.count { $0.overlaps(range) } == 1
  }

  /// Appends bytes at a word boundary, and returns their offset.
  private mutating func append(_ bytes: [UInt8]) -> Int {
    if tail.count % 2 == 1 { tail.append(0) }
    defer { tail += bytes }
    return tailStart + tail.count
  }

  private mutating func finished() throws(Problem) -> [Splice] {
    for (kind, tag) in Self.pointers {
      if let table = tables[kind], table.entries.isEmpty {
        // A directory has at least one entry.
        splices.append(Splice(range: table.range, bytes: [UInt8](repeating: 0, count: table.range.count)))
        let kept = (tables[.image]?.entries ?? []).filter { self.tag(of: $0) != tag }
        tables[.image]?.entries = kept
        continue
      }
      guard let offset = try write(kind) else { continue }
      let pointer = order.bytes(of: tag) + order.bytes(of: UInt16(4)) + order.bytes(of: UInt32(1))
      let entry = pointer + order.bytes(of: UInt32(truncatingIfNeeded: offset))
      if let index = tables[.image]?.entries.firstIndex(where: { self.tag(of: $0) == tag }) {
        tables[.image]?.entries[index] = entry
      } else {
        insert(entry, in: .image)
      }
    }
    if let offset = try write(.image) {
      splices.append(Splice(range: 4..<8, bytes: order.bytes(of: UInt32(truncatingIfNeeded: offset))))
    }
    guard tailStart + tail.count <= UInt32.max else { throw .tooLarge }
    if !tail.isEmpty {
      let padding = [UInt8](repeating: 0, count: source.count % 2)
      splices.append(Splice(range: source.count..<source.count, bytes: padding + tail))
    }
    return splices
  }

  /// Writes a changed directory. Returns its offset if it is at the end of the structure.
  private mutating func write(_ kind: ExifDirectoryKind) throws(Problem) -> Int? {
    guard let table = tables[kind], table.entries != table.original else { return nil }
    guard table.entries.count <= UInt16.max else { throw .tooLarge }
    let bytes = order.bytes(of: UInt16(table.entries.count)) + table.entries.joined() + table.next
    guard !table.entries.isEmpty else { throw .unusual }
    if table.entries.count > table.original.count { return append(bytes) }
    if table.entries.count == table.original.count {
      for (index, entry) in table.entries.enumerated() where entry != table.original[index] {
        let start = table.offset + 2 + index * 12
        splices.append(Splice(range: start..<start + 12, bytes: entry))
      }
      return nil
    }
    let padding = [UInt8](repeating: 0, count: table.range.count - bytes.count)
    splices.append(Splice(range: table.range, bytes: bytes + padding))
    return nil
  }
}
