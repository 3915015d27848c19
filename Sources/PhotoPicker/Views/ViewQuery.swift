import PhotoFormats
import PhotoLibrary
import SystemPackage
import Terminal

/// What a view shows: which assets, in which groups and order.
public struct ViewQuery: Sendable {
  /// What groups are made by.
  public enum Grouping: String, CaseIterable, Sendable {
    case all, year, month, week, day, hour, album, camera, format

    /// The grouping of a collection.
    public var grouping: any AssetGrouping {
      switch self {
      case .all: AllGrouping()
      case .year: DateGrouping(.year)
      case .month: DateGrouping(.month)
      case .week: DateGrouping(.week)
      case .day: DateGrouping(.day)
      case .hour: DateGrouping(.hour)
      case .album: AlbumGrouping()
      case .camera: CameraGrouping()
      case .format: FormatGrouping()
      }
    }
  }

  /// What assets are ordered by.
  public enum Sorting: String, CaseIterable, Sendable {
    case date, name, size

    func sorter(_ direction: SortDirection?) -> any AssetSorter {
      switch self {
      case .date: DateSorter(direction ?? .descending)
      case .name: NameSorter(direction ?? .ascending)
      case .size: SizeSorter(direction ?? .descending)
      }
    }
  }

  /// The name or path of the one album that is shown; `nil` shows all.
  public var album: String?
  /// What groups are made by.
  public var grouping = Grouping.month
  /// The kinds that are shown.
  public var kinds = KindFilter()
  /// The dates that are shown.
  public var dates = DateLimitsFilter()
  /// A test of one's own.
  public var predicate: PredicateFilter?
  /// What assets are ordered by.
  public var sorting = Sorting.date
  /// Which way the order runs; `nil` is the usual one: newest, A, largest first.
  public var direction: SortDirection?
  /// Groups of which the kinds let nothing pass are kept.
  public var keepsEmptyGroups = false
  /// Files that hold the same bytes are shown once.
  public var isUnique = false
  /// How many assets are left out at the start.
  public var offset = 0
  /// How many assets are shown at most.
  public var limit: Int?

  /// Everything, by month, newest first.
  public init() {}

  /// Why a view cannot be made.
  public enum QueryError: Error, Sendable, CustomStringConvertible {
    /// No folder with photos has that name or path.
    case noSuchAlbum(String)
    /// Several folders have that name.
    case ambiguousAlbum(String, paths: [FilePath])

    /// One line that says what to do.
    public var description: String {
      switch self {
      case .noSuchAlbum(let name):
        "there is no album \(TerminalText.safe(name)); photopick list-albums shows them"
      case .ambiguousAlbum(let name, let paths):
        "\(paths.count) albums are called \(TerminalText.safe(name)); give the path of one: "
          + paths.prefix(5).map { TerminalText.safe($0.string) }.joined(separator: ", ")
      }
    }
  }

  /// True where nothing is left out but what no database would tell: no album, dates, kinds, and no contents.
  public var isPlain: Bool {
    album == nil && dates == DateLimitsFilter() && filter == nil && !isUnique && !keepsEmptyGroups
  }

  /// The assets that pass, without groups and order.
  ///
  /// - Throws: `QueryError`, or `CancellationError` where the task is cancelled.
  public func assets(of library: LibrarySnapshot) async throws -> [Asset] {
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
    if isUnique { assets = try await ContentDuplicates.removed(from: assets) }
    return assets
  }

  /// The albums of a library with the assets that pass: "All Photos", then the folders by path.
  ///
  /// - Throws: `QueryError`, or `CancellationError` where the task is cancelled.
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

  /// The view of a library.
  ///
  /// - Throws: `QueryError`, or `CancellationError` where the task is cancelled.
  public func view(of library: LibrarySnapshot) async throws -> NumberedView {
    var collection = AssetCollection(
      try await assets(of: library), grouping: grouping.grouping, filter: filter,
      sorter: sorting.sorter(direction), keepsEmptyGroups: keepsEmptyGroups)
    return NumberedView(cut(collection.groups))
  }

  /// The filter for kinds and the test of one's own; `nil` where everything passes.
  public var filter: (any AssetFilter)? {
    let hasKinds = kinds != KindFilter()
    switch (hasKinds, predicate) {
    case (false, nil): return nil
    case (true, nil): return kinds
    case (false, let predicate?): return predicate
    case (true, let predicate?): return AllFilters([kinds, predicate])
    }
  }

  private func cut(_ groups: [AssetGroup]) -> [AssetGroup] {
    guard offset > 0 || limit != nil else { return groups }
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
