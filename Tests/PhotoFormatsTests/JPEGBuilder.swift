/// Builds JPEG files from segments (ITU-T T.81, B.1.1).
enum JPEGBuilder {
  /// A file of 16 × 8 samples with segments before its frame, and trailing bytes.
  static func file(_ segments: [[UInt8]], trailer: [UInt8] = []) -> [UInt8] {
    [0xFF, 0xD8] + segments.joined() + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
      + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9] + trailer
  }

  /// A segment with a name, terminated by NUL, before its content.
  static func segment(_ marker: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + [0] + content
    let length = body.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
  }

  /// The segment with XMP (XMP part 3, 1.1.3).
  static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, "http://ns.adobe.com/xap/1.0/", Array(packet.utf8))
  }

  /// The segment of a piece of extended XMP (XMP part 3, 1.1.3.1).
  static func extendedXMP(_ piece: [UInt8], at offset: Int, of size: Int, identifier: String) -> [UInt8] {
    segment(
      0xE1, "http://ns.adobe.com/xmp/extension/",
      Array(identifier.utf8) + number(size) + number(offset) + piece)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
