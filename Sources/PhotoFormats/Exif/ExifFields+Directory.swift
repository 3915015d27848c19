extension ExifFields {
  /// Reads the fields from directories, whoever found them: libexif in a block, or the TIFF reader in a file.
  package init(_ directory: some ExifDirectory) {
    dateTimeOriginal = Self.date(
      directory, ExifTag.dateTimeOriginal, fraction: ExifTag.subSecTimeOriginal,
      offset: ExifTag.offsetTimeOriginal)
    dateTimeDigitized = Self.date(
      directory, ExifTag.dateTimeDigitized, fraction: ExifTag.subSecTimeDigitized,
      offset: ExifTag.offsetTimeDigitized)
    dateTime = Self.date(
      directory, ExifTag.dateTime, in: .image, fraction: ExifTag.subSecTime, offset: ExifTag.offsetTime)
    orientation = directory.value(ExifTag.orientation, in: .image)?.integer()
      .flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:))
    make = directory.value(ExifTag.make, in: .image)?.text
    model = directory.value(ExifTag.model, in: .image)?.text
    location = Self.location(directory)
    saysScreenshot = Self.saysScreenshot(directory.value(ExifTag.userComment, in: .exif))
    thumbnail = Self.thumbnail(directory)
    for place in Self.declaredTags.places {
      guard let value = place.name.value(in: directory, place.field.kind) else { continue }
      findings.offer(value, for: place.field, rank: place.rank)
    }
  }

  /// The tags that the declared fields name.
  private static let declaredTags = DeclaredSources { source -> DeclaredTag? in
    guard case .exif(let tag, in: let directory, as: let reading) = source else { return nil }
    return DeclaredTag(tag: tag, directory: directory, reading: reading)
  }

  /// A date tag, with the fraction and the offset that stand beside it unless it carries its own.
  private static func date(
    _ directory: some ExifDirectory, _ tag: UInt16, in kind: ExifDirectoryKind = .exif, fraction: UInt16,
    offset: UInt16
  ) -> DateText? {
    // TIFF/EP and some writers put the dates of the Exif IFD into IFD0.
    let places: [ExifDirectoryKind] = kind == .image ? [.image] : [kind, .image]
    guard
      var text = places.lazy.compactMap({ directory.value(tag, in: $0).flatMap { DateText($0.bytes) } }).first
    else { return nil }
    if text.fractionDigits == 0, let value = directory.value(fraction, in: .exif),
      let found = Self.fraction(value)
    {
      text.nanoseconds = found.nanoseconds
      text.fractionDigits = found.digits
    }
    if text.offsetMinutes == nil, let bytes = directory.value(offset, in: .exif)?.bytes {
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
  private static func location(_ directory: some ExifDirectory) -> GeoLocation? {
    guard
      let latitude = degrees(
        directory.value(ExifTag.gpsLatitude, in: .gps), directory.value(ExifTag.gpsLatitudeRef, in: .gps),
        negative: "S"),
      let longitude = degrees(
        directory.value(ExifTag.gpsLongitude, in: .gps), directory.value(ExifTag.gpsLongitudeRef, in: .gps),
        negative: "W")
    else { return nil }
    // 1 is below sea level; 3 is below the ellipsoid (Exif 3.0).
    let reference = directory.value(ExifTag.gpsAltitudeRef, in: .gps)?.integer()
    let altitude = directory.value(ExifTag.gpsAltitude, in: .gps)?.double()
    return GeoLocation(
      latitude: latitude, longitude: longitude,
      altitude: altitude.map { reference == 1 || reference == 3 ? -abs($0) : $0 },
      timestamp: UniversalTime(gps: directory))
  }

  /// Degrees of one coordinate; `nil` if its hemisphere is not told, so that the place could as well be
  /// on the other side of the Earth, or if a part has no value (0/0, as cameras without a fix write).
  private static func degrees(_ value: IFDValue?, _ reference: IFDValue?, negative: Character) -> Double? {
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
    return reference.text?.uppercased().first == negative ? -sum : sum
  }

  /// UserComment begins with eight bytes that name its character code (Exif 2.32, 4.6.5 C).
  private static func saysScreenshot(_ comment: IFDValue?) -> Bool {
    guard let comment else { return false }
    let text = comment.bytes.has("ASCII") ? comment.bytes.suffix(from: 8) : comment.bytes
    return text.trimmedText == "Screenshot"
  }

  private static func thumbnail(_ directory: some ExifDirectory) -> Range<Int>? {
    guard let offset = directory.value(ExifTag.jpegInterchangeFormat, in: .thumbnail)?.integer(),
      let length = directory.value(ExifTag.jpegInterchangeFormatLength, in: .thumbnail)?.integer(),
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
