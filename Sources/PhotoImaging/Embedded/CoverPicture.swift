import PhotoFormats

/// The cover picture of a video: item `covr` of the metadata list (moov/udta/meta/ilst; QuickTime File Format,
/// "Metadata Item List").
enum CoverPicture {
  /// Boxes looked at in one container, at most.
  private static let boxLimit = 1000

  /// The picture; `nil` where there is none.
  static func find(in source: PictureSource) -> PictureSource? {
    guard let movie = box("moov", in: 0..<source.count, of: source) else { return nil }
    for holder in [box("udta", in: movie, of: source), movie] {
      guard let holder, let meta = box("meta", in: holder, of: source) else { continue }
      // A full box in MP4 begins with version and flags, the one of QuickTime does not.
      let isFull = source.bytes(at: meta.lowerBound, count: 8).fourCC(at: 4) != "hdlr"
      let children = isFull && meta.count > 4 ? meta.lowerBound + 4..<meta.upperBound : meta
      guard let list = box("ilst", in: children, of: source), let item = box("covr", in: list, of: source),
        let data = box("data", in: item, of: source), data.count > 8
      else { continue }
      return source.part(data.lowerBound + 8..<data.upperBound)  // After type and locale.
    }
    return nil
  }

  /// The content of the first box of a type in a range.
  private static func box(_ type: FourCC, in range: Range<Int>, of source: PictureSource) -> Range<Int>? {
    var offset = range.lowerBound
    for _ in 0..<boxLimit {
      let header = source.bytes(at: offset, count: 16)
      guard let size = header.uint32(at: 0, .big), let found = header.fourCC(at: 4) else { return nil }
      var headerCount = 8
      var length = Int(size)
      if size == 1 {
        headerCount = 16
        length = header.uint64(at: 8, .big).flatMap { Int(exactly: $0) } ?? 0
      } else if size == 0 {
        length = range.upperBound - offset
      }
      guard length >= headerCount, length <= range.upperBound - offset else { return nil }
      if found == type { return offset + headerCount..<offset + length }
      offset += length
    }
    return nil
  }
}
