/// Reads Photoshop documents, PSD and PSB (Adobe Photoshop File Formats Specification, "File Header Section", "Color Mode
/// Data Section", "Image Resources Section"): the size, and the Exif, XMP and IPTC-IIM among the image resources.
package enum PhotoshopHeader: HeaderReader {
  private static let headerCount = 26
  /// What stands before the JPEG of a thumbnail: its format, size and length.
  private static let thumbnailHeaderCount = 28

  /// True if a file begins with the signature and a known version: 1 is PSD, 2 is PSB.
  static func isPresent(_ head: Bytes) -> Bool {
    head.has("8BPS") && head.uint16(at: 4, .big).map { (1...2).contains($0) } == true
  }

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .photoshop
    let header = source.bytes(at: 0, count: headerCount)
    guard let height = header.uint32(at: 14, .big), let width = header.uint32(at: 18, .big) else {
      throw HeaderDamage("the file header is cut off")
    }
    fields.pixelSize = PixelSize(width: width, height: height)
    guard let section = resources(in: source) else {
      throw HeaderDamage("the file ends before its image resources")
    }
    let resources = ByteSource(source, at: section.lowerBound, count: section.count)
    for resource in PhotoshopResources(resources) {
      switch resource.number {
      case PhotoshopResource.exif:
        fields.addExif(block: ByteSource(resources, at: resource.offset, count: resource.count))
      case PhotoshopResource.xmp where fields.xmp == nil:
        let count = min(resource.count, XMPFields.sizeLimit)
        fields.xmp = XMPFields(packet: resources.bytes(at: resource.offset, count: count))
      default: break
      }
    }
    fields.iptc = IPTCFields(resources: resources)
    guard section.upperBound <= source.count else { throw HeaderDamage("the image resources are cut off") }
    if fields.pixelSize == nil { throw HeaderDamage("the file header tells no size") }
  }

  /// Where the JPEG of the thumbnail stands in the file; `nil` if there is none.
  package static func thumbnail(in source: ByteSource) -> Range<Int>? {
    guard isPresent(source.head), let section = resources(in: source) else { return nil }
    let resources = ByteSource(source, at: section.lowerBound, count: section.count)
    let found = PhotoshopResources(resources).first { $0.number == PhotoshopResource.thumbnail }
    guard let found, found.count > thumbnailHeaderCount else { return nil }
    let start = section.lowerBound + found.offset
    return start + thumbnailHeaderCount..<start + found.count
  }

  /// Where the image resources are said to stand, behind the colours of the document; `nil` if the file ends before.
  private static func resources(in source: ByteSource) -> Range<Int>? {
    guard let colors = source.bytes(at: headerCount, count: 4).uint32(at: 0, .big) else { return nil }
    let length = headerCount + 4 + Int(colors)
    guard let count = source.bytes(at: length, count: 4).uint32(at: 0, .big) else { return nil }
    return length + 4..<length + 4 + Int(count)
  }
}
