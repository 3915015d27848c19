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

  /// The local time in seconds of the last asset in the result, or of the start of its group: assets that follow in the
  /// order of the query are outside. `nil` if there are too few assets, or if the query isn't in order of date.
  package var lastSecond: Int64? { ranking?.lastSecond }

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

  /// The direction in which to enumerate dates to find the first assets first, or `nil` if the query has another order.
  package var directionOfDates: SortDirection? {
    guard countOfFirst != nil else { return nil }
    let sorted = sorter.dateDirection
    return grouping.grouping is DateGrouping ? sorted ?? .descending : grouping == .all ? sorted : nil
  }

  /// A condition that all assets of the result meet, from `condition` and `dates`; `nil` without them, or if other assets affect
  /// the result.
  package var necessaryCondition: AssetCondition? {
    guard !needsAllAssets else { return nil }
    let range = DateRange(first: dates.since, last: dates.until)
    let isDated = FieldTest(.date, .fits, words: [], values: [.dates(range)])
    let conditions = [condition, dates == DateLimitsFilter() ? nil : .test(isDated)].compactMap(\.self)
    return conditions.isEmpty ? nil : .all(conditions)
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
  var lastSecond: Int64? { get }
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

  var lastSecond: Int64? {
    sorter.dateDirection == nil ? last?.bucket as? Int64 : last?.asset.wallTime?.seconds
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
