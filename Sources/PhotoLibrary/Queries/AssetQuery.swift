import PhotoFiles
import PhotoFormats
import SystemPackage

/// A request for assets: which ones, in which groups and order, and which part of them.
///
/// It is answered in memory by ``groups(of:)``, and by the catalog in SQL, with equal results:
///
/// ```swift
/// var query = AssetQuery()
/// query.kinds = KindFilter(including: [.jpeg])
/// query.grouping = .day
/// query.limit = 100
/// let groups = try await query.groups(of: library.snapshot())
/// ```
public struct AssetQuery: Sendable {
  /// The name or path of the one album that is shown; `nil` shows all.
  public var album: String?
  public var grouping = Grouping.month
  public var kinds = KindFilter()
  public var dates = DateLimitsFilter()
  /// What else is asked of the photos that are shown.
  public var condition: AssetCondition?
  /// A test of one's own.
  public var predicate: PredicateFilter?
  public var sorting = Sorting.date
  /// Which way the order runs; `nil` is the usual one: newest, A, largest first.
  public var direction: SortDirection?
  /// True to keep groups that lost all their assets to the filter.
  public var keepsEmptyGroups = false
  /// True to show files that hold the same bytes once.
  public var isUnique = false
  public var offset = 0
  public var limit: Int?
  /// What is known of files that were compared: a query that is asked again, or a copy of it, reads only what is new.
  let digests = ContentDigests()

  /// Everything, by month, newest first.
  public init() {}

  public enum QueryError: Error, Sendable, CustomStringConvertible {
    case noSuchAlbum(String)
    case ambiguousAlbum(String, paths: [FilePath])

    public var description: String {
      switch self {
      case .noSuchAlbum(let name):
        "there is no album \(SafeText.escaping(name))"
      case .ambiguousAlbum(let name, let paths):
        "\(paths.count) albums are called \(SafeText.escaping(name)); give the path of one: "
          + paths.prefix(5).map { SafeText.escaping($0.string) }.joined(separator: ", ")
      }
    }
  }

  /// True if the query asks for all assets, so that what is known of whole albums answers it.
  public var isPlain: Bool {
    album == nil && dates == DateLimitsFilter() && filter == nil && !isUnique && !keepsEmptyGroups
  }

  /// The assets that pass, without groups and order.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func assets(of library: LibrarySnapshot) async throws -> [Asset] {
    let assets = try assetsWithCopies(of: library)
    return isUnique ? try await ContentDuplicates.removed(from: assets, knowing: digests) : assets
  }

  private func assetsWithCopies(of library: LibrarySnapshot) throws(QueryError) -> [Asset] {
    var assets = library.assets
    if let album {
      let albums = library.albums(named: album)
      guard let only = albums.first else { throw QueryError.noSuchAlbum(album) }
      guard albums.count == 1 else {
        throw QueryError.ambiguousAlbum(album, paths: albums.compactMap { $0.folder?.path })
      }
      assets = only.assets
    }
    if dates != DateLimitsFilter() { assets.removeAll { !dates.includes($0) } }
    return assets
  }

  /// The albums of a library with the assets that pass: "All Photos", then the folders by path.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func albums(of library: LibrarySnapshot) async throws -> [Album] {
    let assets = try await assets(of: library)
    let passing = filter.map { filter in assets.filter { filter.includes($0) } } ?? assets
    var folders = Album.folders(of: passing)
    if keepsEmptyGroups {
      let filled = Set(folders.compactMap(\.folder))
      folders += Album.folders(of: library.assets).compactMap(\.folder)
        .filter { !filled.contains($0) }.map { Album(.folder($0), assets: []) }
    }
    guard album == nil, !folders.isEmpty else { return folders }
    return [Album(.all, assets: passing)] + folders
  }

  /// The groups of a library.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func groups(of library: LibrarySnapshot) async throws -> [AssetGroup] {
    groups(of: try await assets(of: library))
  }

  /// The groups of a library, files that hold the same bytes among them whatever is asked: no file is read.
  package func groupsWithCopies(of library: LibrarySnapshot) throws(QueryError) -> [AssetGroup] {
    groups(of: try assetsWithCopies(of: library))
  }

  private func groups(of assets: [Asset]) -> [AssetGroup] {
    var collection = AssetCollection(
      assets, grouping: grouping.grouping, filter: filter, sorter: sorting.sorter(direction),
      keepsEmptyGroups: keepsEmptyGroups)
    return cut(collection.groups)
  }

  /// The filter for kinds, the condition and the test of one's own; `nil` if everything passes.
  public var filter: (any AssetFilter)? {
    var filters: [any AssetFilter] = kinds == KindFilter() ? [] : [kinds]
    if let condition { filters.append(condition) }
    if let predicate { filters.append(predicate) }
    return filters.count > 1 ? AllFilters(filters) : filters.first
  }

  package var isCut: Bool { offset > 0 || limit != nil }

  private func cut(_ groups: [AssetGroup]) -> [AssetGroup] {
    guard isCut else { return groups }
    var skipped = offset
    var left = limit ?? .max
    var result = [AssetGroup]()
    for group in groups {
      let assets = Array(group.assets.dropFirst(skipped).prefix(left))
      skipped = max(0, skipped - group.assets.count)
      left -= assets.count
      if !assets.isEmpty || keepsEmptyGroups && group.assets.isEmpty {
        result.append(AssetGroup(key: group.key, title: group.title, assets: assets))
      }
    }
    return result
  }
}
