/// What libexif is shown of an Exif block: IFD0, the Exif IFD and the GPS IFD, and in them the entries that are read.
///
/// libexif copies the values of every entry it meets, follows every pointer wherever it stands, parses maker notes, and
/// looks through all entries for each one it adds. A block of 64 KiB whose entries all claim the same bytes costs it 40
/// seconds and 380 MB. What nobody asks for is hidden from it, which makes it twice as fast with sound blocks too; a
/// block in which that does not leave directories of moderate length, each for itself, is not shown at all.
struct LibExifView {
  /// The most entries of a directory; cameras write fewer than 100.
  private static let entryLimit = 512
  /// How many times the length of the block the values may have in all: in a sound block they share none.
  private static let overlapLimit = 2

  /// Where the entries stand that are hidden, and the offset of IFD1, whose thumbnail libexif keeps to itself.
  let hidden: [UInt32]
  /// How many bytes of the block hold all that is shown.
  let count: Int

  /// What is shown of a block of `count` bytes; `nil` if it is not built as the standard builds it (Exif 2.32, 4.5).
  init?(_ directories: TIFFDirectories, count: Int) {
    guard directories.magic == 42 else { return nil }
    var (tables, hidden) = ([Range<Int>](), [UInt32]())
    var (length, shownEnd) = (0, 0)
    hidden.reserveCapacity(64)
    for kind in [ExifDirectoryKind.image, .exif, .gps] {
      guard let directory = directories.directory(kind) else { continue }
      // An entry that the TIFF reader cannot understand cannot be hidden either.
      guard directory.declaredCount <= Self.entryLimit, directory.entries.count == directory.declaredCount
      else { return nil }
      let end = directory.offset + 2 + directory.entries.count * 12
      tables.append(directory.offset..<end + (kind == .image ? 4 : 0))
      ExifTagTable.all.match(directory.entries, of: kind) { entry, number in
        if number != nil || kind == .image && Self.leads(entry, directories) {
          length += entry.length
          shownEnd = max(shownEnd, entry.position + entry.length)
        } else {
          hidden.append(UInt32(clamping: entry.offset))
        }
      }
      if kind == .image { hidden.append(UInt32(clamping: end)) }
      shownEnd = max(shownEnd, end + 4)
    }
    // What is hidden in one directory must not change what another says.
    guard length <= count * Self.overlapLimit,
      tables.allSatisfy({ table in
        tables.count { $0.overlaps(table) } == 1
      })
    else { return nil }
    self.hidden = hidden
    self.count = min(shownEnd, count)
  }

  /// True if an entry of IFD0 is a pointer that leads libexif to where the TIFF reader went.
  private static func leads(_ entry: TIFFEntry, _ directories: TIFFDirectories) -> Bool {
    let kind: ExifDirectoryKind
    switch entry.tag {
    case ExifTag.exifIFD: kind = .exif
    case ExifTag.gpsIFD: kind = .gps
    default: return false
    }
    guard entry.type == .long, entry.count == 1, let directory = directories.directory(kind) else {
      return false
    }
    return directories.value(of: entry)?.integer() == directory.offset
  }
}
