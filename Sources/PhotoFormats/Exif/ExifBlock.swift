/// An Exif block as JPEG, PNG, WebP and HEIC hold it, read by libexif and by the TIFF reader.
///
/// A value is libexif's, or else the TIFF reader's: libexif reads blocks of at most 65,527 bytes, insists on
/// the number 42 in the header, keeps the place of the thumbnail to itself, and drops entries of types that
/// came after Exif 2.32. Which directories there are, the TIFF reader decides: libexif follows pointers of
/// any type, ExifTool only numbers.
struct ExifBlock: ExifDirectory {
  private static let libexifLimit = 65_527

  private let libexif: LibExifDirectory?
  private let directories: TIFFDirectories

  /// Reads a block that begins with its TIFF header; `nil` where it holds no directory.
  init?(_ block: Bytes) {
    guard let directories = TIFFDirectories(ByteSource(block)) else { return nil }
    self.directories = directories
    libexif = block.count <= Self.libexifLimit ? LibExifDirectory(block) : nil
  }

  func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    guard let directory = directories.directory(kind) else { return nil }
    return libexif?.value(tag, in: kind) ?? directories.value(tag, in: directory)
  }
}

extension ExifFields {
  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it; `nil` where it
  /// holds no directory.
  package init?(block: Bytes) {
    guard let directory = ExifBlock(block.has("Exif\0\0") ? block.suffix(from: 6) : block) else { return nil }
    self.init(directory)
  }
}
