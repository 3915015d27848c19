import PhotoFiles

/// Writes IPTC-IIM, Photoshop's image resources, and JPEG files with both.
enum IPTCBuilder {
  /// UTF-8, as dataset 1:90 designates it.
  static let utf8: [UInt8] = dataset(1, 90, [0x1B, 0x25, 0x47])

  /// A dataset with a length of `lengthSize` bytes.
  static func dataset(_ record: UInt8 = 2, _ number: UInt8, _ bytes: [UInt8], lengthSize: Int? = nil)
    -> [UInt8]
  {
    let start = [0x1C, record, number]
    guard let lengthSize else { return start + bigEndian(bytes.count, 2) + bytes }
    return start + bigEndian(0x8000 | lengthSize, 2) + bigEndian(bytes.count, lengthSize) + bytes
  }

  /// A dataset of record 2.
  static func text(_ number: UInt8, _ text: String) -> [UInt8] { dataset(2, number, Array(text.utf8)) }

  /// An image resource with Photoshop's padding.
  static func resource(
    _ number: UInt16, _ data: [UInt8], name: String = "", signature: String = "8BIM"
  ) -> [UInt8] {
    let pascal = [UInt8(name.utf8.count)] + Array(name.utf8)
    return Array(signature.utf8) + bigEndian(Int(number), 2) + pascal + (pascal.count % 2 == 1 ? [0] : [])
      + bigEndian(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// The resources with IPTC-IIM and a digest, which may be wrong.
  static func resources(_ block: [UInt8], digestOf digested: [UInt8]? = nil) -> [UInt8] {
    resource(0x0404, block) + (digested.map { resource(0x0425, MD5.digest(of: $0)) } ?? [])
  }

  /// A JPEG of 16 × 8 samples up to its first scan.
  static func jpeg(resources: [[UInt8]], xmp: String? = nil) -> [UInt8] {
    let packet = xmp.map { [JPEGBuilder.xmp($0)] } ?? []
    return JPEGBuilder.file(packet + resources.map { JPEGBuilder.segment(0xED, "Photoshop 3.0", $0) })
  }

  private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
