import PhotoFiles

/// Groups by duplicates: copies, versions, then edits, each in the order of the paths of the best photos. The best photo is
/// the first of its group. A photo with copies and versions is in both groups. A query finds the duplicates; see
/// ``DuplicateSearch``.
public struct DuplicateGrouping: AssetGrouping {
  /// A group of duplicates, identified by its kind and best photo.
  public struct Bucket: Hashable, Comparable, Sendable {
    let group: DuplicateGroup

    public static func == (left: Bucket, right: Bucket) -> Bool {
      left.group === right.group || left.group.kind == right.group.kind && left.best == right.best
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(best) }

    public static func < (left: Bucket, right: Bucket) -> Bool {
      let kinds = DuplicateGroup.Kind.allCases
      guard left.group.kind == right.group.kind else {
        return kinds.first { $0 == left.group.kind || $0 == right.group.kind } == left.group.kind
      }
      guard let first = left.best, let second = right.best else { return false }
      return AssetOrder.pathPrecedes(first, second)
    }

    fileprivate var best: Asset? { group.assets.first }
  }

  public init() {}
  public func bucket(for asset: Asset) -> Bucket? { asset.duplicates.map { Bucket(group: $0) } }

  public func otherBuckets(for asset: Asset) -> [Bucket] {
    (asset.duplicates?.others ?? []).filter { $0.assets.contains(asset) }.map { Bucket(group: $0) }
  }

  /// The kind, and a checksum of the path of the best photo.
  public func key(of bucket: Bucket) -> String {
    "\(bucket.group.kind)-\(String(Checksum.of(bucket.best?.pathBytes ?? []), radix: 16))"
  }

  public func title(of bucket: Bucket) -> String { bucket.group.title }
  public var missing: (key: String, title: String) { ("none", "No duplicates") }

  /// Returns the assets with the best first, each as a member of this group.
  public func order(_ assets: [Asset], of bucket: Bucket) -> [Asset]? {
    let places = Dictionary(
      bucket.group.assets.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return assets.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
      .map { $0.in(duplicates: bucket.group) }
  }
}
