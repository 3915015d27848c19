extension AssetQuery {
  /// How the photos of a library that the query shows fall into groups.
  ///
  /// - Parameters:
  ///   - library: the library that holds the photos.
  ///   - groupings: one, or two for a table. The query's own grouping and order matter only with an offset or a limit:
  ///     they decide which photos are left.
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
