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
  ///
  /// The thumbnail, which most of a block is, is not read.
  init?(_ source: ByteSource) {
    guard let directories = TIFFDirectories(source) else { return nil }
    self.directories = directories
    var values = ExifValues(directories)
    let view = source.count > Self.libexifLimit ? nil : LibExifView(directories, count: source.count)
    if let view {
      LibExif.read(source.bytes(at: 0, count: view.count), hiding: view.hidden, into: &values)
    }
    isReadByLibExif = view != nil
    self.values = values
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
