/// Reads Fujifilm RAF: fixed offsets, a JPEG preview with Exif, XMP and IPTC-IIM, and a list of facts about the sensor.
///
/// Fujifilm hasn't published the format; offsets and tags are those that ExifTool documents.
package enum FujifilmRAWHeader: HeaderReader {
  private static let previewPlace = 84
  private static let factsPlace = 92
  private static let headerCount = 100
  /// The maximum number of facts; fewer than 40 are usual.
  private static let factLimit = 255
  /// The most bytes of facts; the sizes are in the first hundred.
  private static let factsLimit = 4096

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .fujifilmRAW
    let header = source.bytes(at: 0, count: headerCount)
    guard let previewOffset = header.uint32(at: previewPlace, .big),
      let previewCount = header.uint32(at: previewPlace + 4, .big)
    else { throw HeaderDamage("the RAF header is cut off") }
    if let facts = header.uint32(at: factsPlace, .big) {
      fields.pixelSize = size(source, factsAt: Int(facts))
    }
    guard previewOffset > 0, Int(previewOffset) < source.count else {
      throw HeaderDamage("the preview that holds the Exif is missing")
    }
    try fields.complete(byPreviewAt: Int(previewOffset), count: Int(previewCount), in: source)
  }

  /// The size of the image without the sensor's borders (0x0111), otherwise with them (0x0100).
  private static func size(_ source: ByteSource, factsAt offset: Int) -> PixelSize? {
    let facts = source.bytes(at: offset, count: factsLimit)
    guard let count = facts.uint32(at: 0, .big), count <= factLimit else { return nil }
    var position = 4
    var full: PixelSize?
    for _ in 0..<count {
      guard let tag = facts.uint16(at: position, .big), let length = facts.uint16(at: position + 2, .big)
      else { break }
      if length == 4, tag == 0x0100 || tag == 0x0111 {
        let (height, width) = (facts.uint16(at: position + 4, .big), facts.uint16(at: position + 6, .big))
        let size = PixelSize(width: width.map { UInt32($0) }, height: height.map { UInt32($0) })
        if tag == 0x0111, let size { return size }
        full = full ?? size
      }
      position += 4 + Int(length)
    }
    return full
  }
}
