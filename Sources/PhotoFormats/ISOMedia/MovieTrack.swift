/// A track of a movie (ISO 14496-12, 8.3).
struct MovieTrack {
  /// The handler: `vide` for video.
  let handler: FourCC?
  var samples: TrackSamples? { media.map { TrackSamples(media: $0) } }

  private let media: BoxRegion?
  /// The size before the orientation is applied.
  private(set) var pixelSize: PixelSize?
  /// The orientation, if the matrix of the track is one.
  private(set) var orientation: Orientation?

  init(_ box: Box) {
    media = box.content.first(.media)?.content
    handler = media?.first(.handler)?.content.bytes.fourCC(at: 8)
    guard let header = box.content.first(.trackHeader)?.content.bytes, let version = header[0] else { return }
    // Since version 1 times and duration have 64 bits.
    let matrix = version == 0 ? 40 : 52
    let (width, height) = (header.uint32(at: matrix + 36, .big), header.uint32(at: matrix + 40, .big))
    pixelSize = PixelSize(width: width.map(Self.pixels), height: height.map(Self.pixels))
    orientation = Self.orientation(header, at: matrix)
  }

  /// The track to display: the first video with a size, otherwise pictures, otherwise the first track with a size.
  static func shown(in movie: BoxRegion) -> MovieTrack? {
    shown(movie.boxes.lazy.filter { $0.type == .track }.map(MovieTrack.init))
  }

  static func shown(_ tracks: some Sequence<MovieTrack>) -> MovieTrack? {
    let sized = tracks.filter { $0.pixelSize != nil }
    return sized.first { $0.handler == .videoHandler } ?? sized.first { $0.handler == .pictureHandler }
      ?? sized.first
  }

  /// A side in pixels as a 16.16 fixed-point number, or as a whole number by some writers.
  private static func pixels(_ side: UInt32) -> UInt32 { side & 0xFFF0_0000 == 0 ? side : side >> 16 }

  /// The matrix maps (x, y) to (ax + cy, bx + dy), with y downwards (QuickTime File Format, "Matrices").
  private static func orientation(_ header: Bytes, at offset: Int) -> Orientation? {
    let elements = [0, 4, 12, 16].compactMap { header.uint32(at: offset + $0, .big) }
    guard elements.count == 4 else { return nil }
    let signs = elements.map { Int32(bitPattern: $0).signum() }
    switch (signs[0], signs[1], signs[2], signs[3]) {
    case (1, 0, 0, 1): return .up
    case (-1, 0, 0, 1): return .upMirrored
    case (-1, 0, 0, -1): return .down
    case (1, 0, 0, -1): return .downMirrored
    case (0, 1, 1, 0): return .leftMirrored
    case (0, 1, -1, 0): return .right
    case (0, -1, -1, 0): return .rightMirrored
    case (0, -1, 1, 0): return .left
    default: return nil
    }
  }
}
