import PhotoFiles
import PhotoFormats
import SystemPackage

/// A request for assets: filter, groups, order and limit.
///
/// Use ``groups(of:)`` to evaluate it in memory. A catalog evaluates it on its records, with equal results.
///
/// ```swift
/// var query = AssetQuery()
/// query.kinds = KindFilter(including: [.jpeg])
/// query.grouping = .day
/// query.limit = 100
/// let groups = try await query.groups(of: library.snapshot())
/// ```
public struct AssetQuery: Sendable {
  /// The name or path of an album, or `nil` for all albums.
  public var album: String?
  public var grouping = Grouping.month
  public var kinds = KindFilter()
  public var dates = DateLimitsFilter()
  public var condition: AssetCondition?
  public var predicate: PredicateFilter?
  public var sorting = Sorting.date
  /// The list that determines the order of `Sorting.given`.
  public var givenOrder = GivenOrder()
  /// The direction of the order; `nil` selects the usual one: newest, A, or largest first.
  public var direction: SortDirection?
  public var keepsEmptyGroups = false
  /// Whether to omit files with the same bytes as a previous file.
  public var isUnique = false
  public var stacks = Stacks.ignored
  /// Finds stacks, if the query needs them.
  public var stackFinder = StackFinder()
  /// Finds duplicates, if the query needs them; `nil` if no asset is a duplicate.
  public var duplicateSearch: DuplicateSearch?
  /// Whether to find duplicates even if neither condition nor groups depend on them, for a predicate that does.
  public var findsDuplicates = false
  public var offset = 0
  public var limit: Int?
  /// A cache shared by copies of the query, so that evaluating it again reads only modified files.
  let digests = ContentDigests()

  public init() {}

  public enum Stacks: Sendable, Hashable {
    /// Stacks are found only if the condition, the groups or the order depend on them.
    case ignored
    /// The assets have stacks.
    case found
    /// Each shot with a matching file is one photo: the file that suits best of the matching ones.
    case shots
    /// Each burst is one photo, too: its cover, otherwise the first shot that matches.
    case bursts
  }

  public enum QueryError: Error, Sendable, CustomStringConvertible {
    case noSuchAlbum(String)
    case ambiguousAlbum(String, paths: [FilePath])

    public var description: String {
      switch self {
      case .noSuchAlbum(let name): "there is no album \(SafeText.escaping(name))"
      case .ambiguousAlbum(let name, let paths):
        "\(paths.count) albums are called \(SafeText.escaping(name)); give the path of one: "
          + paths.prefix(5).map { SafeText.escaping($0.string) }.joined(separator: ", ")
      }
    }
  }

  /// Whether the query matches all assets, so that totals per album suffice.
  public var isPlain: Bool {
    album == nil && dates == DateLimitsFilter() && filter == nil && !isUnique && !keepsEmptyGroups
      && !needsStacks && !needsDuplicates
  }

  /// Returns the matching assets, ungrouped and unsorted.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func assets(of library: LibrarySnapshot) async throws -> [Asset] {
    var assets = try assetsWithCopies(of: library)
    if isUnique { assets = try await ContentDuplicates.removed(from: assets, knowing: digests) }
    return needsDuplicates ? try await withDuplicates(assets) : assets
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
    if needsStacks, !library.hasStacks { assets = stackFinder.stacked(assets) }
    if dates != DateLimitsFilter() { assets.removeAll { !dates.includes($0) } }
    return assets
  }

  /// Returns the albums with their matching assets: "All Photos", then the folders by path.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func albums(of library: LibrarySnapshot) async throws -> [Album] {
    let assets = try await assets(of: library)
    let passing = shown(of: assets).filter.map { filter in assets.filter { filter.includes($0) } } ?? assets
    var folders = Album.folders(of: passing)
    if keepsEmptyGroups {
      let filled = Set(folders.compactMap(\.folder))
      folders += Album.folders(of: library.assets).compactMap(\.folder)
        .filter { !filled.contains($0) }.map { Album(.folder($0), assets: []) }
    }
    guard album == nil, !folders.isEmpty else { return folders }
    return [Album(.all, assets: passing)] + folders
  }

  /// Returns the groups of a library.
  ///
  /// - Throws: `QueryError`, or `CancellationError` if the task is cancelled.
  public func groups(of library: LibrarySnapshot) async throws -> [AssetGroup] {
    groups(of: try await assets(of: library))
  }

  /// Returns the groups including copies, regardless of `isUnique`, without reading any file.
  package func groupsWithCopies(of library: LibrarySnapshot) throws(QueryError) -> [AssetGroup] {
    groups(of: try assetsWithCopies(of: library))
  }

  private func groups(of assets: [Asset]) -> [AssetGroup] {
    let (assets, filter) = shown(of: assets)
    var collection = AssetCollection(
      assets, grouping: grouping.grouping, filter: filter, sorter: sorter, keepsEmptyGroups: keepsEmptyGroups)
    return cut(collection.groups)
  }

  /// The combined filter for kinds, condition and predicate, or `nil` if every asset passes.
  public var filter: (any AssetFilter)? {
    var filters: [any AssetFilter] = kinds == KindFilter() ? [] : [kinds]
    if let condition { filters.append(condition) }
    if let predicate { filters.append(predicate) }
    return filters.count > 1 ? AllFilters(filters) : filters.first
  }

  /// What one photo of the view represents. Groups of duplicates contain files.
  public var unit: ViewUnit {
    guard grouping != .duplicate else { return .file }
    return switch stacks {
    case .ignored, .found: .file
    case .shots: .shot
    case .bursts: .burst
    }
  }

  /// Whether the query depends on stacks.
  package var needsStacks: Bool {
    if stacks != .ignored || condition?.needsStacks == true { return true }
    if grouping.needsStacks { return true }
    if case .field(let field) = sorting { return field.needsStacks }
    return false
  }

  /// Returns the assets, and the filter that includes those which the view contains.
  func shown(of assets: [Asset]) -> (assets: [Asset], filter: (any AssetFilter)?) {
    guard unit != .file else { return (assets, filter) }
    let units = ShownUnits(of: assets, unit, filter)
    return (units.assets, units)
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
