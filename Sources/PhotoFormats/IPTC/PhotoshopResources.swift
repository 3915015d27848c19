/// One of Photoshop's image resources: its number and where its data stand.
package struct PhotoshopResource: Sendable, Hashable {
  /// IPTC-IIM.
  package static let iptc: UInt16 = 0x0404
  /// A thumbnail: a JPEG behind a header of 28 bytes.
  package static let thumbnail: UInt16 = 0x040C
  /// An Exif block, TIFF header first.
  package static let exif: UInt16 = 0x0422
  /// An XMP packet.
  package static let xmp: UInt16 = 0x0424
  /// The MD5 digest of IPTC-IIM as it was when XMP was last brought in line with it.
  package static let iptcDigest: UInt16 = 0x0425

  /// What the resource is.
  package let number: UInt16
  /// Where its data begin, in bytes from the start of the resources.
  package let offset: Int
  /// The length of its data in bytes.
  package let count: Int
}

/// Goes through Photoshop's image resources (Photoshop File Formats Specification, Image Resource Blocks).
///
/// A JPEG holds them in APP13 "Photoshop 3.0", a TIFF in tag 34377, a PSD in a section of its own. Only the headers of
/// resources are read here, so that thumbnails and paths cost nothing. The first resource that is none, or that is
/// longer than what is left, ends the sequence.
package struct PhotoshopResources: Sequence, IteratorProtocol {
  /// The most resources that are looked at; Photoshop writes fewer than 100.
  static let countLimit = 1024

  /// A resource's signature, its number, the longest name with its length, and the length of its data.
  private static let longestHeader = 4 + 2 + 256 + 4

  /// Kinds of resources: Photoshop's own, and those that other programs put among them.
  private static let signatures: Set<FourCC> = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"]

  private let source: ByteSource
  private var position = 0
  private var count = 0

  /// The resources that fill a source.
  package init(_ source: ByteSource) { self.source = source }

  /// The next resource of Photoshop's own, `nil` at the end.
  package mutating func next() -> PhotoshopResource? {
    while count < Self.countLimit {
      count += 1
      let header = source.bytes(at: position, count: Self.longestHeader)
      guard let signature = header.fourCC(at: 0), Self.signatures.contains(signature),
        let number = header.uint16(at: 4, .big), let nameLength = header.uint8(at: 6)
      else { return nil }
      // The name and its length together take an even number of bytes, and so do the data.
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
