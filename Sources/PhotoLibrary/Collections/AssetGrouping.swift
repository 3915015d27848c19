import PhotoFiles
import PhotoFormats

/// Assigns assets to groups.
///
///     struct WeekdayGrouping: AssetGrouping {
///       func bucket(for asset: Asset) -> Int? { asset.wallTime?.weekday }
///       func key(of bucket: Int) -> String { "\(bucket)" }
///       func title(of bucket: Int) -> String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][bucket - 1] }
///     }
public protocol AssetGrouping: Sendable {
  associatedtype Bucket: Hashable & Comparable & Sendable

  /// Returns the group of an asset, or `nil` for the group of assets without a value.
  func bucket(for asset: Asset) -> Bucket?
  /// Returns additional groups of an asset, different from the first.
  func otherBuckets(for asset: Asset) -> [Bucket]
  /// Returns the key that identifies a group, such as `2014-05`.
  func key(of bucket: Bucket) -> String
  /// Returns the heading of a group, such as "May 2014".
  func title(of bucket: Bucket) -> String
  /// The key and heading of the group of assets without a bucket.
  var missing: (key: String, title: String) { get }
  /// Returns the assets of a group in the order of the group; `nil` for the order of the view.
  func order(_ assets: [Asset], of bucket: Bucket) -> [Asset]?
  /// Whether the groups are dates, so that a descending sort by date reverses them.
  var isChronological: Bool { get }
  /// Whether the groups are dates or numbers. Charts then use their order instead of their size.
  var isScale: Bool { get }
}

extension AssetGrouping {
  public var missing: (key: String, title: String) { ("undated", "Undated") }
  public func otherBuckets(for asset: Asset) -> [Bucket] { [] }
  public func order(_ assets: [Asset], of bucket: Bucket) -> [Asset]? { nil }
  public var isChronological: Bool { false }
  public var isScale: Bool { isChronological }

  /// A Boolean value indicating whether the groups of assets in an order are in descending order of their buckets.
  func runsBackwards(in sorter: (any AssetSorter)?) -> Bool {
    isChronological && sorter?.dateDirection != .ascending
  }
}

public struct AllGrouping: AssetGrouping {
  public init() {}
  public func bucket(for asset: Asset) -> Int? { 0 }
  public func key(of bucket: Int) -> String { "all" }
  public func title(of bucket: Int) -> String { "All Photos" }
}

public struct AlbumGrouping: AssetGrouping {
  /// A folder, ordered naturally by path.
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
  public func title(of bucket: String) -> String { PhotoFormat(rawValue: bucket)?.title ?? bucket }
  public var missing: (key: String, title: String) { ("unknown", "Unknown format") }
}
