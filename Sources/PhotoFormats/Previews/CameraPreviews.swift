import CPhotoCodecs

/// The previews that a camera put into a JPEG and that show its picture: in IFD1 (Exif 2.32, 4.5.5), where the maker
/// note states, or after the picture in the Multi-Picture Format (CIPA DC-007).
package enum CameraPreviews {
  /// The ranges of possible JPEG previews in the file; their content isn't checked.
  ///
  /// There are none in files that no camera structures in this way: a program may have left old previews. `isAsTaken`
  /// checks more, and takes longer.
  package static func ranges(in source: ByteSource) -> [Range<Int>] {
    let header = header(of: source)
    guard isBuiltByCamera(header), let directories = directories(header, source),
      describes(directories, header)
    else { return [] }
    return exifPreviews(directories, header, source)
      + pictures(header, source, MultiPictureIndex.largeThumbnails)
  }

  /// The ranges of all JPEG pictures that Exif, a maker note or the Multi-Picture Format locates, in any file.
  package static func allRanges(in source: ByteSource) -> [Range<Int>] {
    let header = header(of: source)
    let inExif = directories(header, source).map { exifPreviews($0, header, source) } ?? []
    return (inExif + pictures(header, source, MultiPictureIndex.pictures)).filter {
      source.bytes(at: $0.lowerBound, count: 3) == Bytes([0xFF, 0xD8, 0xFF])
    }
  }

  private static func header(of source: ByteSource) -> photo_jpeg_header {
    var header = photo_jpeg_header()
    _ = withCReader(source) { read, context in
      photo_jpeg_read_header(read, context, UInt64(source.count), nil, &header)
    }
    return header
  }

  private static func directories(_ header: photo_jpeg_header, _ source: ByteSource) -> TIFFDirectories? {
    guard header.exif.size > 0, let offset = Int(exactly: header.exif.offset) else { return nil }
    return TIFFDirectories(ByteSource(source, at: offset, count: Int(header.exif.size)))
  }

  private static func exifPreviews(
    _ directories: TIFFDirectories, _ header: photo_jpeg_header, _ source: ByteSource
  ) -> [Range<Int>] {
    let exif = ExifFields(directories)
    let told = [exif.thumbnail, MakerNote(directories, make: exif.make, beside: nil)?.preview]
    return told.compactMap { $0 }.compactMap { inside(source, $0, from: Int(header.exif.offset)) }
  }

  /// Returns a range relative to `start` as a range of the file, or `nil` if the file ends before.
  private static func inside(_ source: ByteSource, _ range: Range<Int>, from start: Int) -> Range<Int>? {
    guard range.upperBound <= source.count - start else { return nil }
    return range.lowerBound + start..<range.upperBound + start
  }

  /// Returns whether a camera wrote the JPEG, judging by its segments. Only programs write Photoshop's resources.
  private static func isBuiltByCamera(_ header: photo_jpeg_header) -> Bool {
    header.isStructuredByCamera && header.photoshop_count == 0
  }

  /// Whether Exif states the size of the picture, and sRGB: otherwise, a preview might be in sRGB and the photo not.
  private static func describes(_ directories: TIFFDirectories, _ header: photo_jpeg_header) -> Bool {
    func number(_ tag: UInt16) -> Int? { directories.value(tag, in: .exif)?.integer() }
    let colorSpace = number(ExifTag.colorSpace) ?? sRGB
    let (width, height) = (Int(header.width), Int(header.height))
    return colorSpace == sRGB && (number(ExifTag.pixelXDimension) ?? width) == width
      && (number(ExifTag.pixelYDimension) ?? height) == height
  }

  private static let sRGB = 1

  private static func pictures(
    _ header: photo_jpeg_header, _ source: ByteSource,
    _ find: (ByteSource, _ start: Int) -> [Range<Int>]
  ) -> [Range<Int>] {
    guard header.multi_picture.size > 0, let offset = Int(exactly: header.multi_picture.offset) else {
      return []
    }
    let index = ByteSource(source, at: offset, count: Int(header.multi_picture.size))
    return find(index, -offset).compactMap { inside(source, $0, from: offset) }
  }

  /// Whether a JPEG has a capture date, and no trace of a later program: no name, no history, and no date of change
  /// later than a camera needs to write a photo.
  package static func isAsTaken(_ source: ByteSource) -> Bool {
    var fields = HeaderFields()
    guard (try? JPEGHeader.read(source, into: &fields)) != nil, let taken = fields.exif?.dateTimeOriginal,
      PhotoMetadata(fields).values[.editing] == nil, fields.xmp?.hasHistory != true, fields.iptc == nil
    else { return false }
    let changes = [fields.exif?.dateTime, fields.xmp?.modifyDate].compactMap { $0 }
    return changes.allSatisfy { $0.time.seconds - taken.time.seconds <= writingSeconds }
  }

  /// The time for long or multiple exposures between capture and writing.
  private static let writingSeconds: Int64 = 60
}
