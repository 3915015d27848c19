/// Writes the Exif block of a picture made of a photo: the photo's Exif with its current metadata.
struct ExifWriter {
  private let metadata: PictureMetadata
  private let dates: WrittenDates
  private let picture: DerivedPicture
  private let original: ExifFields?
  private var copy: ExifCopy

  /// - Parameter original: The photo's own Exif, as it is read and as it is copied.
  init(
    _ metadata: PictureMetadata, _ dates: WrittenDates, of picture: DerivedPicture,
    original: PhotoExif?
  ) {
    self.metadata = metadata
    self.dates = dates
    self.picture = picture
    self.original = original?.fields
    copy = original?.copy ?? ExifCopy(image: nil, exif: nil, gps: nil, order: .big)
  }

  /// The maximum size of a string in bytes, so that strings don't displace other values. XMP contains longer ones.
  private static let longestText = 16 * 1024

  /// The block, from the TIFF header on. If it exceeded a JPEG segment, it lacks the maker note, and strings if needed.
  var block: [UInt8] {
    var writer = self
    writer.takeTexts()
    writer.takeDates()
    writer.takePosition()
    writer.takeExposure()
    writer.takePicture()
    if let block = ExifLayout.block(writer.copy) { return block }
    writer.copy.removeNote()
    if let block = ExifLayout.block(writer.copy) { return block }
    writer.copy.image = writer.copy.image.filter { $0.value.bytes.count <= 1024 }
    writer.copy.exif = writer.copy.exif.filter { $0.value.bytes.count <= 1024 }
    writer.copy.gps = writer.copy.gps.filter { $0.value.bytes.count <= 1024 }
    if let block = ExifLayout.block(writer.copy) { return block }
    // Thousands of tags, of which no camera wrote any.
    return original == nil ? [] : ExifWriter(metadata, dates, of: picture, original: nil).block
  }

  private var order: ByteOrder { copy.order }

  // MARK: Values

  private mutating func takeTexts() {
    let values = metadata.values
    set(ExifTag.imageDescription, values.texts(.caption).first)
    set(ExifTag.copyright, values.texts(.copyright).first)
    let creators = values.texts(.creators)
    set(ExifTag.artist, creators.isEmpty ? nil : JoinedTexts.joined(creators))
    set(ExifTag.make, metadata.camera?.make)
    set(ExifTag.model, metadata.camera?.model)
    set(ExifTag.software, values.texts(.software).first)
    // Makers store it in the maker note, which few programs read.
    if copy.exif[ExifTag.lensModel] == nil, let lens = values.texts(.lens).first {
      copy.exif[ExifTag.lensModel] = Self.ascii(lens)
    }
    // A comment that was the caption is replaced with it.
    if let comment = copy.exif[ExifTag.userComment].flatMap({ UserComment.text($0.read(order)) }),
      original?.findings[.caption] == .text(comment), values.texts(.caption).first != comment
    {
      copy.exif[ExifTag.userComment] = nil
    }
  }

  /// Sets a string of IFD0, or removes it. Preserves a string that reads the same.
  private mutating func set(_ tag: UInt16, _ text: String?) {
    if let known = copy.image[tag], let text, known.read(order).text == text { return }
    copy.image[tag] = text.flatMap(Self.ascii)
  }

  private static func ascii(_ text: String) -> TIFFValue? {
    text.utf8.count <= longestText ? .ascii(text) : nil
  }

  private mutating func takeDates() {
    // A camera without a clock writes zeros or blanks.
    if original?.dateTimeOriginal == nil { copy.exif[ExifTag.dateTimeOriginal] = nil }
    if original?.dateTimeDigitized == nil { copy.exif[ExifTag.dateTimeDigitized] = nil }
    if original?.dateTime == nil { copy.image[ExifTag.dateTime] = nil }
    // Dates may have been read from another directory than the one that is copied.
    var known = WrittenDates(nil, beside: original)
    if copy.exif[ExifTag.dateTimeOriginal] == nil { known.original = nil }
    if copy.exif[ExifTag.dateTimeDigitized] == nil { known.digitized = nil }
    if copy.image[ExifTag.dateTime] == nil { known.modified = nil }
    copy.take(dates.changes(since: known))
  }

  private mutating func takePosition() {
    let location = metadata.location
    if let location, original?.location?.isSamePlace(as: location) == true,
      copy.gps[ExifTag.gpsLatitude] != nil, copy.gps[ExifTag.gpsLongitude] != nil
    {
      copy.gps[ExifTag.gpsVersionID] = copy.gps[ExifTag.gpsVersionID] ?? .byte(2, 3, 0, 0)
      return
    }
    // Direction and speed describe the photo; other tags describe how another position was measured.
    let isMoving = metadata.values[.direction] != nil || metadata.values[.speed] != nil
    copy.gps = copy.gps.filter { isMoving && Self.movementTags.contains($0.key) }
    if let location { copy.take(location.exifChanges(order)) }
  }

  private static let movementTags: Set<UInt16> = [
    ExifTag.gpsSpeedRef, ExifTag.gpsSpeed, ExifTag.gpsImgDirectionRef, ExifTag.gpsImgDirection,
  ]

  /// Adds numbers that are in a maker note or in another part of the photo.
  private mutating func takeExposure() {
    let order = order
    func rational(_ number: Double) -> TIFFValue? { .rational(number, order) }
    func short(_ number: Double) -> TIFFValue? { UInt16(exactly: number.rounded()).map { .short($0, order) } }
    // The first tag is written, unless another one has the same number in another form.
    let fields: [(MetadataField, tags: [UInt16], (Double) -> TIFFValue?)] = [
      (.exposureTime, [0x829A, 0x9201], rational), (.aperture, [0x829D, 0x9202], rational),
      (.iso, [0x8827, 0x8832, 0x8831], short), (.exposureBias, [0x9204], { .signedRational($0, order) }),
      (.focalLength, [0x920A], rational), (.focalLength35mm, [0xA405], short),
    ]
    for (field, tags, value) in fields {
      let isRead = original?.findings[field] == metadata.values[field]
      guard copy.exif[tags[0]] == nil, let number = metadata.values[field]?.number,
        !isRead || tags.allSatisfy({ copy.exif[$0] == nil })
      else { continue }
      copy.exif[tags[0]] = value(number)
    }
  }

  /// Describes the stored picture. Preserves resolution and a later version.
  private mutating func takePicture() {
    let version = copy.exif[ExifTag.exifVersion].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let kept: Set = [ExifTag.xResolution, ExifTag.yResolution, ExifTag.resolutionUnit]
    copy.take(
      ExifChange.required(size: picture.size, isSRGB: picture.isSRGB, order).filter { change in
        // Offsets of dates are part of 2.31.
        if change.tag == ExifTag.exifVersion { return version < "0231" }
        return !kept.contains(change.tag) || copy.image[change.tag] == nil
      })
    copy.image[ExifTag.orientation] = .short(1, order)
  }
}
