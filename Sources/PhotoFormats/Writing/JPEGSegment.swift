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
