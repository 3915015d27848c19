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
  /// True if the order of the groups says more than their sizes, as that of dates and numbers does: charts keep it.
  var isScale: Bool { get }
}

extension AssetGrouping {
  public var missing: (key: String, title: String) { ("undated", "Undated") }
  public func otherBuckets(for asset: Asset) -> [Bucket] { [] }
  public var isChronological: Bool { false }
  public var isScale: Bool { isChronological }
}

public struct AllGrouping: AssetGrouping {
  public init() {}
  public func bucket(for asset: Asset) -> Int? { 0 }
  public func key(of bucket: Int) -> String { "all" }
  public func title(of bucket: Int) -> String { "All Photos" }
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

  public init() {}
  public func bucket(for asset: Asset) -> Bucket? { Bucket(folder: asset.folder) }
  public func key(of bucket: Bucket) -> String { bucket.folder.name }
  public func title(of bucket: Bucket) -> String { bucket.folder.name }
}

public struct CameraGrouping: AssetGrouping {
  public init() {}
  public func bucket(for asset: Asset) -> String? { asset.cameraName }
  public func key(of bucket: String) -> String { bucket }
  public func title(of bucket: String) -> String { bucket }
  public var missing: (key: String, title: String) { ("unknown", "Unknown camera") }
}

public struct FormatGrouping: AssetGrouping {
  public init() {}
  public func bucket(for asset: Asset) -> String? { asset.format == .unknown ? nil : asset.format.rawValue }
  public func key(of bucket: String) -> String { bucket }
  /// The format in capitals, "JPEG", or "WebP".
  public func title(of bucket: String) -> String {
    PhotoFormat(rawValue: bucket)?.title ?? bucket
  }
  public var missing: (key: String, title: String) { ("unknown", "Unknown format") }
}
