/// The index of a JPEG followed by more pictures (CIPA DC-007, Multi-Picture Format, 5.2.3).
enum MultiPictureIndex {
  /// MP Entry (5.2.3.3): sixteen bytes per picture.
  private static let entries: UInt16 = 0xB002
  private static let entrySize = 16
  /// The maximum number of entries; a photo has one or two large thumbnails.
  private static let entryLimit = 16
  /// Large Thumbnail (5.2.3.3.1, table 4): VGA, full HD, and later additions.
  private static let largeThumbnails: ClosedRange<UInt32> = 0x01_0001...0x01_0005

  /// The ranges of smaller versions of the first picture, in bytes from the index's TIFF header. Ranges in the first
  /// picture were left by a program that rewrote the file, and are omitted.
  ///
  /// - Parameter start: the offset of the first picture from that header, which is negative.
  static func largeThumbnails(in source: ByteSource, pictureAt start: Int) -> [Range<Int>] {
    pictures(in: source, pictureAt: start) { largeThumbnails.contains($0) }
  }

  /// The ranges of all pictures after the first one.
  static func pictures(in source: ByteSource, pictureAt start: Int) -> [Range<Int>] {
    pictures(in: source, pictureAt: start) { _ in true }
  }

  private static func pictures(
    in source: ByteSource, pictureAt start: Int, ofType isWanted: (UInt32) -> Bool
  ) -> [Range<Int>] {
    guard let table = TIFFDirectories(source)?.value(entries, in: .image) else { return [] }
    func number(_ index: Int, _ field: Int) -> UInt32? {
      table.bytes.uint32(at: index * entrySize + field, table.order)
    }
    guard let size = number(0, 4) else { return [] }
    let end = start + Int(size)
    return (1..<entryLimit).compactMap { index in
      guard let attribute = number(index, 0), let length = number(index, 4), let offset = number(index, 8),
        // Three bits for the format: 0 is JPEG.
        attribute >> 24 & 0b111 == 0, isWanted(attribute & 0xFF_FFFF), length > 0, Int(offset) >= end
      else { return nil }
      return Int(offset)..<Int(offset) + Int(length)
    }
  }
}
