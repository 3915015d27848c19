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
