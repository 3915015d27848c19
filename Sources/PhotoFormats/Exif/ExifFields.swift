/// What photopick reads from Exif: IFD0, the Exif IFD and the GPS IFD (Exif 2.32, 4.6).
package struct ExifFields: Sendable, Hashable {
  package init() {}

  /// DateTimeOriginal, SubSecTimeOriginal, OffsetTimeOriginal.
  package var dateTimeOriginal: DateText?
  /// DateTimeDigitized, SubSecTimeDigitized, OffsetTimeDigitized.
  package var dateTimeDigitized: DateText?
  /// DateTime, SubSecTime, OffsetTime.
  package var dateTime: DateText?
  /// Orientation, `nil` if it is missing or none of 1 to 8.
  package var orientation: Orientation?
  /// Make, trimmed.
  package var make: String?
  /// Model, trimmed.
  package var model: String?
  /// The place of the GPS IFD.
  package var location: GeoLocation?
  /// True if UserComment says "Screenshot", as iPhones write it.
  package var saysScreenshot = false
  /// Where the thumbnail of IFD1 stands, from the start of the TIFF header, in bytes.
  package var thumbnail: Range<Int>?
  /// The values of the declared fields.
  package var findings = MetadataFindings()
}

extension ExifFields {
  /// Reads the fields from the values of directories, whoever found them: libexif in a block, or the TIFF reader in a
  /// file.
  init(_ values: ExifValues) {
    dateTimeOriginal = Self.date(
      values, ExifTag.dateTimeOriginal, fraction: ExifTag.subSecTimeOriginal,
      offset: ExifTag.offsetTimeOriginal)
    dateTimeDigitized = Self.date(
      values, ExifTag.dateTimeDigitized, fraction: ExifTag.subSecTimeDigitized,
      offset: ExifTag.offsetTimeDigitized)
    dateTime = Self.date(
      values, ExifTag.dateTime, in: .image, fraction: ExifTag.subSecTime, offset: ExifTag.offsetTime)
    orientation = values[ExifTag.orientation, .image]?.integer()
      .flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:))
    make = values[ExifTag.make, .image]?.text
    model = values[ExifTag.model, .image]?.text
    location = Self.location(values)
    saysScreenshot = values[ExifTag.userComment, .exif].flatMap(UserComment.text) == "Screenshot"
    thumbnail = Self.thumbnail(values)
    let places = Self.declaredTags.places
    for index in places.indices where values.has(places[index].name.number) {
      let place = places[index]
      guard findings.isOpen(place.field, to: place.rank),
        let value = place.name.value(in: values, place.kind)
      else { continue }
      findings.offer(value, for: place.field, rank: place.rank)
    }
  }

  /// The tags that the declared fields name.
  private static let declaredTags = DeclaredSources { source -> DeclaredTag? in
    guard case .exif(let tag, in: let directory, as: let reading) = source else { return nil }
    return ExifTagTable.all.number(of: tag, in: directory).map { DeclaredTag(number: $0, reading: reading) }
  }

  /// Reads the fields of a TIFF file, of RAW built on it, or of a block that libexif does not read.
  package init(_ directories: TIFFDirectories) {
    self.init(ExifValues(directories))
    complete(byNoteOf: directories)
  }

  /// Takes from the note of the camera's maker what the tags of the standard leave open.
  mutating func complete(byNoteOf directories: TIFFDirectories) {
    MakerNote(directories, make: make, beside: findings)?.offer(to: &findings)
  }

  /// A date tag, with the fraction and the offset that stand beside it unless it carries its own.
  private static func date(
    _ values: ExifValues, _ tag: UInt16, in kind: ExifDirectoryKind = .exif, fraction: UInt16,
    offset: UInt16
  ) -> DateText? {
    // TIFF/EP and some writers put the dates of the Exif IFD into IFD0.
    let places: [ExifDirectoryKind] = kind == .image ? [.image] : [kind, .image]
    guard
      var text = places.lazy.compactMap({ values[tag, $0].flatMap { DateText($0.bytes) } }).first
    else { return nil }
    if text.fractionDigits == 0, let value = values[fraction, .exif],
      let found = Self.fraction(value)
    {
      text.nanoseconds = found.nanoseconds
      text.fractionDigits = found.digits
    }
    if text.offsetMinutes == nil, let bytes = values[offset, .exif]?.bytes {
      text.offsetMinutes = DateText.offset(bytes)
    }
    return text
  }

  /// The digits of a fraction of a second; a few writers store them as a number instead of text.
  private static func fraction(_ value: IFDValue) -> (nanoseconds: UInt32, digits: UInt8)? {
    guard value.type != .ascii, value.type != .byte, let number = value.integer() else {
      return DateText.fraction(value.bytes)
    }
    return DateText.fraction(Bytes(Array(String(number).utf8)))
  }

  /// The place (Exif 2.32, 4.6.6): degrees, minutes and seconds with their hemisphere.
  private static func location(_ values: ExifValues) -> GeoLocation? {
    guard
      let latitude = degrees(
        values[ExifTag.gpsLatitude, .gps], values[ExifTag.gpsLatitudeRef, .gps],
        negative: "S"),
      let longitude = degrees(
        values[ExifTag.gpsLongitude, .gps], values[ExifTag.gpsLongitudeRef, .gps],
        negative: "W")
    else { return nil }
    // 1 is below sea level; 3 is below the ellipsoid (Exif 3.0).
    let reference = values[ExifTag.gpsAltitudeRef, .gps]?.integer()
    let altitude = values[ExifTag.gpsAltitude, .gps]?.double()
    return GeoLocation(
      latitude: latitude, longitude: longitude,
      altitude: altitude.map { reference == 1 || reference == 3 ? -abs($0) : $0 },
      timestamp: UniversalTime(gps: values))
  }

  /// Degrees of one coordinate; `nil` if its hemisphere is not told, so that the place could as well be
  /// on the other side of the Earth, or if a part has no value (0/0, as cameras without a fix write).
  private static func degrees(_ value: IFDValue?, _ reference: IFDValue?, negative: Unicode.Scalar) -> Double?
  {
    guard let value, let reference, let degrees = value.double(at: 0) else { return nil }
    var parts = (minutes: 0.0, seconds: 0.0)
    if value.count > 1 {
      guard let minutes = value.double(at: 1) else { return nil }
      parts.minutes = minutes
    }
    if value.count > 2 {
      guard let seconds = value.double(at: 2) else { return nil }
      parts.seconds = seconds
    }
    // The hemisphere alone tells the sign.
    let sum = abs(degrees + (parts.minutes + parts.seconds / 60) / 60)
    return reference.initial == negative ? -sum : sum
  }

  private static func thumbnail(_ values: ExifValues) -> Range<Int>? {
    guard let offset = values[ExifTag.jpegInterchangeFormat, .thumbnail]?.integer(),
      let length = values[ExifTag.jpegInterchangeFormatLength, .thumbnail]?.integer(),
      offset > 0, length > 0
    else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(length)
    return overflows ? nil : offset..<end
  }

  /// These fields, completed by those of another block of the same photo.
  package func completed(by other: ExifFields?) -> ExifFields {
    guard let other else { return self }
    var fields = self
    fields.dateTimeOriginal = dateTimeOriginal ?? other.dateTimeOriginal
    fields.dateTimeDigitized = dateTimeDigitized ?? other.dateTimeDigitized
    fields.dateTime = dateTime ?? other.dateTime
    fields.orientation = orientation ?? other.orientation
    fields.make = make ?? other.make
    fields.model = model ?? other.model
    fields.location = location ?? other.location
    fields.saysScreenshot = saysScreenshot || other.saysScreenshot
    fields.findings.merge(other.findings)
    return fields
  }
}
