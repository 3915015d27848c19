import PhotoFormats

/// The cover picture of a video: item `covr` of the metadata list (moov/udta/meta/ilst; QuickTime File Format,
/// "Metadata Item List").
enum CoverPicture {
  /// The picture; `nil` if there is none.
  static func find(in source: PictureSource) -> PictureSource? {
    guard let movie = source.byteSource().flatMap({ BoxRegion(file: $0).first("moov") })?.content else {
      return nil
    }
    for holder in [movie.first("udta")?.content, movie] {
      guard let meta = holder?.first("meta")?.content else { continue }
      // In MP4 the box begins with version and flags, in QuickTime it does not.
      let isFull = meta.prefix(8).fourCC(at: 4) != "hdlr"
      let children = isFull ? meta.dropFirst(4) : meta
      let item = children.first("ilst")?.content.first("covr")?.content
      // The picture follows its type and locale.
      if let range = item?.first("data")?.content.dropFirst(8).range { return source.part(range) }
    }
    return nil
  }
}
