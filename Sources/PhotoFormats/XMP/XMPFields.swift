/// What photopick reads from an XMP packet (ISO 16684-1, 7).
package struct XMPFields: Sendable, Hashable {
  package init() {}

  /// `exif:DateTimeOriginal`.
  package var dateTimeOriginal: DateText?
  /// `photoshop:DateCreated`.
  package var dateCreated: DateText?
  /// `xmp:CreateDate`.
  package var createDate: DateText?
  /// The values of the declared fields.
  package var findings = MetadataFindings()
}
