/// The film of a motion photo: an MPEG-4 or QuickTime movie (ISO 14496-12) in the file of a picture.
struct EmbeddedFilm: Sendable, Hashable {
  /// The bytes of the film in the file.
  let range: Range<Int>

  private static let boxLimit = 4096

  /// Finds the film that starts at an offset; `nil` if no film with a movie box starts there.
  ///
  /// The boxes determine its end, at most `limit`: lengths that writers state may be wrong, or include a trailer.
  init?(in source: ByteSource, at offset: Int, limit: Int) {
    guard offset > 0, offset < limit, limit <= source.count,
      source.bytes(at: offset, count: 8).fourCC(at: 4) == .fileType
    else { return nil }
    let boxes = BoxRegion(file: ByteSource(source, at: offset, count: limit - offset)).boxes
    var (count, hasMovie) = (0, false)
    for box in boxes.prefix(Self.boxLimit) {
      guard Self.isPart(box, isFirst: count == 0) else { break }
      count = box.content.range.upperBound
      hasMovie = hasMovie || box.type == .movie && box.content.first(.movieHeader) != nil
    }
    guard hasMovie else { return nil }
    range = offset..<offset + count
  }

  /// Whether a box belongs to the film, not to what follows it. A file that is cut off may end in the pictures.
  private static func isPart(_ box: Box, isFirst: Bool) -> Bool {
    switch box.type {
    case .fileType: isFirst && box.isComplete
    case .mediaData: true
    case .samsungTrailer: false
    default: box.isComplete && box.type.isPrintable
    }
  }
}

extension EmbeddedFilm {
  /// The number of bytes to search at the end of a file if no location is known.
  private static let searchLimit = 16 << 20
  /// The number of bytes to search before and after a wrong location. Most are wrong by the size of a trailer, which is
  /// smaller.
  private static let nearbyCount = 4 << 10
  private static let pieceCount = 256 << 10
  /// The maximum number of occurrences of `ftyp` to examine.
  private static let attemptLimit = 64

  /// Finds a film without a location near the end of a file.
  static func search(in source: ByteSource) -> EmbeddedFilm? {
    search(in: source, max(0, source.count - searchLimit)..<source.count)
  }

  /// Finds a film near a wrong location.
  static func search(in source: ByteSource, near offset: Int) -> EmbeddedFilm? {
    let place = min(max(0, offset), source.count)
    return search(in: source, max(0, place - nearbyCount)..<min(place + nearbyCount, source.count))
  }

  /// Finds a film that starts in a range.
  private static func search(in source: ByteSource, _ range: Range<Int>) -> EmbeddedFilm? {
    var attempts = attemptLimit
    // Pieces overlap by three bytes, so that each `ftyp` is whole in one of them.
    for start in stride(from: range.lowerBound, to: range.upperBound, by: pieceCount) {
      let piece = source.bytes(at: start, count: min(pieceCount + 3, range.upperBound - start))
      var next = 0
      while let place = piece.firstIndex(of: UInt8(ascii: "f"), from: next) {
        next = place + 1
        guard piece.has("ftyp", at: place) else { continue }
        guard attempts > 0 else { return nil }
        attempts -= 1
        // The size of the box precedes its type.
        if let film = EmbeddedFilm(in: source, at: start + place - 4, limit: source.count) { return film }
      }
    }
    return nil
  }
}

extension FourCC {
  /// Whether all four characters are printable Latin-1, as in types of boxes.
  fileprivate var isPrintable: Bool {
    [24, 16, 8, 0].allSatisfy { shift in
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      return (0x20..<0x7F).contains(byte) || byte >= 0xA0
    }
  }
}
