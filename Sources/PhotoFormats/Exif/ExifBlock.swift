/// An Exif block as JPEG, PNG, WebP and HEIC hold it, read by libexif and by the TIFF reader.
///
/// Which directories there are, the TIFF reader decides. A value is libexif's, or else the TIFF reader's:
/// libexif keeps the place of the thumbnail to itself and drops entries of types that came after Exif 2.32.
/// A block that is not built as the standard builds it, or that is longer than a JPEG segment, is read by
/// the TIFF reader alone.
struct ExifBlock {
  /// The longest block that libexif reads.
  private static let libexifLimit = 65_527

  /// The directories.
  let directories: TIFFDirectories
  /// The values of all tags that are read.
  let values: ExifValues
  /// True if libexif reads the block too.
  let isReadByLibExif: Bool

  /// Reads a block that begins with its TIFF header; `nil` if it holds no directory.
  init?(_ block: Bytes) {
    guard let directories = TIFFDirectories(ByteSource(block)) else { return nil }
    self.directories = directories
    var values = ExifValues(directories)
    let view = block.count > Self.libexifLimit ? nil : LibExifView(directories, count: block.count)
    if let view { LibExif.read(block, hiding: view.hidden, into: &values) }
    isReadByLibExif = view != nil
    self.values = values
  }
}

extension ExifFields {
  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it; `nil` if it
  /// holds no directory.
  package init?(block: Bytes) {
    guard let block = ExifBlock(block.has("Exif\0\0") ? block.suffix(from: 6) : block) else { return nil }
    self.init(block.values)
    complete(byNoteOf: block.directories)
  }
}
