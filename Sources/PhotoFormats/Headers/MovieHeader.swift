enum MovieHeader {
  /// Parses the movie box.
  ///
  /// - Parameter mayBeSound: `true` if the brand is also used for sound: a file with sound and no video is no photo.
  static func read(
    _ file: BoxRegion, into fields: inout HeaderFields, mayBeSound: Bool = false
  ) throws(HeaderDamage) {
    let top = TopBoxes(file)
    guard let box = top.movie else { throw HeaderDamage("no movie box (moov)") }
    var time = MovieTime()
    var matrix: DisplayMatrix?
    var tracks: [MovieTrack] = []
    var texts = MovieTexts()
    var packet = top.packet
    for child in box.content.loaded().boxes {
      switch child.type {
      case .movieHeader:
        let header = child.content.bytes
        time.readHeader(header)
        matrix = DisplayMatrix(movieHeader: header)
      case .movieExtends: time.readExtends(child.content)
      case .track where tracks.count < trackLimit: tracks.append(MovieTrack(child))
      case .meta: texts.readMeta(child.content)
      case .userData:
        texts.readUserData(child.content)
        packet = packet ?? child.content.first(.xmp)?.content
      default: break
      }
    }
    if mayBeSound, tracks.contains(where: { $0.handler == .soundHandler }),
      !tracks.contains(where: { $0.handler == .videoHandler })
    {
      fields = HeaderFields()
      return
    }
    if let meta = top.meta { texts.readMeta(meta.content.loaded()) }
    add(tracks, turnedBy: matrix, to: &fields)
    if let seconds = time.seconds { fields.findings.offer(.number(seconds), for: .duration) }
    fields.containerDate =
      texts.date?.captureDate(.quickTimeCreationDate) ?? time.created?.captureDate(.quickTimeCreateDate)
    fields.containerCamera = texts.camera
    fields.containerLocation = texts.location
    fields.findings.merge(texts.findings)
    // Ignores dates in XMP, which come from editing programs. The movie contains the capture date.
    if let xmp = packet.flatMap({ XMPFields(packet: $0.bytes) }) {
      fields.findings.merge(xmp.findings)
      fields.containerLocation = fields.containerLocation ?? xmp.location
    }
    guard box.isComplete else { throw HeaderDamage("the movie box (moov) is cut off") }
  }

  /// Adds the findings of the displayed track. Its matrix, if valid, applies before the movie's.
  private static func add(
    _ tracks: [MovieTrack], turnedBy movie: DisplayMatrix?, to fields: inout HeaderFields
  ) {
    let track = MovieTrack.shown(tracks)
    fields.pixelSize = track?.pixelSize
    fields.containerOrientation =
      [track?.matrix, movie].compactMap { $0 }
      .reduce(nil as DisplayMatrix?) { $0?.followed(by: $1) ?? $1 }?.orientation
    if tracks.contains(where: { $0.handler == .soundHandler }) {
      fields.findings.offer(.flag(true), for: .audio)
    }
    guard let track, track.handler == .videoHandler else { return }
    fields.add(track.projection)
    guard let samples = track.samples else { return }
    fields.add(samples.projection)
    if let codec = samples.codec { fields.findings.offer(.text(codec), for: .codec) }
    if let rate = samples.rate { fields.findings.offer(.number(rate), for: .frameRate) }
  }

  private static let trackLimit = 256
}
