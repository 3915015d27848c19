import CPhotoCodecs

/// The previews that a camera put into a JPEG and that show its picture: in IFD1 (Exif 2.32, 4.5.5), where the maker
/// note states, or after the picture in the Multi-Picture Format (CIPA DC-007).
package enum CameraPreviews {
  /// The ranges of possible JPEG previews in the file; their content isn't checked.
  ///
  /// There are none in files that no camera structures in this way: a program may have left old previews. `isAsTaken`
  /// checks more, and takes longer.
  package static func ranges(in source: ByteSource) -> [Range<Int>] {
    var header = photo_jpeg_header()
    _ = withCReader(source) { read, context in
      photo_jpeg_read_header(read, context, UInt64(source.count), nil, &header)
    }
    guard isBuiltByCamera(header),
      let directories = TIFFDirectories(ByteSource(source, at: exifOffset, count: Int(header.exif.size))),
      describes(directories, header)
    else { return [] }
    let exif = ExifFields(directories)
    let told = [exif.thumbnail, MakerNote(directories, make: exif.make, beside: nil)?.preview]
    // Ranges inside a file can't overflow.
    let inExif = told.compactMap { $0 }.filter { $0.upperBound <= source.count }.map {
      shifted($0, by: exifOffset)
    }
    return (inExif + largeThumbnails(header, source)).filter { $0.upperBound <= source.count }
  }

  /// SOI, and the marker, length and name of APP1.
  private static let exifOffset = 2 + 4 + 6

  /// A Boolean value indicating whether Exif comes first, as the standard requires (4.5.4); most programs write a JFIF
  /// segment there. Only programs write several scans and Photoshop's resources.
  private static func isBuiltByCamera(_ header: photo_jpeg_header) -> Bool {
    header.exif.size > 0 && header.exif.offset == exifOffset && header.photoshop_count == 0
      && !header.progressive
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

  private static func largeThumbnails(_ header: photo_jpeg_header, _ source: ByteSource) -> [Range<Int>] {
    guard header.multi_picture.size > 0, let offset = Int(exactly: header.multi_picture.offset) else {
      return []
    }
    let index = ByteSource(source, at: offset, count: Int(header.multi_picture.size))
    return MultiPictureIndex.largeThumbnails(in: index, pictureAt: -offset).map { shifted($0, by: offset) }
  }

  private static func shifted(_ range: Range<Int>, by count: Int) -> Range<Int> {
    range.lowerBound + count..<range.upperBound + count
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
