/// The dates of an XMP packet (ISO 16684-1, 7).
package struct XMPFields: Sendable, Hashable {
  package init() {}

  /// `exif:DateTimeOriginal`.
  package var dateTimeOriginal: DateText?
  /// `photoshop:DateCreated`.
  package var dateCreated: DateText?
  /// `xmp:CreateDate`.
  package var createDate: DateText?
}
