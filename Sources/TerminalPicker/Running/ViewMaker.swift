import PhotoLibrary
import PhotoPicker

/// Makes what a picker shows of a library.
struct ViewMaker: Sendable {
  /// The key of the section of photos that were picked earlier.
  static let selectedKey = "selected"

  let library: LibrarySnapshot
  let options: PickerOptions

  /// The view for a picker.
  ///
  /// - Throws: `ViewQuery.QueryError`, or `CancellationError` where the task is cancelled.
  func update(_ query: ViewQuery, album: Album.Kind, picks: [Asset]) async throws -> PickerUpdate {
    let sections = try await sections(query, album: album).map(PickerSection.init)
    return PickerUpdate(PickerContents(sections), picks: found(picks))
  }

  /// The sections in order: what was picked earlier first, each photo once.
  func sections(_ query: ViewQuery, album: Album.Kind) async throws -> [AssetGroup] {
    let earlier = Set(options.preselected.map(PhotoKey.init))
    let hidden = earlier.union(options.excluded.map(PhotoKey.init))
    var query = query
    let folder = album.folder
    if folder != nil || !hidden.isEmpty {
      let inner = query.predicate
      query.predicate = PredicateFilter { asset in
        (folder == nil || asset.folder == folder) && (hidden.isEmpty || !hidden.contains(PhotoKey(asset)))
          && inner?.includes(asset) != false
      }
    }
    let groups = try await query.view(of: library).groups
    guard !options.preselected.isEmpty else { return groups }
    return [AssetGroup(key: Self.selectedKey, title: "Selected", assets: options.preselected)] + groups
  }

  /// The albums, "All Photos" first, then by name.
  func albums(_ query: ViewQuery) async throws -> [AlbumSummary] {
    var query = query
    query.isUnique = false
    return AlbumOrder.name.sorted(try await query.albums(of: library).map(AlbumSummary.init))
  }

  /// What is known now of picked photos. Those picked earlier may lie outside of the library.
  private func found(_ picks: [Asset]) -> [PhotoKey: Asset?] {
    let earlier = Set(options.preselected.map(PhotoKey.init))
    let sought = Set(picks.map(PhotoKey.init)).subtracting(earlier)
    guard !sought.isEmpty else { return [:] }
    var found = Dictionary(uniqueKeysWithValues: sought.map { ($0, Asset?.none) })
    for asset in library.assets where sought.contains(PhotoKey(asset)) {
      found[PhotoKey(asset)] = .some(asset)
    }
    return found
  }
}

extension Album.Kind {
  /// The folder; `nil` for all photos.
  var folder: Folder? {
    switch self {
    case .all: nil
    case .folder(let folder): folder
    }
  }
}
