/// The maker note in the Exif IFD (Exif 2.32, 4.6.5, MakerNote), a directory in a proprietary form.
///
/// Values are read on demand. One directory is read, and for Olympus one more that it points to, so there are no
/// cycles.
struct MakerNote {
  enum Maker {
    case apple, canon, casio, earlyCasio, nikon, olympus, panasonic, pentax

    fileprivate var fields: [MetadataField] {
      switch self {
      case .apple: [.contentIdentifier, .burst]
      case .canon, .olympus, .pentax: [.lens, .iso]
      case .casio, .earlyCasio, .nikon: [.iso]
      case .panasonic: [.lens]
      }
    }
  }

  /// The maximum number of directory entries; fewer than 200 are usual.
  private static let entryLimit = 255
  private static let startCount = 32

  let maker: Maker
  private let reader: TIFFReader
  private let directory: TIFFDirectory
  /// The range of the note relative to its offsets. If an editor moved only the note, they lead outside of it.
  private let range: Range<Int>
  /// The origin of the note's offsets, in bytes from the photo's TIFF header.
  private let base: Int
  /// How far the values are before the offsets of their entries, since the note was moved.
  private let shift: Int

  /// The note of a photo; `nil` if it isn't supported, or adds nothing to `findings`.
  ///
  /// - Parameter findings: the findings so far; `nil` to read the note in any case.
  init?(_ directories: TIFFDirectories, make: String?, beside findings: MetadataFindings?) {
    let outer = directories.reader
    guard let entry = directories.directory(.exif)?[ExifTag.makerNote], entry.position < outer.source.count
    else { return nil }
    let length = min(entry.length, outer.source.count - entry.position)
    let start = outer.source.bytes(at: entry.position, count: min(length, Self.startCount))
    guard let layout = MakerNoteLayout.find(start, make: make), findings.map(layout.maker.isHeard) != true,
      layout.start.offset < length
    else { return nil }
    let offset = layout.start.offset
    let note = ByteSource(outer.source, at: entry.position, count: length)
    let reader: TIFFReader?
    let place: Int
    switch layout.start {
    case .block:
      place = entry.position + offset
      (range, base) = (entry.position..<entry.position + length, 0)
      reader = TIFFReader(
        outer.source, directoryAt: place, mark: start.slice(at: offset - 4, count: 4), outer.order)
    case .note:
      place = offset
      (range, base) = (0..<length, entry.position)
      reader = TIFFReader(note, directoryAt: place, mark: start.slice(at: offset - 4, count: 4), outer.order)
    case .header:
      (range, base) = (0..<length - offset, entry.position + offset)
      reader = TIFFReader(ByteSource(note, at: offset, count: length))
      place = reader?.firstDirectory ?? 0
    }
    guard let reader, let directory = reader.directory(at: place), directory.declaredCount <= Self.entryLimit,
      let shift = layout.maker == .canon ? Self.canonShift(directory, reader, range) : 0
    else { return nil }
    (maker, self.reader, self.directory, self.shift) = (layout.maker, reader, directory, shift)
  }

  /// The note of a Canon CR3, the first directory of a TIFF block; `nil` if it adds nothing to `findings`.
  init?(canon directories: TIFFDirectories, beside findings: MetadataFindings) {
    guard !Maker.canon.isHeard(in: findings), directories.image.declaredCount <= Self.entryLimit else {
      return nil
    }
    (maker, reader, directory, shift) = (.canon, directories.reader, directories.image, 0)
    (range, base) = (0..<reader.source.count, 0)
  }

  /// A range in bytes from the TIFF header, which may be after the block; `nil` for an empty one, or if a
  /// program moved the note when it rewrote the file.
  func run(start: Int?, length: Int?) -> Range<Int>? {
    guard let start, let length, start > 0, length > 0, start <= UInt32.max, length <= UInt32.max, shift == 0
    else { return nil }
    return base + start..<base + start + length
  }

  func value(_ tag: UInt16) -> IFDValue? { value(tag, in: directory) }

  /// The values of a tag of a directory that a tag of the note points to or contains.
  func value(_ tag: UInt16, ofDirectory parent: UInt16) -> IFDValue? {
    guard let entry = directory[parent] else { return nil }
    let isPointer = entry.type == .ifd || entry.type == .long
    guard let place = isPointer ? reader.value(of: entry)?.integer() : entry.position, range.contains(place),
      let child = reader.directory(at: place), child.declaredCount <= Self.entryLimit
    else { return nil }
    return value(tag, in: child)
  }

  private func value(_ tag: UInt16, in directory: TIFFDirectory) -> IFDValue? {
    guard let entry = directory[tag] else { return nil }
    let position = entry.length > 4 ? entry.position - shift : entry.position
    guard range.contains(position) else { return nil }
    return reader.value(
      of: TIFFEntry(
        tag: tag, type: entry.type, count: entry.count, offset: entry.offset, position: position))
  }

  /// The numbers of bytes between the entries of Canon's notes and the first value, by model.
  private static let canonGaps = [0, 4, 6, 16, 28]

  /// How far Canon's values are before the offsets of their entries; `nil` if that is unknown.
  ///
  /// The first value follows the entries. Otherwise an editor moved the note, and the TIFF header at its end has the
  /// former position. Some editors correct the entries and not that header.
  private static func canonShift(
    _ directory: TIFFDirectory, _ reader: TIFFReader, _ range: Range<Int>
  ) -> Int? {
    let end = directory.offset + 2 + directory.declaredCount * 12
    guard let first = directory.entries.lazy.filter({ $0.length > 4 }).map(\.position).min() else { return 0 }
    if canonGaps.contains(first - end) { return 0 }
    let footer = reader.source.bytes(at: range.upperBound - 8, count: 8)
    guard footer.uint16(at: 2, reader.order) == 42, let place = footer.uint32(at: 4, reader.order) else {
      return nil
    }
    let shift = Int(place) - range.lowerBound
    return canonGaps.contains(first - shift - end) ? shift : nil
  }
}

extension MakerNote.Maker {
  fileprivate func isHeard(in findings: MetadataFindings) -> Bool { fields.allSatisfy(findings.has) }
}

extension TIFFReader {
  /// A reader of a directory without a header.
  ///
  /// - Parameters:
  ///   - mark: the bytes before the directory, which may contain its byte order.
  ///   - usual: the byte order of the photo. Without a mark it applies if the number of entries is below 256 in it.
  fileprivate init(_ source: ByteSource, directoryAt place: Int, mark: Bytes?, _ usual: ByteOrder) {
    let orders: [UInt16: ByteOrder] = [0x4949: .little, 0x4D4D: .big]
    let marked = mark.flatMap { mark in
      [2, 0].lazy.compactMap { mark.uint16(at: $0, .big) }.compactMap { orders[$0] }.first
    }
    let count = source.bytes(at: place, count: 2).uint16(at: 0, usual) ?? 0
    self.init(source, order: marked ?? (count < 256 ? usual : usual == .big ? .little : .big))
  }
}
