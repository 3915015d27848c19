/// The directories of a TIFF file, of the kinds of RAW built on it, or of an Exif block.
///
/// Read are IFD0, the directory that follows it (IFD1), the Exif IFD and the GPS IFD; directories of
/// further images on request. A directory is read once, so a loop of offsets ends where it closes.
package struct TIFFDirectories {
  /// The most directories of images that are looked at; RAW files hold fewer than twelve.
  package static let imageLimit = 32
  /// The most pages that are counted.
  package static let pageLimit = 4096
  /// The most bytes that are read of an XMP packet.
  package static let packetLimit = 8 * 1024 * 1024

  /// The first directory, IFD0.
  package let image: TIFFDirectory
  /// What reads directories and values.
  let reader: TIFFReader

  private let thumbnail: TIFFDirectory?
  private let exif: TIFFDirectory?
  private let gps: TIFFDirectory?

  /// Reads the directories; `nil` if there is no TIFF header or no first directory.
  package init?(_ source: ByteSource) {
    guard let reader = TIFFReader(source), let image = reader.directory(at: reader.firstDirectory) else {
      return nil
    }
    var seen = [image.offset]
    /// The directory at an offset, unless it was read already.
    func read(_ offset: Int) -> TIFFDirectory? {
      guard !seen.contains(offset) else { return nil }
      seen.append(offset)
      return reader.directory(at: offset)
    }
    /// The directory that the first of these directories points to.
    func follow(_ tag: UInt16, from directories: [TIFFDirectory?]) -> TIFFDirectory? {
      for entry in directories.lazy.compactMap({ $0?[tag] }) {
        if let found = reader.value(of: entry)?.integer().flatMap(read) { return found }
      }
      return nil
    }
    // The pointers belong into IFD0; some writers put them elsewhere.
    let pointed = follow(ExifTag.exifIFD, from: [image])
    let place = follow(ExifTag.gpsIFD, from: [image, pointed])
    thumbnail = image.next.flatMap(read)
    exif = pointed ?? follow(ExifTag.exifIFD, from: [thumbnail])
    gps = place ?? follow(ExifTag.gpsIFD, from: [thumbnail, exif])
    self.image = image
    self.reader = reader
  }

  /// The number after the byte order: 42 for TIFF, 43 for BigTIFF; makers of cameras use others.
  package var magic: UInt16 { reader.magic }

  /// The directory of a kind, `nil` if there is none.
  package func directory(_ kind: ExifDirectoryKind) -> TIFFDirectory? {
    switch kind {
    case .image: image
    case .thumbnail: thumbnail
    case .exif: exif
    case .gps: gps
    }
  }

  /// The values of a tag of the directory of a kind; `nil` if it is missing or cannot be read.
  package func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    directory(kind).flatMap { value(tag, in: $0) }
  }

  /// The values of a tag in a directory, of long ones the first 64 KiB; `nil` if they cannot be read.
  package func value(_ tag: UInt16, in directory: TIFFDirectory) -> IFDValue? {
    directory[tag].flatMap { reader.value(of: $0) }
  }

  /// The values of an entry, of long ones the first 64 KiB; `nil` if they cannot be read.
  func value(of entry: TIFFEntry) -> IFDValue? { reader.value(of: entry) }

  /// The directory that the value of a tag points to, `nil` if there is none.
  package func directory(_ tag: UInt16, of directory: TIFFDirectory) -> TIFFDirectory? {
    value(tag, in: directory)?.integer().flatMap { reader.directory(at: $0) }
  }

  /// The XMP packet of tag 700 of IFD0 (XMP part 3, 3.2.3), at most its first 8 MiB.
  package var packet: Bytes? {
    image[ExifTag.xmp].flatMap { reader.value(of: $0, limit: Self.packetLimit)?.bytes }
  }

  /// What a tag of IFD0 holds that is a block of its own, read when it is needed; `nil` if it is not all in the file.
  package func contents(_ tag: UInt16) -> ByteSource? { image[tag].flatMap { reader.contents(of: $0) } }

  /// The directories of all images: IFD0, those that follow it, and those that SubIFDs names (TIFF/EP, 5.4),
  /// nearest first, at most `imageLimit`.
  package func images() -> [TIFFDirectory] {
    var images = [image]
    var seen: Set = [image.offset]
    var index = 0
    while index < images.count {
      let directory = images[index]
      var offsets = directory.next.map { [$0] } ?? []
      if let children = value(ExifTag.subIFDs, in: directory) {
        offsets += (0..<min(children.count, Self.imageLimit)).compactMap { children.integer(at: $0) }
      }
      for offset in offsets where images.count < Self.imageLimit && seen.insert(offset).inserted {
        if let found = reader.directory(at: offset) { images.append(found) }
      }
      index += 1
    }
    return images
  }

  /// How many pages there are; `nil` if there are more than are counted.
  ///
  /// A page is a directory of the chain that describes a picture in full: no preview of another one, and no mask
  /// (TIFF 6.0, NewSubfileType).
  var pageCount: Int? {
    var pages = 0
    var seen: Set<Int> = []
    var directory: TIFFDirectory? = image
    while let page = directory, seen.insert(page.offset).inserted {
      guard seen.count <= Self.pageLimit else { return nil }
      let kind = value(ExifTag.newSubfileType, in: page)?.integer() ?? 0
      if kind & 0b101 == 0, page[ExifTag.imageWidth] != nil { pages += 1 }
      directory = page.next.flatMap { reader.directory(at: $0) }
    }
    return pages
  }
}
