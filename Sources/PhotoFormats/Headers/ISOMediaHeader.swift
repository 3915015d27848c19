/// Reads files of boxes (ISO 14496-12): HEIC and similar, Canon CR3, MP4 and QuickTime movies.
package enum ISOMediaHeader: HeaderReader {
  static func fileType(_ head: Bytes) -> PhotoFileType? {
    if let brands = MediaBrands(head) { return brands.fileType }
    return beginsAsOldQuickTime(head) ? .quickTimeMovie : nil
  }

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    let file = BoxRegion(file: source)
    guard let brands = MediaBrands(source.head) else {
      guard beginsAsOldQuickTime(source.head) else { return }
      fields.fileType = .quickTimeMovie
      return try MovieHeader.read(file, into: &fields)
    }
    guard let type = brands.fileType else { return }
    if type == .canonCR3 {
      fields.fileType = type
      try CanonRAW3Header.read(file, into: &fields)
    } else if type.mediaType == .image {
      fields.fileType = type
      try HEIFHeader.read(file, into: &fields)
    } else if let imageType = brands.compatibleImageType, HEIFHeader.isPresent(file) {
      fields.fileType = imageType
      try HEIFHeader.read(file, into: &fields)
    } else {
      fields.fileType = type
      try MovieHeader.read(file, into: &fields, mayBeSound: brands.mayBeSound)
    }
  }

  /// Whether it is a QuickTime file older than the box `ftyp` (QuickTime File Format, "Basic Data Structures").
  private static func beginsAsOldQuickTime(_ head: Bytes) -> Bool {
    guard let size = head.uint32(at: 0, .big), let type = head.fourCC(at: 4) else { return false }
    switch type {
    case .mediaData:
      if size == 1 { return head.uint64(at: 8, .big).map { $0 >= 16 } == true }
      return size == 0 || size >= 8
    // Text with one of these words reads as a far larger size.
    case .movie, .wide, .free, .skip, .preview: return (8..<0x1000_0000).contains(size)
    default: return false
    }
  }
}
