/// What the header of a file says, each source kept apart: what a header reader fills in.
///
/// A reader fills in what it finds as it goes, so that a file damaged half way keeps what stood before
/// the damage. `PhotoMetadata` decides between the sources.
package struct HeaderFields: Sendable {
  package init() {}

  /// What the file is.
  package var fileType = PhotoFileType.unknown
  /// Size of the picture as stored: of the primary item, or of the first video track.
  package var pixelSize: PixelSize?
  /// Orientation as the container itself tells it (HEIC, AVIF, movies); it wins over Exif.
  package var containerOrientation: Orientation?
  /// What the Exif block says.
  package var exif: ExifFields?
  /// True if `exifBlock` is wanted: most of it is a thumbnail, which need not be read for `exif`.
  var keepsExifBlock = false
  /// The bytes that `exif` was read from, if one block holds all of them and they are wanted.
  private(set) var exifBlock: Bytes?
  /// What the XMP packet says.
  package var xmp: XMPFields?
  /// What IPTC-IIM says.
  package var iptc: IPTCFields?
  /// The text `Creation Time` of a PNG.
  package var pngCreationTime: DateText?
  /// The `tIME` chunk of a PNG.
  package var pngModificationTime: DateText?
  /// When it was taken, as the container itself tells it: a video, or a RAW of the first Sigmas.
  package var containerDate: CaptureDate?
  /// The camera, as the container itself tells it.
  package var containerCamera: Camera?
  /// The place, as the container itself tells it.
  package var containerLocation: GeoLocation?
  /// What the container itself says for the declared fields.
  package var findings = MetadataFindings()

  /// Takes the first Exif block that holds a directory.
  mutating func addExif(block: Bytes) { addExif(block: ByteSource(block)) }

  /// Takes the first Exif block that holds a directory.
  mutating func addExif(block: ByteSource) {
    guard exif == nil, let found = ExifFields(block: block) else { return }
    exif = found
    if keepsExifBlock { exifBlock = block.bytes(at: 0, count: block.count) }
  }

  /// Takes what the blocks of a preview say that the file itself does not.
  mutating func complete(byBlocksOf preview: HeaderFields) {
    exif = exif?.completed(by: preview.exif) ?? preview.exif
    xmp = xmp ?? preview.xmp
    iptc = iptc ?? preview.iptc
  }

  /// Tells where the film stands that is in the file by what XMP says.
  mutating func addFilm(in source: ByteSource) {
    guard let film = xmp?.film, let offset = film.offset(in: source) else { return }
    findings.offer(.integer(Int64(offset)), for: .motionOffset)
    findings.offer(.integer(Int64(film.length)), for: .motionLength)
  }
}

/// Why a header cannot be read.
package struct HeaderDamage: Error, Hashable {
  /// What is wrong, in a few words that follow "damaged: ".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Reads the header of one kind of container.
package protocol HeaderReader: Sendable {
  /// Fills in what the header says.
  ///
  /// - Throws: `HeaderDamage` if the header cannot be read to its end; what was found before stays in
  ///   `fields`.
  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage)
}
