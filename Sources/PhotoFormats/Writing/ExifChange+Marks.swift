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
}
