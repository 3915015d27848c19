/// An Exif block as JPEG, PNG, WebP and HEIC hold it, read by libexif and by the TIFF reader.
///
/// Which directories there are, the TIFF reader decides. A value is libexif's, or else the TIFF reader's:
/// libexif keeps the place of the thumbnail to itself and drops entries of types that came after Exif 2.32.
/// A block that is not built as the standard builds it, or that is longer than a JPEG segment, is read by
/// the TIFF reader alone.
struct ExifBlock: ExifDirectory {
  /// The longest block that libexif reads.
  private static let libexifLimit = 65_527

  private let libexif: LibExifDirectory?
  private let directories: TIFFDirectories

  /// Reads a block that begins with its TIFF header; `nil` if it holds no directory.
  init?(_ block: Bytes) {
    guard let directories = TIFFDirectories(ByteSource(block)) else { return nil }
    self.directories = directories
    guard block.count <= Self.libexifLimit, ExifBlockLayout.isStandard(directories, count: block.count) else {
      libexif = nil
      return
    }
    // Nobody asks for the maker note, and its parsers are libexif's slowest and least bounded part.
    let makerNote = directories.directory(.exif)?[ExifTag.makerNote]
    libexif = LibExifDirectory(block, hiding: makerNote?.offset)
  }

  func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    guard let directory = directories.directory(kind) else { return nil }
    return libexif?.value(tag, in: kind) ?? directories.value(tag, in: directory)
  }

  /// True if libexif reads the block too.
  var isReadByLibExif: Bool { libexif != nil }
}

extension ExifFields {
  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it; `nil` if it
  /// holds no directory.
  package init?(block: Bytes) {
    guard let directory = ExifBlock(block.has("Exif\0\0") ? block.suffix(from: 6) : block) else { return nil }
    self.init(directory)
  }
}
