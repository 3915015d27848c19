import CTransfer
import PhotoFiles

/// Times as servers write them, in seconds.
enum ServerTime {
  /// The length of the longest text that is parsed.
  private static let limit = 64

  /// Parses a date of HTTP (RFC 9110, 5.6.7).
  static func http(_ text: String) -> FileStatus.Time? {
    guard text.utf8.count <= limit else { return nil }
    let seconds = photo_transfer_date(text)
    return seconds >= 0 ? FileStatus.Time(seconds: seconds, nanoseconds: 0) : nil
  }

  /// Returns a date of HTTP.
  static func httpText(_ time: FileStatus.Time) -> String {
    let parts = parts(time.seconds)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (day, month) = (days[Int(parts.tm_wday) % 7], months[Int(parts.tm_mon) % 12])
    let date = "\(day), \(parts.tm_mday.digits(2)) \(month) \((parts.tm_year + 1900).digits(4))"
    return "\(date) \(parts.tm_hour.digits(2)):\(parts.tm_min.digits(2)):\(parts.tm_sec.digits(2)) GMT"
  }

  /// Returns the basic format of ISO 8601: `20240524T010203Z`.
  static func basicText(_ seconds: Int64) -> String {
    let parts = parts(seconds)
    let date = "\((parts.tm_year + 1900).digits(4))\((parts.tm_mon + 1).digits(2))\(parts.tm_mday.digits(2))"
    return "\(date)T\(parts.tm_hour.digits(2))\(parts.tm_min.digits(2))\(parts.tm_sec.digits(2))Z"
  }

  private static func parts(_ seconds: Int64) -> tm {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    return parts
  }
}
