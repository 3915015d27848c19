import PhotoCatalog
import PhotoImaging
import PhotoLibrary
import Synchronization

/// Finds the duplicates of views, and remembers the latest groups: a view of some of the same photos doesn't compare them
/// again.
///
///     query.duplicateSearch = DuplicateIndex(cache: .ofUser, catalog: catalog).search
public final class DuplicateIndex: Sendable {
  private struct Entry {
    let assets: Set<Asset>
    let groups: [DuplicateGroup]
  }

  /// The number of remembered searches: before and after a change, with and without a filter.
  private static let entryLimit = 4

  private let finder: DuplicateFinder
  /// The latest search is the last entry.
  private let entries = Mutex<[Entry]>([])

  /// - Parameters:
  ///   - cache: The thumbnails from which pictures are compared.
  ///   - catalog: The cache of pictures; `nil` to compute all pictures.
  public init(cache: ThumbnailCache, catalog: Catalog? = nil) {
    finder = DuplicateFinder(cache: cache, catalog: catalog)
  }

  /// The search for queries. It keeps this index alive.
  public var search: DuplicateSearch {
    DuplicateSearch { [self] assets, onProgress in try await groups(of: assets, onProgress: onProgress) }
  }

  /// Returns the groups of duplicates, with the assets in their current state.
  ///
  /// Photos that can't be compared belong to no group.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func groups(
    of assets: [Asset], onProgress: @escaping @Sendable (String) -> Void
  ) async throws -> [DuplicateGroup] {
    if let known = knownGroups(of: assets) { return known }
    let groups = try await finder.groups(of: assets) { onProgress($0.text) }.groups
    entries.withLock { entries in
      entries.append(Entry(assets: Set(assets), groups: groups))
      if entries.count > Self.entryLimit { entries.removeFirst() }
    }
    return groups
  }

  /// Returns the groups of an earlier search among the same photos and possibly more, without the photos that are
  /// missing now. Returns `nil` without such a search, or if the best photo of several versions is missing: the
  /// others may not be versions of one another.
  private func knownGroups(of assets: [Asset]) -> [DuplicateGroup]? {
    let entries = entries.withLock(\.self)
    guard let entry = entries.last(where: { entry in assets.allSatisfy(entry.assets.contains) }) else {
      return nil
    }
    let current = Dictionary(assets.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    var groups: [DuplicateGroup] = []
    for group in entry.groups {
      let members = group.assets.compactMap { current[$0] }
      guard members.count > 1 else { continue }
      if members[0] != group.assets[0], group.kind == .version { return nil }
      groups.append(
        members[0] == group.assets[0]
          ? DuplicateGroup(group.kind, members, reason: group.reason)
          : DuplicateGroup(group.kind, members, ranking: finder.ranking))
    }
    return groups
  }
}

extension DuplicateFinder.Progress {
  /// For example, `Comparing pictures… 100 of 2000`.
  public var text: String {
    switch self {
    case .comparing(let done, let count): "Comparing files… \(done) of \(count)"
    case .hashing(let done, let count): "Comparing pictures… \(done) of \(count)"
    }
  }
}

extension DuplicateGroup {
  /// Creates a group of photos in any order.
  convenience init(_ kind: Kind, _ assets: [Asset], ranking: DuplicateRanking) {
    let (assets, reason) = ranking.ranked(assets)
    self.init(kind, assets, reason: reason)
  }
}
