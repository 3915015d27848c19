import PhotoFiles

/// Counts photos by one or two groupings.
///
/// The groups of a photo form a combination with a number. If photos are known to have equal groups, callers can look
/// up the number once.
package struct AssetCounter {
  private let groupings: [AssetQuery.Grouping]
  private var tables: [any GroupTable]
  private var tallies: [[Int]: AssetStatistics.Tally] = [:]

  package init(_ groupings: [AssetQuery.Grouping]) {
    self.groupings = Array(groupings.prefix(2))
    tables = self.groupings.map { Self.table($0.grouping) }
  }

  private static func table(_ grouping: some AssetGrouping) -> any GroupTable { BucketTable(grouping) }

  /// Returns the number of the combination of an asset's groups.
  ///
  /// - Parameter index: The index of the grouping.
  package mutating func combination(of asset: Asset, by index: Int) -> Int {
    tables[index].combination(of: asset)
  }

  /// Adds photos by their combinations, one per grouping.
  package mutating func add(_ combinations: [Int], _ tally: AssetStatistics.Tally) {
    tallies[combinations, default: AssetStatistics.Tally()].add(tally)
  }

  /// Counts an asset. If it doesn't pass, only adds its groups.
  mutating func add(_ asset: Asset, passes: Bool = true) {
    let combinations = tables.indices.map { combination(of: asset, by: $0) }
    if passes { add(combinations, AssetStatistics.Tally(fileSize: asset.fileSize)) }
  }

  /// Counts the assets of a query, ignoring its offset, limit and uniqueness.
  package mutating func add(_ assets: [Asset], shownBy query: AssetQuery) {
    let filter = query.filter
    for asset in assets where query.dates.includes(asset) {
      let passes = filter?.includes(asset) ?? true
      if passes || query.keepsEmptyGroups { add(asset, passes: passes) }
    }
  }

  /// The statistics in the usual order.
  package var statistics: AssetStatistics {
    let axes = tables.map { $0.axis() }
    var parts = [AssetStatistics.Places: AssetStatistics.Tally](minimumCapacity: tallies.count)
    for (combinations, tally) in tallies {
      let places = zip(axes, combinations).map { $0.combinations[$1] }
      guard let rows = places.first else { continue }
      parts[AssetStatistics.Places(rows: rows, columns: places.count > 1 ? places[1] : [])] = tally
    }
    return AssetStatistics(groupings, axes.map(\.axis), parts).ordered(by: .usual)
  }
}

private protocol GroupTable {
  mutating func combination(of asset: Asset) -> Int
  /// Returns the groups in order, and the ascending indices of the groups of each combination.
  func axis() -> (axis: AssetStatistics.Axis, combinations: [[Int]])
}

private struct BucketTable<Grouping: AssetGrouping>: GroupTable {
  private let grouping: Grouping
  /// The buckets in order of occurrence; `nil` is the group without a value.
  private var buckets: [Grouping.Bucket?] = []
  private var numbers: [Grouping.Bucket?: Int] = [:]
  private var combinations: [[Int]] = []
  private var numbersOfCombinations: [[Int]: Int] = [:]

  init(_ grouping: Grouping) { self.grouping = grouping }

  mutating func combination(of asset: Asset) -> Int {
    var members = [number(of: grouping.bucket(for: asset))]
    for bucket in grouping.otherBuckets(for: asset) { members.append(number(of: bucket)) }
    if members.count > 1 { members = Set(members).sorted() }
    if let known = numbersOfCombinations[members] { return known }
    let number = combinations.count
    combinations.append(members)
    numbersOfCombinations[members] = number
    return number
  }

  private mutating func number(of bucket: Grouping.Bucket?) -> Int {
    if let known = numbers[bucket] { return known }
    let number = buckets.count
    buckets.append(bucket)
    numbers[bucket] = number
    return number
  }

  func axis() -> (axis: AssetStatistics.Axis, combinations: [[Int]]) {
    let sorted = buckets.indices.sorted { left, right in
      guard let first = buckets[left] else { return false }
      return buckets[right].map { first < $0 } ?? true
    }
    var places = [Int](repeating: 0, count: sorted.count)
    for (place, number) in sorted.enumerated() { places[number] = place }
    let groups = sorted.enumerated().map { place, number in
      let bucket = buckets[number]
      return AssetStatistics.Group(
        key: bucket.map { grouping.key(of: $0) } ?? grouping.missing.key,
        title: bucket.map { grouping.title(of: $0) } ?? grouping.missing.title,
        kind: bucket == nil ? .none : .value, rank: place)
    }
    return (
      AssetStatistics.Axis(groups: groups, isScale: grouping.isScale),
      combinations.map { $0.count == 1 ? [places[$0[0]]] : $0.map { places[$0] }.sorted() }
    )
  }
}

extension AssetQuery {
  /// Counts the photos of a query by group.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - groupings: One grouping, or two for a table. The query's own grouping and order are relevant only for an
  ///     offset or limit.
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func statistics(
    of library: LibrarySnapshot, by groupings: [Grouping]
  ) async throws -> AssetStatistics {
    var counter = AssetCounter(groupings)
    if isCut {
      var seen = Set<AssetItem.ID>()
      for asset in try await groups(of: library).lazy.flatMap(\.assets)
      where seen.insert(AssetItem(asset: asset).id).inserted {
        counter.add(asset)
      }
      return counter.statistics
    }
    counter.add(try await assets(of: library), shownBy: self)
    return counter.statistics
  }
}
