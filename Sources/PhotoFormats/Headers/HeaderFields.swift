/// The findings of a header reader, by source; `PhotoMetadata` decides between them.
///
/// Readers store their findings immediately, so that the part before an error is retained.
package struct HeaderFields: Sendable {
  package var fileType = PhotoFileType.unknown
  /// The size of the stored picture: of the primary item, or of the first video track.
  package var pixelSize: PixelSize?
  /// The orientation in the container (such as HEIC and movies), which overrides Exif.
  package var containerOrientation: Orientation?
  package var exif: ExifFields?
  /// Whether to copy all values of `exif`.
  var keepsExif = false
  /// All values of `exif` that describe the photo.
  var exifCopy: ExifCopy?
  package var xmp: XMPFields?
  package var iptc: IPTCFields?
  /// The text `Creation Time` of a PNG.
  package var pngCreationTime: DateText?
  /// The `tIME` chunk of a PNG.
  package var pngModificationTime: DateText?
  package var containerDate: CaptureDate?
  package var containerCamera: Camera?
  package var containerLocation: GeoLocation?
  /// Whether the picture has Exif of a camera, but other software wrote it.
  var isRewritten = false
  /// The range of the content of the box `mpvd`, which contains the film of a motion photo.
  var filmBox: Range<Int>?
  package var findings = MetadataFindings()

  mutating func addExif(block: Bytes) { addExif(block: ByteSource(block)) }

  /// Reads an Exif block, unless a previous one had a directory.
  mutating func addExif(block: ByteSource) {
    guard exif == nil, let found = ExifFields(block: block) else { return }
    exif = found
    guard keepsExif else { return }
    let start = block.head.has("Exif\0\0") ? 6 : 0
    exifCopy = TIFFDirectories(ByteSource(block, at: start, count: block.count)).map {
      ExifCopy($0, keepsNote: true)
    }
  }

  /// Adds missing fields from the blocks of a preview.
  mutating func complete(byPreviewAt offset: Int, count: Int, in source: ByteSource) throws(HeaderDamage) {
    var preview = HeaderFields()
    preview.keepsExif = keepsExif
    defer {
      exifCopy = exifCopy?.completed(by: preview.exifCopy) ?? preview.exifCopy
      pixelSize = pixelSize ?? preview.pixelSize
      exif = exif?.completed(by: preview.exif) ?? preview.exif
      xmp = xmp ?? preview.xmp
      iptc = iptc ?? preview.iptc
    }
    try JPEGHeader.read(ByteSource(source, at: offset, count: count), into: &preview)
  }

  /// Adds the projection of a 360° video.
  mutating func add(_ projection: SphericalProjection?) {
    guard let projection else { return }
    findings.offer(.flag(true), for: .panorama)
    findings.offer(.text(projection.name), for: .projection)
  }

  /// Adds the film of a motion photo, if the file contains one.
  mutating func addFilm(in source: ByteSource) {
    guard let film = motionPhoto?.film(in: source) else { return }
    findings.offer(.flag(true), for: .motion)
    findings.offer(.integer(Int64(film.range.lowerBound)), for: .motionOffset)
    findings.offer(.integer(Int64(film.range.count)), for: .motionLength)
  }

  /// Where to look for a film. Phones write motion photos as JPEG, HEIC or AVIF; in other pictures only XMP can locate one.
  private var motionPhoto: MotionPhoto? {
    let isUsual = [PhotoFileType.jpeg, .heic, .avif].contains(fileType)
    guard isUsual || fileType.mediaType == .image && xmp?.film != nil else { return nil }
    return MotionPhoto(box: filmBox, claim: xmp?.film, make: exif?.make)
  }
}

/// Why a header can't be read.
package struct HeaderDamage: Error, Hashable {
  /// The reason in a few words. Messages print it after "damaged: ".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

package protocol HeaderReader: Sendable {
  /// Reads a header.
  ///
  /// - Throws: `HeaderDamage` if the header can't be read completely; `fields` retains the findings.
  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage)
}
