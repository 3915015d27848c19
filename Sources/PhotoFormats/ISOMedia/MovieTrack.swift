/// A track of a movie (ISO 14496-12, 8.3).
struct MovieTrack {
  /// The handler: `vide` for video.
  let handler: FourCC?
  var samples: TrackSamples? { media.map { TrackSamples(media: $0) } }

  private let media: BoxRegion?
  /// The size before the orientation is applied.
  private(set) var pixelSize: PixelSize?
  private(set) var matrix: DisplayMatrix?
  /// The projection of a 360° video.
  private(set) var projection: SphericalProjection?

  init(_ box: Box) {
    media = box.content.first(.media)?.content
    handler = media?.first(.handler)?.content.bytes.fourCC(at: 8)
    projection = SphericalProjection(track: box.content)
    guard let header = box.content.first(.trackHeader)?.content.bytes, let version = header[0] else { return }
    // Since version 1 times and duration have 64 bits.
    let matrix = version == 0 ? 40 : 52
    let (width, height) = (header.uint32(at: matrix + 36, .big), header.uint32(at: matrix + 40, .big))
    pixelSize = PixelSize(width: width.map(Self.pixels), height: height.map(Self.pixels))
    self.matrix = DisplayMatrix(header, at: matrix)
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
}
