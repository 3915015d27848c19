/// The relevant values of IFD0, the Exif IFD and the GPS IFD (Exif 2.32, 4.6).
package struct ExifFields: Sendable, Hashable {
  package var dateTimeOriginal: DateText?
  package var dateTimeDigitized: DateText?
  package var dateTime: DateText?
  package var orientation: Orientation?
  /// The size of the picture that Exif describes, in pixels.
  package var pixelSize: PixelSize?
  package var make: String?
  package var model: String?
  package var location: GeoLocation?
  /// Whether UserComment is "Screenshot", as iPhones write it.
  package var saysScreenshot = false
  /// The range of the thumbnail of IFD1, in bytes from the TIFF header.
  package var thumbnail: Range<Int>?
  package var findings = MetadataFindings()

  init() {}

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
    pixelSize = Self.pixelSize(values)
    make = values[ExifTag.make, .image]?.text
    model = values[ExifTag.model, .image]?.text
    location = Self.location(values)
    saysScreenshot = values[ExifTag.userComment, .exif].flatMap(UserComment.text) == "Screenshot"
    thumbnail = Self.thumbnail(values)
    let camera = Camera(make: make, model: model)
    let places = Self.declaredTags.places
    for index in places.indices where values.has(places[index].name.number) {
      let place = places[index]
      guard findings.isOpen(place.field, to: place.rank),
        let value = place.name.value(in: values, place.kind)
      else { continue }
      findings.offer(value, for: place.field, rank: place.rank, of: camera)
    }
  }

  private static let declaredTags = DeclaredSources { source -> DeclaredTag? in
    guard case .exif(let tag, in: let directory, as: let reading) = source else { return nil }
    return ExifTagTable.all.number(of: tag, in: directory).map { DeclaredTag(number: $0, reading: reading) }
  }

  /// Reads a TIFF file, a RAW file based on it, or a block that libexif doesn't read.
  package init(_ directories: TIFFDirectories) {
    self.init(ExifValues(directories))
    complete(byNoteOf: directories)
  }

  mutating func complete(byNoteOf directories: TIFFDirectories) {
    MakerNote(directories, make: make, beside: findings)?.offer(to: &findings)
  }

  private static func date(
    _ values: ExifValues, _ tag: UInt16, in kind: ExifDirectoryKind = .exif, fraction: UInt16,
    offset: UInt16
  ) -> DateText? {
    // TIFF/EP and some writers store the dates of the Exif IFD in IFD0.
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

  /// The decimal places of a second, as digits; a few writers store a number.
  private static func fraction(_ value: IFDValue) -> (nanoseconds: UInt32, digits: UInt8)? {
    guard value.type != .ascii, value.type != .byte, let number = value.integer() else {
      return DateText.fraction(value.bytes)
    }
    return DateText.fraction(Bytes(Array(String(number).utf8)))
  }

  /// The location, each coordinate in sexagesimal notation with a hemisphere (Exif 2.32, 4.6.6).
  private static func location(_ values: ExifValues) -> GeoLocation? {
    guard
      let latitude = degrees(
        values[ExifTag.gpsLatitude, .gps], values[ExifTag.gpsLatitudeRef, .gps], negative: "S"),
      let longitude = degrees(
        values[ExifTag.gpsLongitude, .gps], values[ExifTag.gpsLongitudeRef, .gps], negative: "W")
    else { return nil }
    // 1 is below sea level, 3 below the ellipsoid (Exif 3.0).
    let reference = values[ExifTag.gpsAltitudeRef, .gps]?.integer()
    let altitude = values[ExifTag.gpsAltitude, .gps].flatMap {
      $0.double() ?? $0.text.flatMap(FieldValue.number)
    }
    return GeoLocation(
      latitude: latitude, longitude: longitude,
      altitude: altitude.map { reference == 1 || reference == 3 ? -abs($0) : $0 },
      timestamp: UniversalTime(gps: values))
  }

  /// Parses a coordinate. Returns `nil` if the hemisphere or a part is missing (0/0 if the receiver had no fix).
  private static func degrees(_ value: IFDValue?, _ reference: IFDValue?, negative: Unicode.Scalar) -> Double?
  {
    guard let value else { return nil }
    if value.type == .ascii || value.type == .utf8 {
      return DegreesText(value.bytes)?.degrees(reference: reference?.initial, negative: negative)
    }
    guard let reference else { return nil }
    let parts = (0..<3).map { $0 == 0 || $0 < value.count ? value.double(at: $0) : 0 }
    guard let degrees = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
    // Only the hemisphere determines the sign.
    let sum = abs(degrees + (minutes + seconds / 60) / 60)
    return reference.initial == negative ? -sum : sum
  }

  private static func pixelSize(_ values: ExifValues) -> PixelSize? {
    guard
      let width = values[ExifTag.pixelXDimension, .exif]?.integer().flatMap(UInt32.init(exactly:)),
      let height = values[ExifTag.pixelYDimension, .exif]?.integer().flatMap(UInt32.init(exactly:))
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func thumbnail(_ values: ExifValues) -> Range<Int>? {
    guard let offset = values[ExifTag.jpegInterchangeFormat, .thumbnail]?.integer(),
      let length = values[ExifTag.jpegInterchangeFormatLength, .thumbnail]?.integer(),
      offset > 0, length > 0
    else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(length)
    return overflows ? nil : offset..<end
  }

  /// Returns these fields, with missing ones from another block of the same photo.
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
