extension ExifChange {
  /// The changes that correct the capture date of a photo, and the dates that equal it.
  package static func dates(_ date: CaptureDate, beside known: ExifFields?) -> [ExifChange] {
    let corrected = CaptureDate(
      time: date.time, nanoseconds: date.nanoseconds, fractionDigits: date.fractionDigits,
      offsetMinutes: date.offsetMinutes, source: .xmpDateTimeOriginal)
    return WrittenDates(corrected, beside: known).changes(since: WrittenDates(nil, beside: known))
  }

  /// The changes that remove a position.
  package static let withoutPlace: [ExifChange] = [
    ExifTag.gpsLatitudeRef, ExifTag.gpsLatitude, ExifTag.gpsLongitudeRef, ExifTag.gpsLongitude,
    ExifTag.gpsAltitudeRef, ExifTag.gpsAltitude, ExifTag.gpsTimeStamp, ExifTag.gpsDateStamp,
  ].map { ExifChange(.gps, $0, nil) }

  /// The change of a caption, unless it is the same.
  package static func caption(_ text: String?, beside known: ExifFields?) -> [ExifChange] {
    if let text, known?.findings[.caption] == .text(text) { return [] }
    return [ExifChange(.image, ExifTag.imageDescription, text.map { .ascii($0) })]
  }

  /// The version of Exif, 2.32.
  package static let version = ExifChange(.exif, ExifTag.exifVersion, .undefined(Array("0232".utf8)))

  /// The tags that every block in a JPEG has (Exif 2.32, table 17).
  ///
  /// - Parameters:
  ///   - size: The size of the stored picture.
  ///   - isSRGB: Whether its pixels are in sRGB.
  package static func required(size: PixelSize?, isSRGB: Bool, _ order: ByteOrder) -> [ExifChange] {
    let resolution = TIFFValue.rationals([(72, 1)], order)
    var changes = [
      ExifChange(.image, ExifTag.xResolution, resolution),
      ExifChange(.image, ExifTag.yResolution, resolution),
      ExifChange(.image, ExifTag.resolutionUnit, .short(2, order)),
      // Centered: encoders average the chroma of neighbors.
      ExifChange(.image, ExifTag.yCbCrPositioning, .short(1, order)),
      version,
      ExifChange(.exif, ExifTag.componentsConfiguration, .undefined([1, 2, 3, 0])),
      ExifChange(.exif, ExifTag.flashpixVersion, .undefined(Array("0100".utf8))),
      ExifChange(.exif, ExifTag.colorSpace, .short(isSRGB ? 1 : 0xFFFF, order)),
    ]
    if let size {
      changes += [
        ExifChange(.exif, ExifTag.pixelXDimension, .long(size.width, order)),
        ExifChange(.exif, ExifTag.pixelYDimension, .long(size.height, order)),
      ]
    }
    return changes
  }
}
