/// The first assets of a query, found among assets in any order.
///
///     var shown = ShownAssets(query)
///     for asset in assets where shows(asset) { shown.add(asset) }
///     query.groups(of: LibrarySnapshot(inAnyOrder: shown.assets))
///
/// With a limit, it retains at most twice that number of assets. The first assets of two collections together are among
/// the first assets of each, so collections can be filled concurrently and merged.
package struct ShownAssets: Sendable {
  private var all: [Asset] = []
  private var ranking: (any Ranking)?

  /// Creates an empty collection.
  package init(_ query: AssetQuery) {
    guard let count = query.countOfFirst else { return }
    ranking = Self.ranking(query.grouping.grouping, query.sorter, count)
  }

  private static func ranking(
    _ grouping: some AssetGrouping, _ sorter: any AssetSorter, _ count: Int
  ) -> any Ranking {
    BucketRanking(grouping, sorter, count)
  }

  /// Adds an asset that matches the query, unless enough assets precede it.
  package mutating func add(_ asset: Asset) {
    if ranking == nil { all.append(asset) } else { ranking?.add(asset) }
  }

  /// Adds the assets of another collection for the same query.
  package mutating func merge(_ other: ShownAssets) {
    for asset in other.assets { add(asset) }
  }

  /// The assets in any order. With a limit, possibly more than needed.
  package var assets: [Asset] { ranking?.assets ?? all }
}

extension AssetQuery {
  /// The number of assets up to the last one in the result, or `nil` if the groups depend on all assets.
  package var countOfFirst: Int? {
    guard let limit, !needsAllAssets else { return nil }
    let (count, isTooMuch) = offset.addingReportingOverflow(limit)
    return isTooMuch ? nil : count
  }

  /// Whether assets that don't match affect the result: through their album, their content,
  /// their stack, their duplicates, or the groups they leave empty.
  package var needsAllAssets: Bool {
    album != nil || isUnique || keepsEmptyGroups || needsStacks || needsDuplicates
  }
}

/// The first assets of a view.
private protocol Ranking: Sendable {
  mutating func add(_ asset: Asset)
  var assets: [Asset] { get }
}

private struct BucketRanking<Grouping: AssetGrouping>: Ranking {
  private struct Place {
    let bucket: Grouping.Bucket?
    let asset: Asset
  }

  private let grouping: Grouping
  private let sorter: any AssetSorter
  private let runsBackwards: Bool
  private let count: Int
  private var places: [Place] = []
  /// The last place in the result, as far as it is known.
  private var last: Place?
  /// The number of places at which invisible places are removed. Removing them after each insertion would sort each time.
  private let countToCut: Int

  init(_ grouping: Grouping, _ sorter: any AssetSorter, _ count: Int) {
    (self.grouping, self.sorter, self.count) = (grouping, sorter, count)
    runsBackwards = grouping.runsBackwards(in: sorter)
    countToCut = max(16, count <= .max / 2 ? count * 2 : .max)
  }

  var assets: [Asset] {
    places.map(\.asset).uniqued { AssetItem(asset: $0).id }
  }

  mutating func add(_ asset: Asset) {
    add(Place(bucket: grouping.bucket(for: asset), asset: asset))
    for bucket in grouping.otherBuckets(for: asset) { add(Place(bucket: bucket, asset: asset)) }
  }

  private mutating func add(_ place: Place) {
    if let last, !precedes(place, last) { return }
    places.append(place)
    guard places.count >= countToCut else { return }
    places.sort(by: precedes)
    places.removeSubrange(count...)
    last = places.last
  }

  private func precedes(_ left: Place, _ right: Place) -> Bool {
    if left.bucket == right.bucket { return sorter.precedes(left.asset, right.asset) }
    guard let first = left.bucket else { return false }
    guard let second = right.bucket else { return true }
    return (first < second) != runsBackwards
  }
}
