import CPhotoCodecs

/// An Exif block as JPEG, PNG, WebP, HEIC and JPEG XL hold it.
///
/// `TIFFDirectories` finds the directories of every block. libexif reads their values if `LibExifView` shows it all that
/// is asked for; otherwise the TIFF reader does. No value is read twice.
struct ExifBlock {
  /// The directories.
  let directories: TIFFDirectories
  /// The values of all tags that are read.
  let values: ExifValues
  /// Whether libexif read the values.
  let isReadByLibExif: Bool

  /// Reads a block that begins with its TIFF header; `nil` if it holds no directory.
  ///
  /// The thumbnail, which most of a block is, is not read.
  init?(_ source: ByteSource) {
    guard let directories = TIFFDirectories(source) else { return nil }
    self.directories = directories
    var found = LibExifView(directories, count: source.count).flatMap { view in
      ExifValues(libexif: source.bytes(at: 0, count: view.count), hiding: view.hidden)
    }
    isReadByLibExif = found != nil
    // libexif keeps the place of the thumbnail to itself.
    found?.take(directories.directory(.thumbnail), of: directories, as: .thumbnail)
    values = found ?? ExifValues(directories)
  }
}

extension ExifFields {
  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it; `nil` if it
  /// holds no directory.
  package init?(block: Bytes) { self.init(block: ByteSource(block)) }

  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it; `nil` if it
  /// holds no directory.
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
  /// The values that libexif finds in a block; `nil` if memory is short or the block has no header.
  ///
  /// - Parameters:
  ///   - block: a block that begins with its TIFF header, of at most 65,527 bytes; libexif reads no more.
  ///   - hidden: offsets of four bytes that libexif reads as zeros.
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
      // All values share one array, which is all that is left of libexif's memory.
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

/// What libexif is shown of an Exif block: IFD0, the Exif IFD and the GPS IFD, and in them the entries that are read.
///
/// libexif copies the values of every entry it meets, follows every pointer wherever it stands, parses maker notes, and
/// looks through all entries for each one it adds. A block of 64 KiB whose entries all claim the same bytes costs it 40
/// seconds and 380 MB. What nobody asks for is hidden from it, which makes it twice as fast with sound blocks too; a
/// block in which that does not leave directories of moderate length, each for itself, is not shown at all. Neither is
/// one with a directory or a type of values that libexif does not know where it stands, so that nothing is lost.
struct LibExifView {
  /// The longest block that libexif reads.
  private static let lengthLimit = 65_527
  /// The most entries of a directory; cameras write fewer than 100.
  private static let entryLimit = 512
  /// How many times the length of the block the values may have in all: in a sound block they share none.
  private static let overlapLimit = 2
  /// The last type of values that libexif knows.
  private static let lastType = IFDType.double

  /// Where the entries stand that are hidden, and the offset of IFD1, whose thumbnail libexif keeps to itself.
  let hidden: [UInt32]
  /// How many bytes of the block hold all that is shown.
  let count: Int

  /// What is shown of a block of `count` bytes; `nil` if it is not built as the standard builds it (Exif 2.32, 4.5).
  init?(_ directories: TIFFDirectories, count: Int) {
    guard directories.magic == 42, count <= Self.lengthLimit else { return nil }
    var (tables, hidden) = ([Range<Int>](), [UInt32]())
    var (length, shownEnd, isKnown) = (0, 0, true)
    hidden.reserveCapacity(64)
    for kind in [ExifDirectoryKind.image, .exif, .gps] {
      guard let directory = directories.directory(kind) else { continue }
      // An entry that the TIFF reader cannot understand cannot be hidden either.
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
    // What is hidden in one directory must not change what another says.
    guard isKnown, length <= count * Self.overlapLimit,
      tables.allSatisfy({ table in
        tables.count { $0.overlaps(table) } == 1
      })
    else { return nil }
    self.hidden = hidden
    self.count = min(shownEnd, count)
  }
}

extension TIFFEntry {
  /// Whether an entry of IFD0 is a pointer that leads libexif to where the TIFF reader found a directory.
  fileprivate func leads(to kind: ExifDirectoryKind, of directories: TIFFDirectories) -> Bool {
    guard tag == (kind == .exif ? ExifTag.exifIFD : ExifTag.gpsIFD), type == .long, count == 1,
      let directory = directories.directory(kind)
    else { return false }
    return directories.value(of: self)?.integer() == directory.offset
  }
}
