/// The relevant values of XMP, embedded or in a sidecar (ISO 16684-1, 7).
package struct XMPFields: Sendable, Hashable {
  package init() {}

  package var dateTimeOriginal: DateText?
  package var dateCreated: DateText?
  package var createDate: DateText?
  package var modifyDate: DateText?
  /// Whether `xmpMM:History` or `xmpMM:DerivedFrom` show that a program made the file from another.
  package var hasHistory = false
  package var location: GeoLocation?
  package var orientation: Orientation?
  /// `photoshop:SidecarForExtension`: the extension of the sidecar's photo, without its dot.
  package var sidecarExtension: String?
  /// `xmpNote:HasExtendedXMP`: the identifier of the extended XMP of a JPEG.
  package var extendedPacket: Bytes?
  /// Whether the photo should contain a film, and where.
  package var film: FilmClaim?
  package var findings = MetadataFindings()

  static let sizeLimit = 16 * 1024 * 1024

  /// Parses XMP in UTF-8 or UTF-16, up to the first error; `nil` if it has no relevant properties.
  package init?(packet: Bytes) {
    let names = XMPVocabulary.all
    guard let values = XMPValues(packet.prefixSlice(at: 0, count: Self.sizeLimit), names.outline) else {
      return nil
    }
    dateTimeOriginal = values[names.dateTimeOriginal].flatMap { DateText($0) }
    dateCreated = values[names.dateCreated].flatMap { DateText($0) }
    createDate = values[names.createDate].flatMap { DateText($0) }
    modifyDate = values[names.modifyDate].flatMap { DateText($0) }
    hasHistory = names.history.contains { values[$0] != nil }
    location = GeoLocation(values, names)
    orientation = values.number(names.orientation).flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init)
    sidecarExtension = values.text(names.sidecarExtension)
    extendedPacket = values[names.extendedPacket]
    addDeclared(values, names)
    addJudgements(values, names)
    addPeople(values, names)
    addOrigin(values, names)
    if self == XMPFields() { return nil }
  }

  private mutating func addDeclared(_ values: XMPValues, _ names: XMPVocabulary) {
    for (field, rank, name) in names.declared {
      if field.kind == .list {
        let texts = values.texts(name)
        if !texts.isEmpty { findings.offer(.list(texts), for: field, rank: rank) }
      } else if let value = values.text(name).flatMap({ FieldValue(text: $0, field.kind) }) {
        findings.offer(value, for: field, rank: rank)
      }
    }
    let levels = values.texts(names.hierarchicalSubject).map { $0.replacing("|", with: "/") }
    let tree = levels.isEmpty ? values.texts(names.tagsList) : levels
    if !tree.isEmpty { findings.offer(.list(tree), for: .keywordTree) }
  }

  /// Returns these fields, with missing ones from other XMP of the same photo.
  package func completed(by other: XMPFields?) -> XMPFields {
    guard let other else { return self }
    var fields = self
    fields.dateTimeOriginal = dateTimeOriginal ?? other.dateTimeOriginal
    fields.dateCreated = dateCreated ?? other.dateCreated
    fields.createDate = createDate ?? other.createDate
    fields.modifyDate = modifyDate ?? other.modifyDate
    fields.hasHistory = hasHistory || other.hasHistory
    fields.location = location ?? other.location
    fields.orientation = orientation ?? other.orientation
    fields.sidecarExtension = sidecarExtension ?? other.sidecarExtension
    fields.extendedPacket = extendedPacket ?? other.extendedPacket
    fields.film = film ?? other.film
    fields.findings.merge(other.findings)
    return fields
  }
}

extension GeoLocation {
  init?(_ values: XMPValues, _ names: XMPVocabulary) {
    guard
      let latitude = values.text(names.latitude).flatMap({ Self.degrees($0, positive: "N", negative: "S") }),
      let longitude = values.text(names.longitude).flatMap({ Self.degrees($0, positive: "E", negative: "W") })
    else { return nil }
    let isBelow = values.number(names.altitudeReference) == 1
    self.init(
      latitude: latitude, longitude: longitude,
      altitude: values.number(names.altitude).map { isBelow ? -abs($0) : $0 })
  }

  /// Degrees, minutes and optional seconds, and the hemisphere: "48,51.4932N" or "48,51,29.6N" (XMP part 2, 1.2.7.4).
  /// `nil` if the hemisphere is missing.
  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let hemisphere = text.last?.uppercased().first, hemisphere == positive || hemisphere == negative
    else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var sum = 0.0
    for (part, unit) in zip(parts, [1, 60, 3600.0]) {
      guard let number = FieldValue.number(part.filter { $0 != " " }), number >= 0 else { return nil }
      sum += number / unit
    }
    return hemisphere == negative ? -sum : sum
  }
}
