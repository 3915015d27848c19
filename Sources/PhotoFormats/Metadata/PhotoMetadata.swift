/// What the header of a photo or video says, decided between its sources.
///
///     let metadata = PhotoMetadata.read(ByteSource(descriptor, count: size))
///     metadata.captureDate?.iso8601   // "2014-05-25T10:00:00+09:00"
///
/// Nothing here depends on the file's name or times: the same bytes give the same metadata.
public struct PhotoMetadata: Sendable, Hashable {
  /// What the file is, by its content.
  public var fileType: PhotoFileType
  /// Size as stored, before orientation.
  public var pixelSize: PixelSize?
  /// Orientation, if the file tells it.
  public var orientation: Orientation?
  /// When it was taken, if the header tells it.
  public var captureDate: CaptureDate?
  /// The camera, if the header names it.
  public var camera: Camera?
  /// Where it was taken, if the header tells it.
  public var location: GeoLocation?
  /// The values of the declared fields.
  public var values = MetadataValues()
  /// True if the header's comment or the size of the screen tells a screenshot.
  public var isScreenshot: Bool
  /// Why the header cannot be read to its end; what could be read stands in the other properties.
  public var damage: String?

  /// Metadata of a file of that type about which nothing else is known.
  public init(fileType: PhotoFileType = .unknown, damage: String? = nil) {
    self.fileType = fileType
    self.damage = damage
    isScreenshot = false
  }

  /// Reads the header of a file.
  ///
  /// Never throws: a file that is damaged gives what could be read, with `damage` set, and one that is no
  /// photo or video of a known format gives the file type `unknown`.
  public static func read(_ source: ByteSource) -> PhotoMetadata {
    var fields = HeaderFields()
    var damage: String?
    do throws(HeaderDamage) {
      guard let reader = headerReader(for: source) else { return PhotoMetadata() }
      try reader.read(source, into: &fields)
    } catch {
      damage = error.reason
    }
    fields.addFilm(in: source)
    if let failure = source.failure { damage = "read error: \(failure)" }
    var metadata = PhotoMetadata(fields)
    metadata.damage = damage
    return metadata
  }

  /// The Exif block of a JPEG, PNG, WebP, HEIC or AVIF, TIFF header first; `nil` if it has none that can be read.
  package static func exifBlock(of source: ByteSource) -> Bytes? {
    var fields = HeaderFields()
    fields.keepsExifBlock = true
    // What stands before damage counts, as it does for the metadata.
    try? headerReader(for: source)?.read(source, into: &fields)
    return fields.exifBlock.map { $0.has("Exif\0\0") ? $0.suffix(from: 6) : $0 }
  }

  /// True if the start of a file is that of a known format; its first 64 bytes are enough to tell.
  package static func isRecognized(_ source: ByteSource) -> Bool {
    PhotoFileType(signature: source.head) != nil
  }

  /// The reader for a file, or `nil` if it is of no known format.
  private static func headerReader(for source: ByteSource) -> (any HeaderReader.Type)? {
    PhotoFileType(signature: source.head)?.declaration.reader
  }

  /// Length of a video in seconds.
  public var duration: Double? {
    get { values[.duration]?.number }
    set { values[.duration] = newValue.map { .number($0) } }
  }

  /// Decides between the sources.
  package init(_ fields: HeaderFields) {
    fileType = fields.fileType
    pixelSize = fields.pixelSize
    orientation = fields.containerOrientation ?? fields.exif?.orientation
    captureDate = Self.captureDate(fields)
    camera = Camera(make: fields.exif?.make, model: fields.exif?.model) ?? fields.containerCamera
    location = fields.exif?.location ?? fields.containerLocation ?? fields.xmp?.location
    var findings = fields.findings
    if let exif = fields.exif { findings.merge(exif.findings) }
    if let xmp = fields.xmp { findings.merge(xmp.findings) }
    if let iptc = fields.iptc { findings.merge(iptc.findings(beside: fields.xmp?.findings)) }
    if Self.namesEditor(fields) { findings.offer(.flag(true), for: .editing) }
    values = findings.values
    isScreenshot =
      fields.exif?.saysScreenshot == true
      || (fields.fileType == .png || fields.fileType == .heic) && fields.exif?.make == nil
        && fields.pixelSize.map(ScreenSize.isKnown) == true
    damage = nil
  }

  /// True if a block was written by a program for editing, whoever wrote the others.
  private static func namesEditor(_ fields: HeaderFields) -> Bool {
    [fields.exif?.findings, fields.xmp?.findings, fields.findings].contains { findings in
      if case .text(let program)? = findings?[.software] {
        EditingProgram.isNamed(by: program)
      } else {
        false
      }
    }
  }

  /// The first source that holds a real date wins.
  private static func captureDate(_ fields: HeaderFields) -> CaptureDate? {
    let sources: [(DateText?, DateSource)] = [
      (fields.exif?.dateTimeOriginal, .exifDateTimeOriginal),
      (fields.exif?.dateTimeDigitized, .exifDateTimeDigitized),
      (fields.xmp?.dateTimeOriginal, .xmpDateTimeOriginal),
      (fields.xmp?.dateCreated, .xmpDateCreated),
      (fields.xmp?.createDate, .xmpCreateDate),
      (fields.exif?.dateTime, .exifDateTime),
      (fields.pngCreationTime, .pngCreationTime),
      (fields.pngModificationTime, .pngModificationTime),
    ]
    for case (let text?, let source) in sources { return text.captureDate(source) }
    return fields.containerDate
  }
}
