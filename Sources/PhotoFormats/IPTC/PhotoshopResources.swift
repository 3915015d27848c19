/// An image resource of Photoshop.
package struct PhotoshopResource: Sendable, Hashable {
  package static let iptc: UInt16 = 0x0404
  /// A JPEG after a header of 28 bytes.
  package static let thumbnail: UInt16 = 0x040C
  /// An Exif block from its TIFF header on.
  package static let exif: UInt16 = 0x0422
  package static let xmp: UInt16 = 0x0424
  /// The MD5 digest of IPTC-IIM when XMP was last synchronized with it.
  package static let iptcDigest: UInt16 = 0x0425

  package let number: UInt16
  /// In bytes from the start of the resources.
  package let offset: Int
  package let count: Int
}

/// Iterates over Photoshop's image resources (Photoshop File Formats Specification, Image Resource Blocks): APP13
/// "Photoshop 3.0" of a JPEG, tag 34377 of a TIFF, a section of a PSD. Only their headers are read; an invalid one ends
/// the sequence.
package struct PhotoshopResources: Sequence, IteratorProtocol {
  /// The maximum number of resources to examine; Photoshop writes fewer than 100.
  static let countLimit = 1024

  /// Signature, number, the longest name with its length, and the length of the data.
  private static let longestHeader = 4 + 2 + 256 + 4

  /// The signatures of Photoshop and other programs.
  private static let signatures: Set<FourCC> = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"]

  private let source: ByteSource
  private var position = 0
  private var count = 0

  package init(_ source: ByteSource) { self.source = source }

  /// Returns the next resource of Photoshop.
  package mutating func next() -> PhotoshopResource? {
    while count < Self.countLimit {
      count += 1
      let header = source.bytes(at: position, count: Self.longestHeader)
      guard let signature = header.fourCC(at: 0), Self.signatures.contains(signature),
        let number = header.uint16(at: 4, .big), let nameLength = header[6]
      else { return nil }
      // The name with its length is padded to an even length, and so is the data.
      let dataStart = 6 + (Int(nameLength) + 2) / 2 * 2 + 4
      guard let length = header.uint32(at: dataStart - 4, .big).map({ Int($0) }),
        length <= source.count - position - dataStart
      else { return nil }
      let resource = PhotoshopResource(number: number, offset: position + dataStart, count: length)
      position += dataStart + (length + 1) / 2 * 2
      if signature == "8BIM" { return resource }
    }
    return nil
  }
}
