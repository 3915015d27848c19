struct TrackSamples {
  /// The type of the first description (`stsd`), such as `hvc1`, if it is printable.
  private(set) var codec: String?
  /// The projection of a 360° video.
  private(set) var projection: SphericalProjection?
  /// The number of samples (`stsz`), without fragments.
  private(set) var count = 0
  /// The average number of samples per second.
  private(set) var rate: Double?

  /// Parses the box `mdia` of a track. The table of times (`stts`), which may be long, isn't needed.
  init(media: BoxRegion) {
    guard let table = media.first(.mediaInformation)?.content.first(.sampleTable)?.content else { return }
    for box in table.boxes {
      switch box.type {
      case .sampleDescription where codec == nil:
        codec = Self.codec(box.content.prefix(16))
        projection = SphericalProjection(descriptions: box.content)
      case .sampleSizes where count == 0, .compactSampleSizes where count == 0:
        count = Int(box.content.prefix(12).uint32(at: 8, .big) ?? 0)
      default: break
      }
    }
    guard count > 0, let header = media.first(.mediaHeader)?.content.prefix(32) else { return }
    var time = MovieTime()
    time.readHeader(header)
    rate = time.seconds.flatMap { $0 > 0 ? Double(count) / $0 : nil }
  }

  private static func codec(_ description: Bytes) -> String? {
    guard let type = description.slice(at: 12, count: 4),
      type.array.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    return type.trimmedText
  }
}
