/// The blocks of metadata of a JPEG made of a photo: Exif, XMP and IPTC-IIM with equal values (Metadata Working Group,
/// Guidelines 2.0, 3).
public struct MetadataBlocks: Sendable, Hashable {
  /// The Exif block from the TIFF header on; empty for none.
  let exif: [UInt8]
  /// All blocks as marker segments (ITU-T T.81, B.1.1.3), which follow the start of the image.
  public let segments: [UInt8]

  /// Creates the blocks of a picture, or returns `nil` if there is no metadata that the policy permits.
  ///
  /// - Parameter original: The photo's Exif; the tags that still apply are copied.
  package init?(
    _ metadata: PictureMetadata, of picture: DerivedPicture, original: PhotoExif?, policy: MetadataPolicy
  ) {
    guard policy.scope != .none else { return nil }
    let permitted = metadata.permitted(by: policy)
    var original = policy.scope == .all ? original : nil
    if policy.stripsPlace { original?.copy.removeNote() }
    let dates = WrittenDates(permitted.date, beside: original?.fields)
    guard
      original != nil || permitted.camera != nil || permitted.location != nil || !permitted.values.isEmpty
        || dates != WrittenDates(nil, beside: nil)
    else { return nil }
    exif = ExifWriter(permitted, dates, of: picture, original: original).block
    var segments = JPEGSegment.exif.with(exif)
    let packets = XMPWriter(permitted, dates, of: picture).packets(
      limit: JPEGSegment.xmp.limit, extendedLimit: JPEGSegment.extendedLimit)
    segments += JPEGSegment.xmp.with(packets.main)
    segments += JPEGSegment.extensions(packets.extended, identifier: packets.identifier)
    if let resources = IPTCWriter(permitted, dates).resources {
      segments += JPEGSegment.photoshop.with(resources)
    }
    self.segments = segments
  }

  /// Returns a JPEG that was encoded without metadata with these blocks instead of its JFIF segment: they exclude each
  /// other (Exif 2.32, 4.5.4).
  package func added(to jpeg: [UInt8]) -> [UInt8] {
    let source = Bytes(jpeg)
    var start = 2
    if source.has("JFIF\0", at: 6), source.uint16(at: 2, .big) == 0xFFE0,
      let length = source.uint16(at: 4, .big)
    {
      start = min(4 + Int(length), jpeg.count)
    }
    return jpeg.prefix(2) + segments + jpeg.dropFirst(start)
  }
}
