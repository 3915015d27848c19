import PhotoFormats

public struct AssetGroup: Sendable, Hashable {
  /// The key by which a person or program names the group, such as `2014-05`.
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
/// Filter, sorter, `sortsInsideGroups` and `keepsEmptyGroups` can be changed at any time; the groups are then made once, on the
/// next read. The grouping is the collection's own and stays.
public struct AssetCollection: Sendable {
  private let assets: [Asset]
  /// The album of the assets, as it was when the collection was made; `nil` for a collection of any assets.
  public private(set) var album: Album?
  public let grouping: any AssetGrouping
  private var made: [AssetGroup]?
  private var places: [Asset: ItemIndexPath]?

  /// Which assets belong; `nil` lets all pass.
  public var filter: (any AssetFilter)? { didSet { forget() } }
  /// The order of the assets in their groups; `nil` keeps the order in which they were given.
  public var sorter: (any AssetSorter)? { didSet { forget() } }
  /// True to put the assets of each group in the order of the sorter. False to leave them as they were given: the sorter
  /// then only decides which way groups of periods run, newest or oldest first.
  public var sortsInsideGroups: Bool { didSet { forget() } }
  /// True to keep groups from which the filter lets nothing pass.
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

  /// A collection of the assets of an album, which it keeps.
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
      // Of a type that is known here, the compiler makes code of its own: most ask for months, of all their photos.
      let groups = (grouping as? DateGrouping).map { makeGroups($0) } ?? makeGroups(grouping)
      made = groups
      return groups
    }
  }

  /// The number of assets in all groups; one that stands in several counts in each.
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

  /// The first place of an asset; `nil` if it is not in the collection.
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
    if grouping.isChronological, sorter?.dateDirection != .ascending { buckets.reverse() }
    var groups = [AssetGroup]()
    groups.reserveCapacity(buckets.count + 1)
    for bucket in buckets {
      let assets = sorted(members.removeValue(forKey: bucket) ?? [])
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
