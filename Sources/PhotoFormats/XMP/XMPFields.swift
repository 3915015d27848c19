/// What photopick reads from XMP: a packet, or the file of a sidecar (ISO 16684-1, 7).
package struct XMPFields: Sendable, Hashable {
  package init() {}

  /// `exif:DateTimeOriginal`.
  package var dateTimeOriginal: DateText?
  /// `photoshop:DateCreated`.
  package var dateCreated: DateText?
  /// `xmp:CreateDate`.
  package var createDate: DateText?
  /// `xmp:ModifyDate`.
  package var modifyDate: DateText?
  /// True if `xmpMM:History` or `xmpMM:DerivedFrom` say that a program made the file from another.
  package var hasHistory = false
  /// `exif:GPSLatitude`, `GPSLongitude`, `GPSAltitude`.
  package var location: GeoLocation?
  /// `tiff:Orientation`.
  package var orientation: Orientation?
  /// `photoshop:SidecarForExtension`: the extension of the file that a sidecar belongs to, without its point.
  package var sidecarExtension: String?
  /// `xmpNote:HasExtendedXMP`: what names the other packet of a JPEG that belongs to this one.
  package var extendedPacket: Bytes?
  /// Where the film of a motion photo stands.
  package var film: EmbeddedFilm?
  /// The values of the declared fields.
  package var findings = MetadataFindings()
}

extension XMPFields {
  /// How much of a packet is read at most, in bytes.
  static let sizeLimit = 16 * 1024 * 1024

  /// Reads a packet, or all bytes of a sidecar, in UTF-8 or UTF-16; `nil` if it says nothing that photopick reads.
  ///
  /// Of a broken packet, what stands before the error is read.
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
    if let label = values.colour(names.colorLabel, of: Self.colorLabels)
      ?? values.colour(names.colorClass, of: Self.colorClasses)
    {
      findings.offer(.text(label), for: .label)
    }
  }

  /// The colours of `digiKam:ColorLabel` from 1 on; 0 is none.
  private static let colorLabels = [
    "Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White",
  ]
  /// The colours of `photomechanic:ColorClass` from 1 on, as Photo Mechanic has them at first; 0 is none.
  private static let colorClasses = ["Magenta", "Red", "Orange", "Yellow", "Green", "Cyan", "Blue", "Gray"]

  /// These fields, completed by those of another packet of the same photo.
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

extension XMPValues {
  /// The colour whose number, from 1 on, a name holds.
  fileprivate func colour(_ name: XMPName, of colours: [String]) -> String? {
    guard let number = number(name).flatMap({ Int(exactly: $0) }), (1...colours.count).contains(number) else {
      return nil
    }
    return colours[number - 1]
  }
}

extension GeoLocation {
  /// The place that a packet tells.
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

  /// Degrees, minutes and perhaps seconds with commas between, and the hemisphere: "48,51.4932N" or "48,51,29.6N"
  /// (XMP part 2, 1.2.7.4). `nil` without a hemisphere, since the place could as well be on the other side of the Earth.
  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let hemisphere = text.last?.uppercased().first, hemisphere == positive || hemisphere == negative
    else {
      return nil
    }
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
