import PhotoFormats
import PhotoLibrary

/// The marks to write into a photo: the properties of its XMP, and the tags of its Exif that take precedence over them
/// (Metadata Working Group, Guidelines 2.0, 5).
struct EmbeddedMarks {
  let values: MarkedValues
  let exif: [ExifChange]
  /// The date that the photo should have; `nil` if it remains.
  let date: CaptureDate?
  let place: MarkChange.Place?

  /// - Parameters:
  ///   - date: The corrected date, if it changes.
  ///   - known: The Exif of the photo, as it is read.
  init(
    _ change: MarkChange, _ values: MarkedValues, date: CaptureDate?, in packet: PhotoPacket,
    known: ExifFields?, size: PixelSize?
  ) {
    (self.values, self.date, place) = (values, date, change.place)
    var changes: [ExifChange] = []
    let order = packet.exif?.order ?? .big
    if let date { changes += ExifChange.dates(date, beside: known) }
    switch change.place {
    case .set(let location):
      if known?.location?.isNear(location) != true { changes += location.exifChanges(order) }
    case .removed:
      if known?.location != nil { changes += ExifChange.withoutPlace }
    case nil: break
    }
    if let caption = change.caption, let exif = packet.exif, exif.has(ExifTag.imageDescription, in: .image) {
      let text: String? = if case .set(let text) = caption { text } else { nil }
      changes += ExifChange.caption(text, beside: known)
    }
    // Only Exif that exists takes precedence over XMP.
    guard !changes.isEmpty, packet.canHaveExif else {
      exif = []
      return
    }
    exif = changes + Self.supplements(changes, packet, size)
  }

  /// The tags that Exif requires with these changes: the tags of a new directory, and the version that has offsets from UTC, 2.31.
  private static func supplements(
    _ changes: [ExifChange], _ packet: PhotoPacket, _ size: PixelSize?
  ) -> [ExifChange] {
    let required = packet.requiredTags(for: size)
    if !required.isEmpty { return required }
    let version = packet.exif?.inlineValue(of: ExifTag.exifVersion, in: .exif) ?? []
    let hasOffset = changes.contains {
      $0.kind == .exif && $0.tag == ExifTag.offsetTimeOriginal && $0.value != nil
    }
    guard hasOffset, !version.isEmpty, String(decoding: version, as: UTF8.self) < "0231" else { return [] }
    return [ExifChange.version]
  }

  var isEmpty: Bool { values.steps.isEmpty && exif.isEmpty }

  var changedTags: Set<ExifPlace> { Set(exif.map { ExifPlace($0.kind, $0.tag) }) }

  /// Returns the metadata without what marks change.
  func rest(of metadata: PhotoMetadata) -> PhotoMetadata {
    var rest = metadata
    for field in [MetadataField.rating, .label, .keywords, .keywordTree, .title, .caption, .motionOffset] {
      rest.values[field] = nil
    }
    if date != nil { rest.captureDate = nil }
    if place != nil { rest.location = nil }
    return rest
  }

  /// Verifies that the marks are read back; other blocks of metadata may precede XMP and Exif.
  func check(in metadata: PhotoMetadata) throws(EmbeddingProblem) {
    for step in values.steps {
      switch step.property {
      case .rating: try check(.rating, "a rating", step, in: metadata)
      case .label: try check(.label, "a label", step, in: metadata)
      case .keywords: try check(.keywords, "keywords", step, in: metadata)
      case .title: try check(.title, "a title", step, in: metadata)
      case .caption: try check(.caption, "a caption", step, in: metadata)
      case .latitude, .longitude, .altitude, .altitudeReference, .percentRating, .pickLabel, .colorLabel,
        .darktableLabels, .colorClass, .hierarchy, .tags,
        .dateTimeOriginal, .dateCreated, .createDate,
        .metadataDate, .sidecarExtension:
        break
      }
    }
    if let date {
      let found = metadata.captureDate
      guard found?.time == date.time, found?.nanoseconds == date.nanoseconds,
        found?.offsetMinutes == date.offsetMinutes
      else { throw .precedence("a date") }
    }
    if case .set(let location)? = place, metadata.location?.isNear(location) != true {
      throw .precedence("a position")
    }
    if case .removed? = place, metadata.location != nil { throw .precedence("a position") }
  }

  private func check(
    _ field: MetadataField, _ name: String, _ step: MarkedValues.Step, in metadata: PhotoMetadata
  ) throws(EmbeddingProblem) {
    let found = metadata.values[field]?.number.map { ["\(Int64($0))"] } ?? metadata.values.texts(field)
    if let text = step.after.first, field == .caption,
      FieldValue.text(text).accepted(by: field.declaration, of: metadata.camera) == nil
    {
      throw .deviceCaption
    }
    guard Set(step.after).isSubset(of: found) else { throw .precedence(name) }
  }
}

extension GeoLocation {
  /// Whether both positions are equal after rounding to 1 cm.
  fileprivate func isNear(_ other: GeoLocation) -> Bool {
    guard abs(latitude - other.latitude) < 1e-7, abs(longitude - other.longitude) < 1e-7 else { return false }
    guard let altitude, let height = other.altitude else { return altitude == other.altitude }
    return abs(altitude - height) < 0.011
  }
}
