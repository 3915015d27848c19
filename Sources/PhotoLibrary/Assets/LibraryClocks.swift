import PhotoFiles
import PhotoFormats

/// The clocks by which a library dates what carries universal time only.
public struct LibraryClocks: Sendable {
  /// The clock for files' modification times.
  public var files: WallClock
  /// The clock on which universal times are grouped: those of videos, and of photos that Google Photos alone dates.
  public var videos: WallClock

  /// The machine's clock for files and, unless another is given, for videos.
  public init(files: WallClock = .machine, videos: WallClock? = nil) {
    self.files = files
    self.videos = videos ?? files
  }

  /// The date of a file by its modification time; `nil` at 1970-01-01T00:00:00Z, which says that no time was
  /// kept, and outside the years 1 to 9999.
  func fileDate(_ modified: FileStatus.Time) -> CaptureDate? {
    guard modified.seconds != 0, CaptureDate.unixRange.contains(modified.seconds) else { return nil }
    let offset = files.offsetMinutes(at: modified.seconds)
    return CaptureDate(
      time: CivilTime(seconds: modified.seconds + Int64(offset) * 60), offsetMinutes: offset, source: .file)
  }

  /// The wall-clock time by which a date is grouped.
  func wallTime(of date: CaptureDate) -> CivilTime {
    date.source.isUniversal ? videos.time(at: date.time.seconds) : date.time
  }
}
