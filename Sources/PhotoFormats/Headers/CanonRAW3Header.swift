/// Reads Canon CR3: a movie box with a box of Canon's that holds TIFF blocks.
enum CanonRAW3Header {
  /// 85c0b687-820f-11e0-8111-f4ce462b6a48, the extended type of Canon's box.
  private static let canonBox: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  /// Fills in what the TIFF blocks say.
  static func read(_ file: BoxRegion, into fields: inout HeaderFields) throws(HeaderDamage) {
    guard let box = file.first(.movie) else { throw HeaderDamage("no movie box (moov)") }
    let movie = box.content.loaded()
    fields.pixelSize =
      MovieTrack.shown(movie.boxes.lazy.filter { $0.type == .track }.map(MovieTrack.init))?
      .pixelSize
    let canon = movie.boxes.first { child in
      child.type == .uuid && child.content.prefix(16) == Bytes(canonBox)
    }
    guard let blocks = canon?.content.dropFirst(16) else { throw HeaderDamage("no box of Canon's metadata") }
    let directories = CanonRAW3Directories(
      image: directories(blocks.first(.canonImage)), exif: directories(blocks.first(.canonExif)),
      gps: directories(blocks.first(.canonGPS)))
    fields.exif = ExifFields(directories)
    if let width = directories.side(ExifTag.imageWidth), let height = directories.side(ExifTag.imageLength),
      let size = PixelSize(width: width, height: height)
    {
      fields.pixelSize = size
    }
    guard box.isComplete else { throw HeaderDamage("the movie box (moov) is cut off") }
  }

  private static func directories(_ box: Box?) -> TIFFDirectories? {
    box.flatMap { TIFFDirectories(ByteSource($0.content.bytes.array)) }
  }
}

/// The directories of CR3: each is the first one of a TIFF block of its own.
struct CanonRAW3Directories<Directory: ExifDirectory>: ExifDirectory {
  let image: Directory?
  let exif: Directory?
  let gps: Directory?

  func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    switch kind {
    case .image: image?.value(tag, in: .image)
    case .exif: exif?.value(tag, in: .image)
    case .gps: gps?.value(tag, in: .image)
    case .thumbnail: nil
    }
  }

  /// A side of the picture in pixels.
  func side(_ tag: UInt16) -> UInt32? { value(tag, in: .image)?.integer().flatMap { UInt32(exactly: $0) } }
}
