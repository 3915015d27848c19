/// Parses Matroska and WebM (RFC 9559): size, duration, codec, date, and the tags for camera and place.
enum MatroskaHeader: HeaderReader {
  private static let trackLimit = 256
  private static let video: UInt64 = 1
  private static let sound: UInt64 = 2

  /// The type by the DocType of the EBML header (RFC 8794, 11.2.4).
  static func fileType(_ source: ByteSource) -> PhotoFileType? {
    guard let header = EBMLRegion(source).element(at: 0), header.identifier == .header else { return nil }
    return switch header.content.first(.documentType)?.content.text {
    case "matroska": .matroska
    case "webm": .webM
    default: nil
    }
  }

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    guard let type = fileType(source) else { return }
    fields.fileType = type
    guard let content = EBMLRegion(source).first(.segment)?.content else {
      throw HeaderDamage("the file ends before its segment")
    }
    let segment = MatroskaSegment(content)
    guard let entries = segment.tracks?.elements else { throw HeaderDamage("no tracks") }
    let tracks = entries.filter { $0.identifier == .trackEntry }.prefix(trackLimit)
      .map { MatroskaTrack($0.content) }
    let hasSound = tracks.contains { $0.kind == sound }
    guard let shown = tracks.first(where: { $0.kind == video }) else {
      // Sound alone is no video.
      if hasSound { fields = HeaderFields() }
      return
    }
    fields.pixelSize = shown.pixelSize
    fields.containerOrientation = shown.projection?.orientation
    fields.add(shown.projection?.name.map { SphericalProjection(name: $0) })
    if let codec = shown.codec { fields.findings.offer(.text(codec), for: .codec) }
    if let rate = shown.frameRate { fields.findings.offer(.number(rate), for: .frameRate) }
    if hasSound { fields.findings.offer(.flag(true), for: .audio) }
    if let info = segment.info { readInfo(info, into: &fields) }
    if let tags = segment.tags { readTags(tags, into: &fields) }
  }

  /// Parses the information about the segment (RFC 9559, 5.1.2).
  private static func readInfo(_ info: EBMLRegion, into fields: inout HeaderFields) {
    // Nanoseconds per unit of the duration.
    let scale = info.first(.timestampScale)?.content.unsigned ?? 1_000_000
    if let duration = info.first(.duration)?.content.float, duration > 0 {
      fields.findings.offer(.number(duration * Double(scale) / 1e9), for: .duration)
    }
    fields.findings.offer(info.first(.title)?.content.text.map(FieldValue.text), for: .title)
    fields.findings.offer(info.first(.writingApp)?.content.text.map(FieldValue.text), for: .software)
    fields.containerDate = info.first(.dateUTC)?.content.nanoseconds.flatMap(date)
  }

  private static let secondsTo2001: Int64 = 978_307_200

  /// The date of nanoseconds since 2001; `nil` for 0.
  private static func date(_ nanoseconds: Int64) -> CaptureDate? {
    guard nanoseconds != 0 else { return nil }
    var (seconds, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if remainder < 0 { (seconds, remainder) = (seconds - 1, remainder + 1_000_000_000) }
    let fraction = UInt32(remainder)
    var (rest, digits) = (fraction, UInt8(9))
    while digits > 0, rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
    return CaptureDate(
      time: CivilTime(seconds: seconds + secondsTo2001), nanoseconds: fraction, fractionDigits: digits,
      offsetMinutes: 0, source: .matroskaDateUTC)
  }

  /// Parses tags (RFC 9559, 5.1.8): Matroska's own, and QuickTime's in videos converted from phones.
  private static func readTags(_ tags: EBMLRegion, into fields: inout HeaderFields) {
    var texts: [String: Bytes] = [:]
    for tag in tags.elements where tag.identifier == .tag {
      for simple in tag.content.elements where simple.identifier == .simpleTag {
        guard let name = simple.content.first(.tagName)?.content.text?.uppercased(), texts[name] == nil,
          let text = simple.content.first(.tagString)?.content.textBytes
        else { continue }
        texts[name] = text
      }
    }
    let apple = "COM.APPLE.QUICKTIME."
    func text(_ names: String...) -> Bytes? { names.lazy.compactMap { texts[$0] }.first }
    // Version 1 of Google's Spherical Video RFC.
    fields.add(text("SPHERICAL-VIDEO").flatMap { SphericalProjection(xml: $0) })
    if let date = text("DATE_RECORDED", apple + "CREATIONDATE").flatMap({ DateText($0) }) {
      fields.containerDate = date.captureDate(.matroskaDateRecorded)
    }
    fields.containerCamera = Camera(
      make: text(apple + "MAKE")?.trimmedText, model: text(apple + "MODEL")?.trimmedText)
    fields.containerLocation = text(apple + "LOCATION.ISO6709", "LOCATION")
      .flatMap { GeoLocation(iso6709: $0) }
  }
}
