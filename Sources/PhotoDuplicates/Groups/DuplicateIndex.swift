import PhotoCatalog
import PhotoImaging
import PhotoLibrary
import Synchronization
import SystemPackage

/// Finds the duplicates of views, and remembers the latest comparisons: a view of some of the same photos doesn't compare
/// them again. Groups and their best photos follow from the current metadata.
///
///     query.duplicateSearch = DuplicateIndex(cache: .ofUser, catalog: catalog).search
public final class DuplicateIndex: Sendable {
  private struct Entry {
    let assets: Set<Asset>
    let relations: DuplicateRelations
  }

  /// The number of remembered searches: before and after a change, with and without a filter.
  private static let entryLimit = 4

  private let finder: DuplicateFinder
  private let roots: [FilePath]
  /// The latest search is the last entry.
  private let entries = Mutex<[Entry]>([])

  /// - Parameters:
  ///   - cache: The thumbnails from which pictures are compared.
  ///   - catalog: The cache of pictures; `nil` to compute all pictures.
  ///   - roots: Folders and photos, in the order in which the user named them.
  public init(cache: ThumbnailCache, catalog: Catalog? = nil, roots: [FilePath] = []) {
    finder = DuplicateFinder(cache: cache, catalog: catalog)
    self.roots = roots
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
    var finder = finder
    finder.ranking = DuplicateRanking(roots: roots)
    if let known = knownRelations(among: assets, finder.ranking) {
      return known.groups(finder.kinds, by: finder.ranking)
    }
    let relations = try await finder.relations(among: assets) { onProgress($0.text) }.relations
    entries.withLock { entries in
      entries.append(Entry(assets: Set(assets), relations: relations))
      if entries.count > Self.entryLimit { entries.removeFirst() }
    }
    return relations.groups(finder.kinds, by: finder.ranking)
  }

  /// Returns the relations from an earlier search among the same photos and possibly more. Returns `nil` without such a
  /// search, or if metadata by which photos are compared has changed, such as dates.
  private func knownRelations(
    among assets: [Asset], _ ranking: DuplicateRanking
  ) -> DuplicateRelations? {
    let entries = entries.withLock(\.self)
    let entry = entries.last { entry in
      assets.allSatisfy { asset in
        entry.assets.firstIndex(of: asset).map { asset.isComparedLike(entry.assets[$0]) } ?? false
      }
    }
    return entry?.relations.updated(to: assets, by: ranking)
  }
}

extension DuplicateFinder.Progress {
  /// For example, `Comparing pictures… 100 of 2000`.
  public var text: String {
    switch self {
    case .comparing(let done, let count): "Comparing files… \(done) of \(count)"
    case .hashing(let done, let count): "Comparing pictures… \(done) of \(count)"
    case .verifying(let done, let count): "Comparing versions… \(done) of \(count)"
    }
  }
}
