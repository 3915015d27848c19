/// The relevant parts of a Matroska segment (RFC 9559, 5.1).
struct MatroskaSegment {
  /// The maximum number of elements to examine; those that matter come first, or are listed first.
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
      guard let identifier = element.identifier else { continue }
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
          .flatMap({ UInt32(exactly: $0) }).flatMap(EBMLIdentifier.init),
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
  let codec: String?
  let pixelSize: PixelSize?
  let frameRate: Double?
  let projection: MatroskaProjection?

  init(_ entry: EBMLRegion) {
    kind = entry.first(.trackType)?.content.unsigned
    codec = entry.first(.codecIdentifier)?.content.text
    let video = entry.first(.video)?.content
    projection = (video?.first(.projection)?.content).map { MatroskaProjection($0) }
    let width = video?.first(.pixelWidth)?.content.unsigned
    let height = video?.first(.pixelHeight)?.content.unsigned
    pixelSize = PixelSize(
      width: width.flatMap { UInt32(exactly: $0) }, height: height.flatMap { UInt32(exactly: $0) })
    frameRate = entry.first(.defaultDuration)?.content.unsigned.flatMap { $0 > 0 ? 1e9 / Double($0) : nil }
  }
}

/// The identifiers of relevant elements, including their markers (RFC 8794, 11.2; RFC 9559, 5.1).
enum EBMLIdentifier: UInt32 {
  case header = 0x1A45_DFA3
  case documentType = 0x4282
  case segment = 0x1853_8067

  case seekHead = 0x114D_9B74
  case seek = 0x4DBB
  case seekIdentifier = 0x53AB
  case seekPosition = 0x53AC

  case info = 0x1549_A966
  case timestampScale = 0x2AD7B1
  case duration = 0x4489
  case dateUTC = 0x4461
  case title = 0x7BA9
  case writingApp = 0x5741

  case tracks = 0x1654_AE6B
  case trackEntry = 0xAE
  case trackType = 0x83
  case codecIdentifier = 0x86
  case defaultDuration = 0x23E383
  case video = 0xE0
  case pixelWidth = 0xB0
  case pixelHeight = 0xBA
  case projection = 0x7670
  case projectionType = 0x7671
  case projectionPoseYaw = 0x7673
  case projectionPosePitch = 0x7674
  case projectionPoseRoll = 0x7675

  case tags = 0x1254_C367
  case tag = 0x7373
  case simpleTag = 0x67C8
  case tagName = 0x45A3
  case tagString = 0x4487

  case cluster = 0x1F43_B675
}
