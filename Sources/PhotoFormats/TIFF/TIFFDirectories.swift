/// The directories of a TIFF file, of a RAW based on it, or of an Exif block.
///
/// IFD0, IFD1, the Exif IFD and the GPS IFD are read at once, further images on demand. A directory is read
/// once, so cycles end.
package final class TIFFDirectories {
  /// The most directories of images; RAW files have fewer than twelve.
  package static let imageLimit = 32
  /// The maximum number of pages to count.
  package static let pageLimit = 4096
  /// The maximum size of XMP in bytes.
  package static let packetLimit = 8 * 1024 * 1024

  /// IFD0.
  package let image: TIFFDirectory
  let reader: TIFFReader

  private let thumbnail: TIFFDirectory?
  private let exif: TIFFDirectory?
  private let gps: TIFFDirectory?

  package init?(_ source: ByteSource) {
    guard let reader = TIFFReader(source), let image = reader.directory(at: reader.firstDirectory) else {
      return nil
    }
    var seen = [image.offset]
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
    // The pointers belong in IFD0; some writers put them elsewhere.
    let pointed = follow(ExifTag.exifIFD, from: [image])
    let place = follow(ExifTag.gpsIFD, from: [image, pointed])
    thumbnail = image.next.flatMap(read)
    exif = pointed ?? follow(ExifTag.exifIFD, from: [thumbnail])
    gps = place ?? follow(ExifTag.gpsIFD, from: [thumbnail, exif])
    self.image = image
    self.reader = reader
  }

  /// 42 for TIFF, 43 for BigTIFF; camera makers use others.
  package var magic: UInt16 { reader.magic }

  package func directory(_ kind: ExifDirectoryKind) -> TIFFDirectory? {
    switch kind {
    case .image: image
    case .thumbnail: thumbnail
    case .exif: exif
    case .gps: gps
    }
  }

  package func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    directory(kind).flatMap { value(tag, in: $0) }
  }

  /// The values of a tag in a directory; at most 64 KiB.
  package func value(_ tag: UInt16, in directory: TIFFDirectory) -> IFDValue? {
    directory[tag].flatMap { reader.value(of: $0) }
  }

  func value(of entry: TIFFEntry) -> IFDValue? { reader.value(of: entry) }

  /// The directory that a tag points to.
  package func directory(_ tag: UInt16, of directory: TIFFDirectory) -> TIFFDirectory? {
    value(tag, in: directory)?.integer().flatMap { reader.directory(at: $0) }
  }

  /// The XMP in tag 700 of IFD0 (XMP part 3, 3.2.3), at most 8 MiB.
  package var packet: Bytes? {
    image[ExifTag.xmp].flatMap { reader.value(of: $0, limit: Self.packetLimit)?.bytes }
  }

  /// The content of a tag of IFD0, read on demand; `nil` if the file ends before it does.
  package func contents(_ tag: UInt16) -> ByteSource? { image[tag].flatMap { reader.contents(of: $0) } }

  /// The directories of all images: IFD0, the chain after it, and SubIFDs (TIFF/EP, 5.4), nearest first.
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

  /// The number of pages; `nil` if there are too many.
  ///
  /// A page is a directory of the chain that describes a full picture, not a preview or a mask (TIFF 6.0,
  /// NewSubfileType).
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
