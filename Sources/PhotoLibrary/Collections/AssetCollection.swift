import PhotoFormats

public struct AssetGroup: Sendable, Hashable {
  /// The key of the group, such as `2014-05`.
  public let key: String
  /// The heading, such as "May 2014".
  public let title: String
  public let assets: [Asset]

  public init(key: String, title: String, assets: [Asset]) {
    self.key = key
    self.title = title
    self.assets = assets
  }
}

/// Assets grouped, filtered and sorted.
///
///     var collection = AssetCollection(assets, grouping: DateGrouping(.month))
///     collection.filter = KindFilter(including: [.format(.jpeg)])
///     collection.groups.first?.title   // "May 2014"
///
/// All properties except the grouping can be changed at any time. The next access computes the groups once.
public struct AssetCollection: Sendable {
  private let assets: [Asset]
  public private(set) var album: Album?
  public let grouping: any AssetGrouping
  private var made: [AssetGroup]?
  private var places: [Asset: ItemIndexPath]?

  public var filter: (any AssetFilter)? { didSet { forget() } }
  public var sorter: (any AssetSorter)? { didSet { forget() } }
  /// Whether to sort the assets within groups. Otherwise they retain their original order, and the sorter only
  /// determines whether groups of dates ascend or descend.
  public var sortsInsideGroups: Bool { didSet { forget() } }
  /// Whether to retain groups whose assets are all filtered out.
  public var keepsEmptyGroups: Bool { didSet { forget() } }

  public init(
    _ assets: [Asset], grouping: any AssetGrouping = DateGrouping(.month), filter: (any AssetFilter)? = nil,
    sorter: (any AssetSorter)? = DateSorter(), sortsInsideGroups: Bool = true, keepsEmptyGroups: Bool = false
  ) {
    self.assets = assets
    self.grouping = grouping
    self.filter = filter
    self.sorter = sorter
    self.sortsInsideGroups = sortsInsideGroups
    self.keepsEmptyGroups = keepsEmptyGroups
  }

  /// Creates a collection of an album's assets and retains the album.
  ///
  ///     let collection = AssetCollection(album, filter: KindFilter(including: [.video]))
  ///     collection.album?.name   // "Holidays"
  public init(
    _ album: Album, grouping: any AssetGrouping = DateGrouping(.month), filter: (any AssetFilter)? = nil,
    sorter: (any AssetSorter)? = DateSorter(), sortsInsideGroups: Bool = true, keepsEmptyGroups: Bool = false
  ) {
    self.init(
      album.assets, grouping: grouping, filter: filter, sorter: sorter, sortsInsideGroups: sortsInsideGroups,
      keepsEmptyGroups: keepsEmptyGroups)
    self.album = album
  }

  private mutating func forget() {
    made = nil
    places = nil
  }

  public var groups: [AssetGroup] {
    mutating get {
      if let made { return made }
      // The concrete type lets the compiler specialize the most frequent case.
      let groups = (grouping as? DateGrouping).map { makeGroups($0) } ?? makeGroups(grouping)
      made = groups
      return groups
    }
  }

  /// The total number of assets. An asset in several groups counts several times.
  public var count: Int {
    mutating get { groups.reduce(0) { $0 + $1.assets.count } }
  }

  public subscript(path: ItemIndexPath) -> Asset? {
    mutating get {
      guard groups.indices.contains(path.section) else { return nil }
      let assets = groups[path.section].assets
      return assets.indices.contains(path.item) ? assets[path.item] : nil
    }
  }

  /// Returns the first index path of an asset.
  public mutating func indexPath(of asset: Asset) -> ItemIndexPath? {
    if places == nil {
      var known: [Asset: ItemIndexPath] = [:]
      for (section, group) in groups.enumerated() {
        for (item, asset) in group.assets.enumerated() {
          if known[asset] == nil { known[asset] = ItemIndexPath(section: section, item: item) }
        }
      }
      places = known
    }
    return places?[asset]
  }

  public var lastIndexPath: ItemIndexPath? {
    mutating get {
      guard let section = groups.lastIndex(where: { !$0.assets.isEmpty }) else { return nil }
      return ItemIndexPath(section: section, item: groups[section].assets.count - 1)
    }
  }

  private func makeGroups<Grouping: AssetGrouping>(_ grouping: Grouping) -> [AssetGroup] {
    var members: [Grouping.Bucket?: [Asset]] = [:]
    for asset in assets {
      let passes = filter?.includes(asset) ?? true
      guard passes || keepsEmptyGroups else { continue }
      func put(into bucket: Grouping.Bucket?) {
        if passes { members[bucket, default: []].append(asset) } else { members[bucket, default: []] += [] }
      }
      put(into: grouping.bucket(for: asset))
      for bucket in grouping.otherBuckets(for: asset) { put(into: bucket) }
    }
    var buckets = members.keys.compactMap { $0 }.sorted()
    if grouping.runsBackwards(in: sorter) { buckets.reverse() }
    var groups = [AssetGroup]()
    groups.reserveCapacity(buckets.count + 1)
    for bucket in buckets {
      let unsorted = members.removeValue(forKey: bucket) ?? []
      let assets = grouping.order(unsorted, of: bucket) ?? sorted(unsorted)
      groups.append(
        AssetGroup(key: grouping.key(of: bucket), title: grouping.title(of: bucket), assets: assets))
    }
    if let rest = members.removeValue(forKey: nil) {
      groups.append(
        AssetGroup(key: grouping.missing.key, title: grouping.missing.title, assets: sorted(rest)))
    }
    return groups
  }

  private func sorted(_ assets: [Asset]) -> [Asset] {
    sortsInsideGroups ? sorter?.sorted(assets) ?? assets : assets
  }
}
