/// Finds the film in the file of a motion photo.
struct MotionPhoto {
  /// The content of the box `mpvd`, if there is one.
  var box: Range<Int>?
  /// What XMP states.
  var claim: FilmClaim?
  var make: String?

  /// The makers that write trailers.
  private static let makers = ["samsung", "huawei", "honor"]
  /// The size of files that one request to a server returns as a whole.
  private static let smallCount = 64 << 10

  /// The film, if the file contains one: XMP and trailers only propose places.
  func film(in source: ByteSource) -> EmbeddedFilm? {
    if let box, let film = EmbeddedFilm(in: source, at: box.lowerBound, limit: box.upperBound) { return film }
    var offsets = (claim?.distances ?? []).filter { (1..<source.count).contains($0) }.map {
      source.count - $0
    }
    if let film = film(at: offsets, in: source) { return film }
    let trailer = mayHaveTrailer(source) ? FilmTrailer(source) : nil
    if let trailer {
      if let film = film(at: trailer.offsets, in: source) { return film }
      offsets += trailer.offsets.filter { $0 < source.count }
    }
    guard claim != nil || trailer?.namesFilm == true else { return nil }
    // Many applications remove the film but keep its XMP. Searching these photos would read them entirely.
    if offsets.isEmpty || source.count <= Self.smallCount { return EmbeddedFilm.search(in: source) }
    return offsets.lazy.compactMap { EmbeddedFilm.search(in: source, near: $0) }.first
  }

  private func film(at offsets: [Int], in source: ByteSource) -> EmbeddedFilm? {
    offsets.lazy.compactMap { EmbeddedFilm(in: source, at: $0, limit: source.count) }.first
  }

  /// Whether to read the end of the file. On a server this costs another request, so large files are read only if their
  /// maker writes trailers.
  private func mayHaveTrailer(_ source: ByteSource) -> Bool {
    if claim != nil || source.count <= Self.smallCount { return true }
    guard let make = make?.lowercased() else { return false }
    return Self.makers.contains { make.hasPrefix($0) }
  }
}
