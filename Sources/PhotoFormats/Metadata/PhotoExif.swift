/// The Exif of a photo: the values that photopick reads, and a copy of the tags that describe it.
package struct PhotoExif: Sendable, Hashable {
  package let fields: ExifFields
  package internal(set) var copy: ExifCopy

  /// Reads the Exif of a photo or RAW; `nil` if it has no Exif.
  package init?(of source: ByteSource) {
    var fields = HeaderFields()
    fields.keepsExif = true
    // A block before an error counts, as in the metadata.
    try? PhotoMetadata.headerReader(for: source)?.read(source, into: &fields)
    guard let exif = fields.exif, let copy = fields.exifCopy else { return nil }
    (self.fields, self.copy) = (exif, copy)
  }
}
