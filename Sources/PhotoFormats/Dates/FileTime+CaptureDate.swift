import PhotoFiles

extension FileStatus.Time {
  /// The moment as a date in UTC, to the second; moments outside the years 1 to 9999 become the first or last of them.
  public var captureDate: CaptureDate {
    let range = CaptureDate.unixRange
    let clamped = min(max(seconds, range.lowerBound), range.upperBound)
    return CaptureDate(time: CivilTime(seconds: clamped), offsetMinutes: 0, source: .file)
  }

  /// ISO 8601 in UTC, to the second: `2014-05-25T01:00:00Z`.
  public var iso8601: String { captureDate.time.iso8601 + "Z" }
}
