/// The metadata in the header of a photo or video.
///
///     let metadata = PhotoMetadata.read(ByteSource(descriptor, count: size))
///     metadata.captureDate?.iso8601   // "2014-05-25T10:00:00+09:00"
///
/// The same bytes give the same metadata, whatever the file's name and times.
public struct PhotoMetadata: Sendable, Hashable {
  /// The type by the content.
  public var fileType: PhotoFileType
  /// The size as stored, before orientation.
  public var pixelSize: PixelSize?
  public var orientation: Orientation?
  public var captureDate: CaptureDate?
  public var camera: Camera?
  public var location: GeoLocation?
  public var values = MetadataValues()
  /// A Boolean value indicating a screenshot, by the header's comment or the size of a screen.
  public var isScreenshot: Bool
  /// Why the header can't be read completely; the other properties contain the readable part.
  public var damage: String?

  /// Metadata with only a type.
  public init(fileType: PhotoFileType = .unknown, damage: String? = nil) {
    self.fileType = fileType
    self.damage = damage
    isScreenshot = false
  }

  /// Reads the header of a file. Returns the part before an error, and sets `damage`; a file of no known format has the
  /// type `unknown`.
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

  /// Detects a known format in the start of a file, 64 bytes.
  package static func isRecognized(_ source: ByteSource) -> Bool {
    PhotoFileType(signature: source.head) != nil
  }

  static func headerReader(for source: ByteSource) -> (any HeaderReader.Type)? {
    PhotoFileType(signature: source.head)?.declaration.reader
  }

  /// The duration of a video in seconds.
  public var duration: Double? {
    get { values[.duration]?.number }
    set { values[.duration] = newValue.map { .number($0) } }
  }

  package init(_ fields: HeaderFields) {
    fileType = fields.fileType
    pixelSize = fields.pixelSize
    orientation = fields.containerOrientation ?? fields.exif?.orientation
    captureDate = Self.captureDate(fields)
    camera = Camera(make: fields.exif?.make, model: fields.exif?.model) ?? fields.containerCamera
    location = fields.exif?.location ?? fields.containerLocation ?? fields.xmp?.location
    var findings = MetadataFindings()
    findings.merge(fields.findings, of: camera)
    if let exif = fields.exif { findings.merge(exif.findings, of: camera) }
    if let xmp = fields.xmp { findings.merge(xmp.findings, of: camera) }
    if let iptc = fields.iptc { findings.merge(iptc.findings(beside: fields.xmp?.findings), of: camera) }
    if Self.namesEditor(fields) { findings.offer(.flag(true), for: .editing) }
    if fields.isRewritten, camera != nil { findings.offer(.flag(true), for: .rewritten) }
    values = findings.values
    isScreenshot =
      fields.exif?.saysScreenshot == true
      || (fields.fileType == .png || fields.fileType == .heic) && fields.exif?.make == nil
        && fields.pixelSize.map(ScreenSize.isKnown) == true
    damage = nil
  }

  /// Whether an editing program wrote any of the blocks.
  private static func namesEditor(_ fields: HeaderFields) -> Bool {
    [fields.exif?.findings, fields.xmp?.findings, fields.findings].contains { findings in
      if case .text(let program)? = findings?[.software] {
        EditingProgram.isNamed(by: program)
      } else {
        false
      }
    }
  }

  /// The date of the first source with a valid one.
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
