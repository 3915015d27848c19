import PhotoFiles
import PhotoFormats

/// Puts assets into groups: by month, by album, or by a rule of one's own.
///
///     struct WeekdayGrouping: AssetGrouping {
///       func bucket(for asset: Asset) -> Int? { asset.wallTime?.weekday }
///       func key(of bucket: Int) -> String { "\(bucket)" }
///       func title(of bucket: Int) -> String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][bucket - 1] }
///     }
public protocol AssetGrouping: Sendable {
  /// What tells one group from another, in the order of the groups.
  associatedtype Bucket: Hashable & Comparable & Sendable

  /// The group of an asset; `nil` puts it into the group of those that have none.
  func bucket(for asset: Asset) -> Bucket?
  /// Further groups in which an asset stands too, each another than the first.
  func otherBuckets(for asset: Asset) -> [Bucket]
  /// The key by which a person or program names a group, such as `2014-05`.
  func key(of bucket: Bucket) -> String
  /// The heading of a group, such as "May 2014".
  func title(of bucket: Bucket) -> String
  /// Key and heading of the group of assets that have no bucket.
  var missing: (key: String, title: String) { get }
  /// True if groups follow each other in time, so that they turn round with the order of dates.
  var isChronological: Bool { get }
}

extension AssetGrouping {
  /// `undated`, "Undated".
  public var missing: (key: String, title: String) { ("undated", "Undated") }
  /// An asset stands in one group unless the rule says otherwise.
  public func otherBuckets(for asset: Asset) -> [Bucket] { [] }
  /// Groups are not chronological unless they say so.
  public var isChronological: Bool { false }
}

/// One group of all assets.
public struct AllGrouping: AssetGrouping {
  /// The grouping.
  public init() {}
  public func bucket(for asset: Asset) -> Int? { 0 }
  public func key(of bucket: Int) -> String { "all" }
  public func title(of bucket: Int) -> String { "All Photos" }
}

/// Groups by a period of the wall clock.
public struct DateGrouping: AssetGrouping {
  /// The length of the period.
  public enum Period: String, Sendable, CaseIterable {
    case year, month
    /// Monday to Sunday (ISO 8601).
    case week
    case day, hour
  }

  /// The length of the period.
  public let period: Period

  /// Groups by a period.
  public init(_ period: Period) { self.period = period }

  public var isChronological: Bool { true }

  /// The wall-clock seconds at which the period of the asset begins.
  public func bucket(for asset: Asset) -> Int64? {
    guard let time = asset.wallTime else { return nil }
    switch period {
    case .hour: return time.seconds - time.secondOfHour
    case .day: return time.dayNumber * 86_400
    case .week: return (time.dayNumber - Int64(time.weekday - 1)) * 86_400
    case .month: return (time.dayNumber - Int64(time.parts.day - 1)) * 86_400
    case .year: return CivilTime(year: time.parts.year, month: 1, day: 1)?.seconds ?? 0
    }
  }

  /// `2014`, `2014-05`, `2014-W21`, `2014-05-25` or `2014-05-25T10`.
  public func key(of bucket: Int64) -> String {
    let time = CivilTime(seconds: bucket)
    let text = time.iso8601
    switch period {
    case .year: return String(text.prefix(4))
    case .month: return String(text.prefix(7))
    case .day: return String(text.prefix(10))
    case .hour: return String(text.prefix(13))
    case .week:
      let (year, week) = time.isoWeek
      return "\(Self.padded(year, 4))-W\(Self.padded(week, 2))"
    }
  }

  /// "2014", "May 2014", "19–25 May 2014", "Sunday, 25 May 2014" or "Sunday, 25 May 2014, 10:00".
  public func title(of bucket: Int64) -> String {
    let time = CivilTime(seconds: bucket)
    let parts = time.parts
    switch period {
    case .year: return "\(parts.year)"
    case .month: return "\(EnglishNames.months[parts.month - 1]) \(parts.year)"
    case .week: return weekTitle(time)
    case .day: return dayTitle(time)
    case .hour: return "\(dayTitle(time)), \(Self.padded(parts.hour, 2)):00"
    }
  }

  private func dayTitle(_ time: CivilTime) -> String {
    let parts = time.parts
    return "\(EnglishNames.weekdays[time.weekday - 1]), \(dayMonthYear(parts))"
  }

  private func weekTitle(_ monday: CivilTime) -> String {
    let first = monday.parts
    let last = CivilTime(seconds: monday.seconds + 6 * 86_400).parts
    if first.year != last.year { return "\(dayMonthYear(first)) – \(dayMonthYear(last))" }
    if first.month != last.month {
      return "\(first.day) \(EnglishNames.months[first.month - 1]) – \(dayMonthYear(last))"
    }
    return "\(first.day)–\(dayMonthYear(last))"
  }

  private func dayMonthYear(_ parts: CivilTime.Parts) -> String {
    "\(parts.day) \(EnglishNames.months[parts.month - 1]) \(parts.year)"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

extension CivilTime {
  fileprivate var secondOfHour: Int64 {
    let remainder = seconds % 3600
    return remainder < 0 ? remainder + 3600 : remainder
  }
}

/// The English names of months and days.
package enum EnglishNames {
  /// January first.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  /// Monday first, as in ISO 8601.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}

/// Groups by the folder that holds the file.
public struct AlbumGrouping: AssetGrouping {
  /// A folder in natural order of its path.
  public struct Bucket: Hashable, Comparable, Sendable {
    let folder: Folder

    public static func < (left: Bucket, right: Bucket) -> Bool {
      FileName.naturalOrder(left.folder.bytes, right.folder.bytes) < 0
    }
  }

  /// The grouping.
  public init() {}
  public func bucket(for asset: Asset) -> Bucket? { Bucket(folder: asset.folder) }
  /// The folder's name.
  public func key(of bucket: Bucket) -> String { bucket.folder.name }
  /// The folder's name.
  public func title(of bucket: Bucket) -> String { bucket.folder.name }
}

/// Groups by the camera.
public struct CameraGrouping: AssetGrouping {
  /// The grouping.
  public init() {}
  public func bucket(for asset: Asset) -> String? { asset.cameraName }
  /// Make and model.
  public func key(of bucket: String) -> String { bucket }
  /// Make and model.
  public func title(of bucket: String) -> String { bucket }
  public var missing: (key: String, title: String) { ("unknown", "Unknown camera") }
}

/// Groups by the format.
public struct FormatGrouping: AssetGrouping {
  /// The grouping.
  public init() {}
  public func bucket(for asset: Asset) -> String? { asset.format == .unknown ? nil : asset.format.rawValue }
  /// The format, `jpeg`.
  public func key(of bucket: String) -> String { bucket }
  /// The format in capitals, "JPEG", or "WebP".
  public func title(of bucket: String) -> String {
    PhotoFormat(rawValue: bucket)?.title ?? bucket
  }
  public var missing: (key: String, title: String) { ("unknown", "Unknown format") }
}
