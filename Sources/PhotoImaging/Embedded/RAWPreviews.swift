import PhotoFormats

enum RAWPreviews {
  /// Returns the smallest preview of at least a given size. Falls back to the largest preview.
  static func best(in source: PictureSource, atLeast wanted: PixelSize?) -> PictureSource? {
    let previews = ranges(in: source).compactMap { range -> (source: PictureSource, size: PixelSize)? in
      guard let part = source.part(range), let header = part.jpegHeader(),
        let size = PixelSize(width: header.width, height: header.height)
      else { return nil }
      return (part, size)
    }
    let largest = previews.max { $0.size.area < $1.size.area }
    guard let wanted else { return largest?.source }
    let sufficient = previews.filter { $0.size.width >= wanted.width && $0.size.height >= wanted.height }
    return (sufficient.min { $0.size.area < $1.size.area } ?? largest)?.source
  }

  /// Returns the possible ranges of JPEG previews. RAW data may be lossless JPEG, which libjpeg-turbo rejects, so that
  /// only the header decides.
  private static func ranges(in source: PictureSource) -> [Range<Int>] {
    guard let bytes = source.byteSource() else { return [] }
    if bytes.head.has("FUJIFILMCCD-RAW") {
      return [range(bytes.head.uint32(at: 84, .big), bytes.head.uint32(at: 88, .big))].compactMap { $0 }
    }
    if bytes.head.fourCC(at: 4) == "ftyp" { return canonRanges(bytes) }
    if bytes.head.has("FOVb") { return SigmaRAWHeader.previews(in: bytes) }
    if let thumbnail = PhotoshopHeader.thumbnail(in: bytes) { return [thumbnail] }
    guard let directories = TIFFDirectories(bytes) else { return [] }
    return directories.images().flatMap { ranges(of: $0, in: directories) }
  }

  private static func ranges(of image: TIFFDirectory, in directories: TIFFDirectories) -> [Range<Int>] {
    func number(_ tag: UInt16) -> UInt32? {
      directories.value(tag, in: image)?.integer().flatMap { UInt32(exactly: $0) }
    }
    var found = [range(number(ExifTag.jpegInterchangeFormat), number(ExifTag.jpegInterchangeFormatLength))]
    if let entry = image[Tag.jpgFromRAW] {
      found.append(range(UInt32(exactly: entry.position), UInt32(exactly: entry.length)))
    }
    // A single JPEG strip (TIFF 6.0, section 22, and technical note 2) is a complete file.
    if let compression = number(ExifTag.compression), compression == 6 || compression == 7,
      image[Tag.stripOffsets]?.count == 1
    {
      found.append(range(number(Tag.stripOffsets), number(Tag.stripByteCounts)))
    }
    return found.compactMap { $0 }
  }

  private enum Tag {
    /// Panasonic's preview in IFD0 of an RW2.
    static let jpgFromRAW: UInt16 = 0x002E
    static let stripOffsets: UInt16 = 0x0111
    static let stripByteCounts: UInt16 = 0x0117
  }

  /// eaf42b5e-1c98-4b88-b9fb-b7dc406e4d16, the extended type of the box with the preview of a CR3.
  private static let canonPreview: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]

  /// Returns the preview of a CR3: the PRVW box, eight bytes into its parent, with the JPEG at offset 16.
  private static func canonRanges(_ bytes: ByteSource) -> [Range<Int>] {
    let holder = BoxRegion(file: bytes).boxes.first {
      $0.type == "uuid" && $0.content.prefix(16) == Bytes(canonPreview)
    }
    guard let preview = holder?.content.dropFirst(24).first("PRVW")?.content, preview.range.count > 16 else {
      return []
    }
    return [preview.dropFirst(16).range]
  }

  private static func range(_ offset: UInt32?, _ length: UInt32?) -> Range<Int>? {
    guard let offset, let length, offset > 0, length > 0 else { return nil }
    return Int(offset)..<Int(offset) + Int(length)
  }
}

/// The cover picture of a video: item `covr` of the metadata list (moov/udta/meta/ilst; QuickTime File Format,
/// "Metadata Item List").
enum CoverPicture {
  static func find(in source: PictureSource) -> PictureSource? {
    guard let movie = source.byteSource().flatMap({ BoxRegion(file: $0).first("moov") })?.content else {
      return nil
    }
    for holder in [movie.first("udta")?.content, movie] {
      guard let meta = holder?.first("meta")?.content else { continue }
      // The box starts with version and flags in MP4, but not in QuickTime.
      let isFull = meta.prefix(8).fourCC(at: 4) != "hdlr"
      let children = isFull ? meta.dropFirst(4) : meta
      let item = children.first("ilst")?.content.first("covr")?.content
      // The picture follows its type and locale.
      if let range = item?.first("data")?.content.dropFirst(8).range { return source.part(range) }
    }
    return nil
  }
}
