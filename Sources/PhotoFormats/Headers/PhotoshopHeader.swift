/// Reads Photoshop documents, PSD and PSB (Adobe Photoshop File Formats Specification): the size, and the Exif, XMP and
/// IPTC-IIM among the image resources.
package enum PhotoshopHeader: HeaderReader {
  private static let headerCount = 26
  private static let thumbnailHeaderCount = 28

  /// Whether a file starts with the signature and version 1 (PSD) or 2 (PSB).
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
    try checkPixels(in: source, header, from: section.upperBound)
  }

  /// Checks that the file contains its layers and its merged picture ("Layer and Mask Information Section", "Image Data
  /// Section").
  private static func checkPixels(
    in source: ByteSource, _ header: Bytes, from start: Int
  ) throws(HeaderDamage) {
    let isLarge = header.uint16(at: 4, .big) == 2
    let lengthSize = isLarge ? 8 : 4
    let length = source.bytes(at: start, count: lengthSize).integer(at: 0, size: lengthSize, .big)
    guard let length, length <= UInt64(source.count - start - lengthSize) else {
      throw HeaderDamage("the layers are cut off")
    }
    let place = start + lengthSize + Int(length)
    let available = source.count - place - 2
    guard let compression = source.bytes(at: place, count: 2).uint16(at: 0, .big), available > 0,
      let needed = pixelBytes(compression, header, isLarge, source, place + 2), needed <= available
    else { throw HeaderDamage("the merged picture is cut off") }
  }

  /// The size of the merged picture in bytes; `nil` if the file ends before that is known, 0 for deflated pictures and
  /// for sizes that Photoshop doesn't allow.
  private static func pixelBytes(
    _ compression: UInt16, _ header: Bytes, _ isLarge: Bool, _ source: ByteSource, _ start: Int
  ) -> Int? {
    guard let channels = header.uint16(at: 12, .big), let height = header.uint32(at: 14, .big),
      let width = header.uint32(at: 18, .big), let depth = header.uint16(at: 22, .big),
      channels <= 56, max(width, height) <= 300_000, depth <= 32
    else { return 0 }
    let rows = Int(channels) * Int(height)
    switch compression {
    case 0: return rows * ((Int(width) * Int(depth) + 7) / 8)
    case 1:
      let size = isLarge ? 4 : 2
      return sum(of: rows, size, in: source, start).map { rows * size + $0 }
    case 2, 3: return 0
    default: return nil
    }
  }

  /// The sum of a table with the lengths of packed rows; `nil` if the file ends before it does.
  private static func sum(of count: Int, _ size: Int, in source: ByteSource, _ start: Int) -> Int? {
    guard count * size <= source.count - start else { return nil }
    let rowsPerRead = 16_384
    var sum = 0
    for first in stride(from: 0, to: count, by: rowsPerRead) {
      let rows = min(rowsPerRead, count - first)
      // A table that takes too long to read isn't checked.
      guard let table = source.allBytes(at: start + first * size, count: rows * size) else { return 0 }
      for row in 0..<rows { sum += Int(table.integer(at: row * size, size: size, .big) ?? 0) }
    }
    return sum
  }

  /// The range of the thumbnail's JPEG in the file.
  package static func thumbnail(in source: ByteSource) -> Range<Int>? {
    guard isPresent(source.head), let section = resources(in: source) else { return nil }
    let resources = ByteSource(source, at: section.lowerBound, count: section.count)
    let found = PhotoshopResources(resources).first { $0.number == PhotoshopResource.thumbnail }
    guard let found, found.count > thumbnailHeaderCount else { return nil }
    let start = section.lowerBound + found.offset
    return start + thumbnailHeaderCount..<start + found.count
  }

  /// The range that the header states for the image resources; `nil` if the file ends before that.
  private static func resources(in source: ByteSource) -> Range<Int>? {
    guard let colors = source.bytes(at: headerCount, count: 4).uint32(at: 0, .big) else { return nil }
    let length = headerCount + 4 + Int(colors)
    guard let count = source.bytes(at: length, count: 4).uint32(at: 0, .big) else { return nil }
    return length + 4..<length + 4 + Int(count)
  }
}
