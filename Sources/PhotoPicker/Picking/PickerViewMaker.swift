import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Makes what a picker shows of a library, and what it returns.
package struct PickerViewMaker: Sendable {
  private let library: LibrarySnapshot
  private let options: PickerOptions

  package init(_ library: LibrarySnapshot, options: PickerOptions) {
    self.library = library
    self.options = options
  }

  /// The contents for a picker, and what became of its picks.
  package func update(_ query: AssetQuery, album: Album.Kind, picks: [Asset]) async throws -> PickerUpdate {
    let (view, problems) = try await view(query, album: album)
    return PickerUpdate(view, picks: found(picks), problems: library.problems + problems)
  }

  /// The sections in order, and what could not be read of earlier picks.
  private func view(
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

  /// The albums, "All Photos" first, in no order that people chose.
  package func albums(_ query: AssetQuery) async throws -> [AlbumSummary] {
    var query = query
    query.isUnique = false
    return try await query.albums(of: library).map(AlbumSummary.init)
  }

  /// How many photos each choice of a filter has, however few of them the query shows.
  package func counts(_ query: AssetQuery, album: Album.Kind) async throws -> FilterCounts {
    var query = query
    (query.grouping, query.keepsEmptyGroups, query.offset, query.limit) = (.all, false, 0, nil)
    return FilterCounts(try await view(query, album: album).view.groups.flatMap(\.assets))
  }

  /// What a picker returns: the picks with their places in everything that can be picked, which is the query at the
  /// start, in the grouping and order that people chose last.
  package func result(of model: PickerModel) async throws -> PickerResult {
    var query = options.query
    (query.grouping, query.sorting, query.direction) =
      (model.query.grouping, model.query.sorting, model.query.direction)
    let (view, problems) = try await view(query, album: .all)
    let sought = Set(model.picks.assets.map(PhotoKey.init))
    var places = [PhotoKey: PickedAsset](minimumCapacity: sought.count)
    for picked in view.all where sought.contains(PhotoKey(picked.asset)) {
      // A photo that stands in several groups has the number of its first place.
      if places[PhotoKey(picked.asset)] == nil { places[PhotoKey(picked.asset)] = picked }
    }
    let picked = placed(model.picks.assets, places, in: view)
    let crops = picked.compactMap { picked in
      model.crop(of: picked.asset).flatMap { $0.isMoved ? (picked.number, $0.rectangle) : nil }
    }
    return PickerResult(
      picked: picked, crops: Dictionary(crops) { first, _ in first }, usesOriginal: model.usesOriginal,
      problems: library.problems + problems, remarks: library.remarks)
  }

  /// The picks with their places; those that the view does not hold come after it.
  private func placed(
    _ picks: [Asset], _ places: [PhotoKey: PickedAsset], in view: NumberedView
  ) -> [PickedAsset] {
    var others = 0
    return picks.map { asset in
      if let place = places[PhotoKey(asset)] { return place }
      defer { others += 1 }
      return PickedAsset(
        asset: asset, number: view.count + others + 1,
        indexPath: ItemIndexPath(section: view.groups.count, item: others),
        groupKey: options.pickedSection ?? "")
    }
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
  var folder: Folder? {
    switch self {
    case .all: nil
    case .folder(let folder): folder
    }
  }
}

/// What people picked.
public struct PickerResult: Sendable {
  /// The photos in the order of picking, with their places among everything that can be picked.
  public let picked: [PickedAsset]
  /// The crops that people moved, by the numbers of their photos, in pixels of the upright photo.
  public let crops: [Int: PixelRectangle]
  /// True if the original files are returned as pictures.
  public let usesOriginal: Bool
  /// What could not be read of the library.
  public let problems: [ScanProblem]
  /// What was passed over of it.
  public let remarks: [ScanProblem]
}
