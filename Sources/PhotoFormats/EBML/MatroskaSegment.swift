/// The parts of a Matroska segment that are read (RFC 9559, 5.1).
struct MatroskaSegment {
  /// The most elements that are examined; those that matter come first, or are listed first.
  private static let elementLimit = 512

  var info: EBMLRegion? { parts[.info] }
  var tracks: EBMLRegion? { parts[.tracks] }
  var tags: EBMLRegion? { parts[.tags] }

  private static let wanted: [EBMLIdentifier] = [.info, .tracks, .tags]
  private var parts: [EBMLIdentifier: EBMLRegion] = [:]

  /// Finds the parts; those after the pictures by the SeekHead before them.
  init(_ segment: EBMLRegion) {
    var places: [EBMLIdentifier: UInt64] = [:]
    for element in segment.elements.prefix(Self.elementLimit) {
      let identifier = element.identifier
      if identifier == .seekHead {
        places.merge(Self.places(element.content.loaded())) { first, _ in first }
      } else if Self.wanted.contains(identifier), parts[identifier] == nil {
        parts[identifier] = element.content.loaded()
      } else if identifier == .cluster, info != nil && tracks != nil || !places.isEmpty {
        break
      }
      if parts.count == Self.wanted.count { break }
    }
    for identifier in Self.wanted where parts[identifier] == nil {
      guard let element = places[identifier].flatMap({ segment.element(at: $0) }),
        element.identifier == identifier
      else { continue }
      parts[identifier] = element.content.loaded()
    }
  }

  /// The positions of elements in a SeekHead (RFC 9559, 5.1.1), in bytes from the start of the segment.
  private static func places(_ seekHead: EBMLRegion) -> [EBMLIdentifier: UInt64] {
    var places: [EBMLIdentifier: UInt64] = [:]
    for seek in seekHead.elements where seek.identifier == .seek {
      guard
        let identifier = seek.content.first(.seekIdentifier)?.content.unsigned
          .flatMap({ UInt32(exactly: $0) }).map(EBMLIdentifier.init(rawValue:)),
        let position = seek.content.first(.seekPosition)?.content.unsigned, places[identifier] == nil
      else { continue }
      places[identifier] = position
    }
    return places
  }
}

/// A track (RFC 9559, 5.1.4.1).
struct MatroskaTrack {
  /// 1 for video, 2 for sound.
  let kind: UInt64?
  /// The codec, such as `V_VP9`.
  let codec: String?
  let pixelSize: PixelSize?
  let frameRate: Double?

  init(_ entry: EBMLRegion) {
    kind = entry.first(.trackType)?.content.unsigned
    codec = entry.first(.codecIdentifier)?.content.text
    let video = entry.first(.video)?.content
    if let width = video?.first(.pixelWidth)?.content.unsigned.flatMap({ UInt32(exactly: $0) }),
      let height = video?.first(.pixelHeight)?.content.unsigned.flatMap({ UInt32(exactly: $0) })
    {
      pixelSize = PixelSize(width: width, height: height)
    } else {
      pixelSize = nil
    }
    frameRate = entry.first(.defaultDuration)?.content.unsigned.flatMap { $0 > 0 ? 1e9 / Double($0) : nil }
  }
}

/// The elements that are read (RFC 8794, 11.2; RFC 9559, 5.1).
extension EBMLIdentifier {
  static let header: Self = 0x1A45_DFA3
  static let documentType: Self = 0x4282
  static let segment: Self = 0x1853_8067

  static let seekHead: Self = 0x114D_9B74
  static let seek: Self = 0x4DBB
  static let seekIdentifier: Self = 0x53AB
  static let seekPosition: Self = 0x53AC

  static let info: Self = 0x1549_A966
  static let timestampScale: Self = 0x2AD7B1
  static let duration: Self = 0x4489
  static let dateUTC: Self = 0x4461
  static let title: Self = 0x7BA9
  static let writingApp: Self = 0x5741

  static let tracks: Self = 0x1654_AE6B
  static let trackEntry: Self = 0xAE
  static let trackType: Self = 0x83
  static let codecIdentifier: Self = 0x86
  static let defaultDuration: Self = 0x23E383
  static let video: Self = 0xE0
  static let pixelWidth: Self = 0xB0
  static let pixelHeight: Self = 0xBA

  static let tags: Self = 0x1254_C367
  static let tag: Self = 0x7373
  static let simpleTag: Self = 0x67C8
  static let tagName: Self = 0x45A3
  static let tagString: Self = 0x4487

  static let cluster: Self = 0x1F43_B675
}
