import CPhotoCodecs

/// The previews that a camera put into a JPEG beside its picture, as long as they show what the picture shows.
///
/// They stand in IFD1 (Exif 2.32, 4.5.5), where the note of the camera's maker says, or behind the picture as
/// Multi-Picture Format has it (CIPA DC-007).
package enum CameraPreviews {
  /// Where JPEGs may stand that are previews, in bytes from the start of the file; each ends in the file. What stands
  /// there is not looked at.
  ///
  /// There are none if the file is built as no camera builds one: a program wrote it anew, and may have left old
  /// previews in it. `isAsTaken` tells more, and takes longer.
  package static func ranges(in source: ByteSource) -> [Range<Int>] {
    var header = photo_jpeg_header()
    _ = withCReader(source) { read, context in photo_jpeg_read_header(read, context, &header) }
    guard isBuiltByCamera(header),
      let directories = TIFFDirectories(
        ByteSource(source, at: exifOffset, count: Int(header.exif.size))),
      describes(directories, header)
    else { return [] }
    let exif = ExifFields(directories)
    let told = [exif.thumbnail, MakerNote(directories, make: exif.make, beside: nil)?.preview]
    // No file is so long that one of its offsets could not be counted from another place.
    let inExif = told.compactMap { $0 }.filter { $0.upperBound <= source.count }.map {
      shifted($0, by: exifOffset)
    }
    return (inExif + largeThumbnails(header, source)).filter { $0.upperBound <= source.count }
  }

  /// SOI, and the marker, the length and the name of APP1.
  private static let exifOffset = 2 + 4 + 6

  /// True if Exif comes first, as the standard has it for cameras (4.5.4): most programs put a JFIF segment there. What
  /// else only programs write are several scans for one picture, and Photoshop's resources.
  private static func isBuiltByCamera(_ header: photo_jpeg_header) -> Bool {
    header.exif.size > 0 && header.exif.offset == exifOffset && header.photoshop_count == 0
      && !header.progressive
  }

  /// True if Exif tells the size that the picture has, and no other colours than sRGB: those of a preview could be
  /// either.
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

  /// True if the header of a JPEG tells when it was taken, and nothing in it tells that a program wrote it since: the
  /// name of one, a history, or a date of change that is later than the time in which a camera writes a photo.
  package static func isAsTaken(_ source: ByteSource) -> Bool {
    var fields = HeaderFields()
    guard (try? JPEGHeader.read(source, into: &fields)) != nil, let taken = fields.exif?.dateTimeOriginal,
      PhotoMetadata(fields).values[.editing] == nil, fields.xmp?.hasHistory != true, fields.iptc == nil
    else { return false }
    let changes = [fields.exif?.dateTime, fields.xmp?.modifyDate].compactMap { $0 }
    return changes.allSatisfy { $0.time.seconds - taken.time.seconds <= writingSeconds }
  }

  /// How long after its beginning a photo may be written: long exposures, and those that a camera puts together.
  private static let writingSeconds: Int64 = 60
}
