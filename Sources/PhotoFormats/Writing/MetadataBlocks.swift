/// The blocks of metadata of a JPEG made of a photo: Exif, XMP and IPTC-IIM with equal values (Metadata Working Group,
/// Guidelines 2.0, 3).
public struct MetadataBlocks: Sendable, Hashable {
  /// The Exif block from the TIFF header on; empty for none.
  let exif: [UInt8]
  /// All blocks as marker segments (ITU-T T.81, B.1.1.3), which follow the start of the image.
  public let segments: [UInt8]

  /// Creates the blocks of a picture, or returns `nil` if there is no metadata that the policy permits.
  ///
  /// - Parameter original: The photo's Exif, of which the copy has everything that still applies.
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
    if let packets {
      segments += JPEGSegment.xmp.with(packets.main)
      segments += JPEGSegment.extensions(packets.extended, identifier: packets.identifier)
    }
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

/// The Exif of a photo: the values that photopick reads, and a copy of all values.
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

/// An application segment of JPEG with metadata (ITU-T T.81, B.2.4.6).
package struct JPEGSegment: Sendable {
  package let marker: UInt8
  /// The bytes that identify it.
  package let name: [UInt8]

  /// Exif 2.32, 4.7.2.
  package static let exif = JPEGSegment(0xE1, "Exif\0\0")
  /// XMP part 3, 1.1.3.
  package static let xmp = JPEGSegment(0xE1, "http://ns.adobe.com/xap/1.0/\0")
  private static let xmpExtension = JPEGSegment(0xE1, "http://ns.adobe.com/xmp/extension/\0")
  package static let photoshop = JPEGSegment(0xED, "Photoshop 3.0\0")

  private init(_ marker: UInt8, _ name: String) { (self.marker, self.name) = (marker, Array(name.utf8)) }

  /// The maximum size of the content in bytes: 65,535 minus the length and the name.
  package var limit: Int { 65_533 - name.count }

  /// Returns the segment with a content of at most `limit` bytes.
  package func with(_ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + ByteOrder.big.bytes(of: UInt16(2 + name.count + content.count)) + name + content
  }

  /// The size of a piece of extended XMP in bytes, and the maximum number of pieces, which readers support.
  private static let (pieceSize, pieceLimit) = (65_400, 256)
  /// The maximum size of extended XMP in bytes.
  static let extendedLimit = pieceSize * pieceLimit

  /// Returns extended XMP in pieces (XMP part 3, 1.1.3.1).
  static func extensions(_ packet: [UInt8], identifier: String) -> [UInt8] {
    stride(from: 0, to: packet.count, by: pieceSize).flatMap { start in
      let head =
        Array(identifier.utf8) + ByteOrder.big.bytes(of: UInt32(packet.count))
        + ByteOrder.big.bytes(of: UInt32(start))
      return xmpExtension.with(head + packet[start..<min(start + pieceSize, packet.count)])
    }
  }
}
