import CPhotoCodecs

/// An Exif block of a JPEG, PNG, WebP, HEIC or JPEG XL.
///
/// `TIFFDirectories` finds the directories. libexif reads the values if `LibExifView` permits, otherwise the TIFF
/// reader does. No value is read twice.
struct ExifBlock {
  let directories: TIFFDirectories
  let values: ExifValues
  let isReadByLibExif: Bool

  /// Reads a block from the TIFF header on. The thumbnail, most of the block, isn't read.
  init?(_ source: ByteSource) {
    guard let directories = TIFFDirectories(source) else { return nil }
    self.directories = directories
    var found = LibExifView(directories, count: source.count).flatMap { view in
      ExifValues(libexif: source.bytes(at: 0, count: view.count), hiding: view.hidden)
    }
    isReadByLibExif = found != nil
    // libexif doesn't return the offset of the thumbnail.
    found?.take(directories.directory(.thumbnail), of: directories, as: .thumbnail)
    values = found ?? ExifValues(directories)
  }
}

extension ExifFields {
  package init?(block: Bytes) { self.init(block: ByteSource(block)) }

  /// Reads an Exif block that starts with a TIFF header, or with "Exif\0\0".
  init?(block source: ByteSource) {
    let isNamed = source.head.has("Exif\0\0")
    guard let block = ExifBlock(isNamed ? ByteSource(source, at: 6, count: source.count) : source) else {
      return nil
    }
    self.init(block.values)
    complete(byNoteOf: block.directories)
  }
}

extension ExifValues {
  /// The values that libexif finds in a block; `nil` if it has no header or if memory is exhausted.
  ///
  /// - Parameters:
  ///   - block: at most 65,527 bytes from the TIFF header on; libexif reads no more.
  ///   - hidden: the offsets of four bytes that libexif reads as zeros.
  init?(libexif block: Bytes, hiding hidden: [UInt32] = []) {
    let opened = block.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress
        .flatMap { photo_exif_open($0, bytes.count, hidden, hidden.count) }
    }
    guard let opened else { return nil }
    defer { photo_exif_close(opened) }
    self.init()
    let order: ByteOrder = photo_exif_is_big_endian(opened) ? .big : .little
    let tags = ExifTagTable.all.tags
    withUnsafeTemporaryAllocation(of: photo_exif_value.self, capacity: tags.count) { found in
      guard let first = found.baseAddress else { return }
      photo_exif_find(opened, tags, tags.count, first)
      // All values share one array, which replaces libexif's memory.
      var storage: [UInt8] = []
      storage.reserveCapacity(found.reduce(0) { $0 + Int($1.size) })
      for value in found where value.size > 0 {
        storage += UnsafeBufferPointer(start: value.bytes, count: Int(value.size))
      }
      let all = Bytes(storage)
      var offset = 0
      for number in found.indices where found[number].size > 0 {
        let value = found[number]
        let bytes = all.prefixSlice(at: offset, count: Int(value.size))
        offset += Int(value.size)
        guard let type = IFDType(rawValue: value.type) else { continue }
        self[number] = IFDValue(type: type, count: Int(value.count), bytes: bytes, order: order)
      }
    }
  }
}

/// The part of an Exif block that libexif sees: the relevant entries of IFD0, the Exif IFD and the GPS IFD.
///
/// libexif copies the values of all entries, follows all pointers, parses maker notes, and searches all entries for
/// each one it adds: a block of 64 KiB whose entries claim the same bytes costs it 40 seconds and 380 MB. Hiding what
/// isn't used doubles its speed with valid blocks. If the rest isn't a few separate directories of moderate length with
/// types and places that libexif knows, the TIFF reader reads the block.
struct LibExifView {
  private static let lengthLimit = 65_527
  /// The maximum number of directory entries; fewer than 100 are usual.
  private static let entryLimit = 512
  /// The most bytes of all values, relative to the block; values of a valid block don't overlap.
  private static let overlapLimit = 2
  private static let lastType = IFDType.double

  /// The offsets of hidden entries, including the pointer to IFD1, whose thumbnail libexif doesn't return.
  let hidden: [UInt32]
  let count: Int

  /// Creates a view of a block of `count` bytes, or returns `nil` for a nonstandard block (Exif 2.32, 4.5).
  init?(_ directories: TIFFDirectories, count: Int) {
    guard directories.magic == 42, count <= Self.lengthLimit else { return nil }
    var (tables, hidden) = ([Range<Int>](), [UInt32]())
    var (length, shownEnd, isKnown) = (0, 0, true)
    hidden.reserveCapacity(64)
    for kind in [ExifDirectoryKind.image, .exif, .gps] {
      guard let directory = directories.directory(kind) else { continue }
      // An entry that the TIFF reader doesn't understand can't be hidden.
      guard directory.declaredCount <= Self.entryLimit, directory.entries.count == directory.declaredCount,
        kind == .image || directories.image.entries.contains(where: { $0.leads(to: kind, of: directories) })
      else { return nil }
      let end = directory.offset + 2 + directory.entries.count * 12
      tables.append(directory.offset..<end + (kind == .image ? 4 : 0))
      ExifTagTable.all.match(directory.entries, of: kind) { entry, number in
        let isPointer =
          kind == .image
          && (entry.leads(to: .exif, of: directories) || entry.leads(to: .gps, of: directories))
        if number != nil || isPointer {
          length += entry.length
          shownEnd = max(shownEnd, entry.position + entry.length)
          isKnown = isKnown && entry.type.rawValue <= Self.lastType.rawValue
        } else {
          hidden.append(UInt32(clamping: entry.offset))
        }
      }
      if kind == .image { hidden.append(UInt32(clamping: end)) }
      shownEnd = max(shownEnd, end + 4)
    }
    // Hiding an entry must not change another directory.
    guard isKnown, length <= count * Self.overlapLimit,
      tables.allSatisfy({ table in tables.count { $0.overlaps(table) } == 1 })
    else { return nil }
    self.hidden = hidden
    self.count = min(shownEnd, count)
  }
}

extension TIFFEntry {
  /// Whether an entry of IFD0 leads libexif to the directory that the TIFF reader found.
  fileprivate func leads(to kind: ExifDirectoryKind, of directories: TIFFDirectories) -> Bool {
    guard tag == (kind == .exif ? ExifTag.exifIFD : ExifTag.gpsIFD), type == .long, count == 1,
      let directory = directories.directory(kind)
    else { return false }
    return directories.value(of: self)?.integer() == directory.offset
  }
}
