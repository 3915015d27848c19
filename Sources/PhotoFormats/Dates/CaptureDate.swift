import PhotoFiles

/// The source of a capture date.
public enum DateSource: UInt8, Sendable, Hashable, CaseIterable {
  case exifDateTimeOriginal, exifDateTimeDigitized
  case xmpDateTimeOriginal, xmpDateCreated, xmpCreateDate
  case exifDateTime
  case pngCreationTime, pngModificationTime
  case quickTimeCreationDate, quickTimeCreateDate
  case matroskaDateRecorded, matroskaDateUTC
  case riffDateTimeOriginal, h264DateTimeOriginal, sigmaTime
  case takeoutPhotoTakenTime
  case fileName, file
  /// A file name with a day and no time.
  case fileNameDay
  /// A file name with milliseconds since 1970-01-01T00:00:00Z.
  case fileNameTimestamp

  /// A Boolean value indicating whether the source is in UTC, and the local time is unknown.
  package var isUniversal: Bool {
    switch self {
    case .quickTimeCreateDate, .matroskaDateUTC, .takeoutPhotoTakenTime, .fileNameTimestamp: true
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate,
      .exifDateTime, .pngCreationTime, .pngModificationTime, .quickTimeCreationDate, .matroskaDateRecorded,
      .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime, .fileName, .file, .fileNameDay:
      false
    }
  }

  /// A Boolean value indicating whether the content of the file states the date, not its name, its times or another file.
  package var isInFile: Bool {
    switch self {
    case .file, .fileName, .fileNameDay, .fileNameTimestamp, .takeoutPhotoTakenTime: false
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate,
      .exifDateTime, .pngCreationTime, .pngModificationTime, .quickTimeCreationDate, .quickTimeCreateDate,
      .matroskaDateRecorded, .matroskaDateUTC, .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime:
      true
    }
  }

  /// A Boolean value indicating whether the source is XMP, in the photo or in a sidecar.
  package var isOfXMP: Bool {
    switch self {
    case .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate: true
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .exifDateTime, .pngCreationTime, .pngModificationTime,
      .quickTimeCreationDate, .quickTimeCreateDate, .matroskaDateRecorded, .matroskaDateUTC,
      .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime, .takeoutPhotoTakenTime, .fileName, .file,
      .fileNameDay, .fileNameTimestamp:
      false
    }
  }

  /// A Boolean value indicating whether a camera writes the date, and editing software preserves it.
  package var isOfCapture: Bool {
    switch self {
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .xmpDateTimeOriginal: true
    case .xmpDateCreated, .xmpCreateDate, .exifDateTime, .pngCreationTime, .pngModificationTime,
      .quickTimeCreationDate, .quickTimeCreateDate, .matroskaDateRecorded, .matroskaDateUTC,
      .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime, .takeoutPhotoTakenTime, .fileName, .file,
      .fileNameDay, .fileNameTimestamp:
      false
    }
  }

  /// The name of the source in records, such as `exif:DateTimeOriginal`.
  public var name: String {
    switch self {
    case .exifDateTimeOriginal: "exif:DateTimeOriginal"
    case .exifDateTimeDigitized: "exif:DateTimeDigitized"
    case .xmpDateTimeOriginal: "xmp:DateTimeOriginal"
    case .xmpDateCreated: "xmp:DateCreated"
    case .xmpCreateDate: "xmp:CreateDate"
    case .exifDateTime: "exif:DateTime"
    case .pngCreationTime: "png:CreationTime"
    case .pngModificationTime: "png:tIME"
    case .quickTimeCreationDate: "quicktime:CreationDate"
    case .quickTimeCreateDate: "quicktime:CreateDate"
    case .matroskaDateRecorded: "matroska:DateRecorded"
    case .matroskaDateUTC: "matroska:DateUTC"
    case .riffDateTimeOriginal: "riff:DateTimeOriginal"
    case .h264DateTimeOriginal: "h264:DateTimeOriginal"
    case .sigmaTime: "x3f:Time"
    case .takeoutPhotoTakenTime: "takeout:photoTakenTime"
    case .fileName, .fileNameDay, .fileNameTimestamp: "filename"
    case .file: "file"
    }
  }
}

/// The time of capture on the local clock, as the file states it, with its offset from UTC if the file states one.
/// `2014-05-25T10:00:00.123+09:00` is ten in the morning in Japan.
public struct CaptureDate: Sendable, Hashable {
  public let time: CivilTime
  /// The nanoseconds within the second, 0 to 999,999,999.
  public let nanoseconds: UInt32
  /// The number of known decimal places of the second, 0 to 9.
  public let fractionDigits: UInt8
  /// The offset from UTC in minutes, east positive, if the file states it.
  public let offsetMinutes: Int16?
  public let source: DateSource

  /// Creates a date, and clamps nanoseconds and digits.
  public init(
    time: CivilTime, nanoseconds: UInt32 = 0, fractionDigits: UInt8 = 0, offsetMinutes: Int16? = nil,
    source: DateSource
  ) {
    self.time = time
    self.nanoseconds = min(nanoseconds, 999_999_999)
    self.fractionDigits = min(fractionDigits, 9)
    self.offsetMinutes = offsetMinutes
    self.source = source
  }

  /// A Boolean value indicating whether the time of day is known; otherwise `time` is midnight.
  public var hasTimeOfDay: Bool { source != .fileNameDay }

  /// Seconds since 1970-01-01T00:00:00Z, if the offset from UTC is known.
  public var unixTime: Double? {
    offsetMinutes.map { Double(time.seconds - Int64($0) * 60) + Double(nanoseconds) / 1e9 }
  }

  /// ISO 8601: `2014-05-25T10:00:00`, followed by the known decimal places and the offset.
  public var iso8601: String { ISO8601.text(of: write) }

  /// Calls `body` with the ASCII text of `iso8601`.
  package func withISO8601(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { ISO8601.with(write, body) }

  /// The offset from UTC, such as `+09:00`; `nil` if it isn't known.
  var offsetText: String? { offsetMinutes == nil ? nil : ISO8601.text(of: writeOffset) }

  private func write(to output: inout ISO8601) {
    output.append(time, nanoseconds, digits: Int(fractionDigits))
    writeOffset(to: &output)
  }

  private func writeOffset(to output: inout ISO8601) {
    guard let offsetMinutes else { return }
    output.append(offsetMinutes < 0 ? "-" : "+", Int(offsetMinutes.magnitude / 60))
    output.append(":", Int(offsetMinutes.magnitude % 60))
  }

  /// The seconds since 1970-01-01T00:00:00Z of dates of the years 1 to 9999 in every time zone.
  package static let unixRange: ClosedRange<Int64> = -62_135_510_400...253_402_214_400

  package static let powersOfTen: [UInt32] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}

/// Formats dates in a buffer of sufficient size, without an allocation.
struct ISO8601 {
  private static let capacity = 40

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  static func text(of write: (inout ISO8601) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      var output = ISO8601(buffer: buffer)
      write(&output)
      return output.count
    }
  }

  static func with(_ write: (inout ISO8601) -> Void, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var output = ISO8601(buffer: buffer)
      write(&output)
      body(UnsafeBufferPointer(rebasing: buffer[..<output.count]))
    }
  }

  mutating func append(_ mark: Unicode.Scalar) {
    guard count < buffer.count else { return }
    buffer[count] = UInt8(ascii: mark)
    count += 1
  }

  mutating func append(_ mark: Unicode.Scalar, _ number: Int) {
    append(mark)
    append(UInt32(clamping: number), digits: 2)
  }

  private mutating func append(_ number: UInt32, digits: Int) {
    guard count + digits <= buffer.count else { return }
    var rest = number
    for place in (count..<count + digits).reversed() {
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  mutating func append(_ time: CivilTime, _ nanoseconds: UInt32 = 0, digits: Int = 0) {
    let parts = time.parts
    append(UInt32(clamping: parts.year), digits: 4)
    append("-", parts.month)
    append("-", parts.day)
    append("T", parts.hour)
    append(":", parts.minute)
    append(":", parts.second)
    guard digits > 0 else { return }
    append(".")
    append(nanoseconds / CaptureDate.powersOfTen[9 - digits], digits: digits)
  }
}

extension CivilTime {
  /// The time without an offset, to the second: `2014-05-25T10:00:00`.
  public var iso8601: String { ISO8601.text { $0.append(self) } }
}

extension FileStatus.Time {
  /// The UTC time, to the second, clamped to the years 1 to 9999.
  public var captureDate: CaptureDate {
    let range = CaptureDate.unixRange
    let clamped = min(max(seconds, range.lowerBound), range.upperBound)
    return CaptureDate(time: CivilTime(seconds: clamped), offsetMinutes: 0, source: .file)
  }

  /// The UTC time, to the second: `2014-05-25T01:00:00Z`.
  public var iso8601: String { captureDate.time.iso8601 + "Z" }
}
