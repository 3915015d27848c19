import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// Makes what a picker shows of a library.
struct ViewMaker: Sendable {
  let library: LibrarySnapshot
  let options: PickerOptions

  /// The view for a picker.
  ///
  /// - Throws: `AssetQuery.QueryError`, or `CancellationError` where the task is cancelled.
  func update(_ query: AssetQuery, album: Album.Kind, picks: [Asset]) async throws -> PickerUpdate {
    let sections = try await view(query, album: album).view.groups.map(PickerSection.init)
    return PickerUpdate(PickerContents(sections), picks: found(picks))
  }

  /// The sections in order, and what could not be read of earlier picks.
  func view(
    _ query: AssetQuery, album: Album.Kind
  ) async throws -> (view: NumberedView, problems: [ScanProblem]) {
    var query = query
    if let folder = album.folder {
      let inner = query.predicate
      query.predicate = PredicateFilter { $0.folder == folder && inner?.includes($0) != false }
    }
    let view = try await query.view(of: library)
    return try options.arrange?(view) ?? (view, [])
  }

  /// The albums, "All Photos" first, then by name.
  func albums(_ query: AssetQuery) async throws -> [AlbumSummary] {
    var query = query
    query.isUnique = false
    return AlbumOrder.name.sorted(try await query.albums(of: library).map(AlbumSummary.init))
  }

  /// What is known now of picked photos. Those that are not in the library may lie outside of it.
  private func found(_ picks: [Asset]) -> [PhotoKey: Asset?] {
    guard !picks.isEmpty else { return [:] }
    var found = [PhotoKey: Asset?](minimumCapacity: picks.count)
    let sought = Set(picks.map(PhotoKey.init))
    for asset in library.assets where sought.contains(PhotoKey(asset)) {
      found[PhotoKey(asset)] = .some(asset)
    }
    for asset in picks where found[PhotoKey(asset)] == nil && asset.isDeleted {
      found.updateValue(nil, forKey: PhotoKey(asset))
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
