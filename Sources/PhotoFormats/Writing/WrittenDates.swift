/// The dates of a photo to write, by their meaning (Metadata Working Group, Guidelines 2.0, 5.3).
struct WrittenDates: Sendable, Hashable {
  /// When the photo was taken: DateTimeOriginal.
  var original: CaptureDate?
  /// When it was digitized: DateTimeDigitized, `xmp:CreateDate`.
  var digitized: CaptureDate?
  /// When the file was modified: DateTime.
  var modified: CaptureDate?

  /// Creates the dates of a photo with this capture date.
  ///
  /// A modification time and the day in a file's name aren't written: they are no capture dates. The dates that equal the
  /// original date in the photo's Exif are corrected with it, as a camera writes the same date three times.
  init(_ date: CaptureDate?, beside exif: ExifFields?) {
    original = exif?.dateTimeOriginal?.captureDate(.exifDateTimeOriginal)
    digitized = exif?.dateTimeDigitized?.captureDate(.exifDateTimeDigitized)
    modified = exif?.dateTime?.captureDate(.exifDateTime)
    guard let date = date?.withKnownOffset, date.time.hasFourDigitYear, date != original, date != digitized
    else { return }
    let before = (original ?? digitized)?.time
    switch date.source {
    case .file, .fileNameDay, .fileNameTimestamp: return
    case .exifDateTime, .pngModificationTime: modified = date
    case .xmpCreateDate where original == nil: digitized = date
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate,
      .pngCreationTime, .quickTimeCreationDate, .quickTimeCreateDate, .matroskaDateRecorded,
      .matroskaDateUTC, .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime, .takeoutPhotoTakenTime,
      .fileName:
      original = date
      if digitized?.time == before { digitized = date }
      if modified?.time == before, before != nil { modified = date }
    }
  }

  /// The tags of a date: the date, its decimal places, and its offset from UTC.
  typealias Tags = (kind: ExifDirectoryKind, date: UInt16, fraction: UInt16, offset: UInt16)

  static let originalTags: Tags = (
    .exif, ExifTag.dateTimeOriginal, ExifTag.subSecTimeOriginal, ExifTag.offsetTimeOriginal
  )
  static let digitizedTags: Tags = (
    .exif, ExifTag.dateTimeDigitized, ExifTag.subSecTimeDigitized, ExifTag.offsetTimeDigitized
  )
  static let modifiedTags: Tags = (.image, ExifTag.dateTime, ExifTag.subSecTime, ExifTag.offsetTime)

  /// The tags of the dates that differ from others (Exif 2.32, 4.6.5).
  func changes(since old: WrittenDates) -> [ExifChange] {
    let slots = [
      (original, old.original, Self.originalTags), (digitized, old.digitized, Self.digitizedTags),
      (modified, old.modified, Self.modifiedTags),
    ]
    // Dates in another spelling are preserved.
    return slots.flatMap { date, old, tags in date == old ? [] : date.map { Self.changes($0, tags) } ?? [] }
  }

  private static func changes(_ date: CaptureDate, _ tags: Tags) -> [ExifChange] {
    let text = date.time.iso8601.map { $0 == "-" ? ":" : $0 == "T" ? " " : $0 }
    let digits = String(date.nanoseconds + 1_000_000_000).dropFirst().prefix(Int(date.fractionDigits))
    let offset = date.offsetMinutes.flatMap { minutes in
      // An offset has two digits for hours.
      abs(Int(minutes)) < 24 * 60 ? date.offsetText : nil
    }
    return [
      ExifChange(tags.kind, tags.date, .ascii(String(text))),
      ExifChange(.exif, tags.fraction, digits.isEmpty ? nil : .ascii(String(digits))),
      ExifChange(.exif, tags.offset, offset.map { .ascii($0) }),
    ]
  }
}

extension CaptureDate {
  /// The date, in UTC if its source is, and its time wasn't converted.
  fileprivate var withKnownOffset: CaptureDate {
    guard source.isUniversal, offsetMinutes == nil else { return self }
    return CaptureDate(
      time: time, nanoseconds: nanoseconds, fractionDigits: fractionDigits, offsetMinutes: 0, source: source)
  }
}
