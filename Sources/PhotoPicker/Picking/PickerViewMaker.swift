import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Creates views and the result from a library.
package struct PickerViewMaker: Sendable {
  private let library: LibrarySnapshot
  private let options: PickerOptions

  package init(_ library: LibrarySnapshot, options: PickerOptions) {
    self.library = library
    self.options = options
  }

  /// Creates a view, and updates the picks.
  package func update(_ query: AssetQuery, album: Album.Kind, picks: [Asset]) async throws -> PickerUpdate {
    let (view, problems) = try await view(query, album: album)
    return PickerUpdate(view, picks: found(picks), problems: library.problems + problems)
  }

  /// Returns the sections, and problems with preselected photos.
  private func view(
    _ query: AssetQuery, album: Album.Kind
  ) async throws -> (view: NumberedView, problems: [ScanProblem]) {
    let view = try await narrowed(query, album).view(of: library)
    return try options.arrange?(view) ?? (view, [])
  }

  private func narrowed(_ query: AssetQuery, _ album: Album.Kind) -> AssetQuery {
    guard let folder = album.folder else { return query }
    var query = query
    let inner = query.predicate
    query.predicate = PredicateFilter { $0.folder == folder && inner?.includes($0) != false }
    return query
  }

  /// Returns the albums, "All Photos" first, otherwise unordered.
  package func albums(_ query: AssetQuery) async throws -> [AlbumSummary] {
    var query = query
    query.isUnique = false
    return try await query.albums(of: library).map(AlbumSummary.init)
  }

  /// Counts the photos of the view, which may be shots or bursts, for each filter choice, ignoring `--first` and similar options.
  package func counts(_ query: AssetQuery, album: Album.Kind) async throws -> FilterCounts {
    var query = query
    (query.grouping, query.keepsEmptyGroups, query.offset, query.limit) = (.all, false, 0, nil)
    let unit = query.unit
    // The filter determines which file represents a shot.
    if unit != .file { query.stacks = .found }
    let assets: [Asset]
    if options.arrange != nil {
      assets = try await view(query, album: album).view.groups.flatMap(\.assets)
    } else {
      query = narrowed(query, album)
      let filter = query.filter
      // Counting needs no order, and sorting takes longer.
      assets = try await query.assets(of: library).filter { filter?.includes($0) ?? true }
    }
    return FilterCounts(assets, of: unit)
  }

  /// Returns the picks with positions among all selectable photos: the initial query with the current grouping
  /// and order.
  package func result(of model: PickerModel) async throws -> PickerResult {
    var query = options.query
    let shown = model.openedBurst?.outer ?? model.query
    (query.grouping, query.sorting, query.direction) = (shown.grouping, shown.sorting, shown.direction)
    (query.stacks, query.stackFinder) = (shown.stacks, shown.stackFinder)
    let (view, problems) = try await view(query, album: .all)
    let sought = Set(model.picks.assets.map(PhotoKey.init))
    var places = [PhotoKey: PickedAsset](minimumCapacity: sought.count)
    for picked in view.all where sought.contains(PhotoKey(picked.asset)) {
      // A photo in several groups has the number of the first occurrence.
      if places[PhotoKey(picked.asset)] == nil { places[PhotoKey(picked.asset)] = picked }
    }
    let picked = placed(model, places, in: view)
    let crops = picked.compactMap { picked in
      model.crop(of: picked.asset).flatMap { $0.isMoved ? (picked.number, $0.rectangle) : nil }
    }
    return PickerResult(
      picked: picked, crops: Dictionary(crops) { first, _ in first }, usesOriginal: model.usesOriginal,
      problems: library.problems + problems, remarks: library.remarks, dialog: model.dialogAnswer)
  }

  /// Returns the picks with positions; picks outside follow at the end.
  private func placed(
    _ model: PickerModel, _ places: [PhotoKey: PickedAsset], in view: NumberedView
  ) -> [PickedAsset] {
    var others = 0
    return model.picks.assets.map { asset in
      let unit = model.unit(ofPick: asset)
      if let place = places[PhotoKey(asset)] {
        // The final view may contain another part of the burst.
        return PickedAsset(
          asset: asset.stack == nil ? place.asset : place.asset.inGroups(of: asset), number: place.number,
          indexPath: place.indexPath, groupKey: place.groupKey, unit: unit)
      }
      defer { others += 1 }
      return PickedAsset(
        asset: asset, number: view.count + others + 1,
        indexPath: ItemIndexPath(section: view.groups.count, item: others),
        groupKey: options.pickedSection ?? "", unit: unit)
    }
  }

  /// Returns the current state of picks, which may be outside the library.
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

public struct PickerResult: Sendable {
  /// The photos in picking order, with positions among all selectable photos.
  public let picked: [PickedAsset]
  /// The crops the user moved, by photo number, in pixels with orientation applied.
  public let crops: [Int: PixelRectangle]
  public let usesOriginal: Bool
  /// The files and folders that could not be read.
  public let problems: [ScanProblem]
  /// The skipped files and folders.
  public let remarks: [ScanProblem]
  /// What the user has chosen for the request of an app.
  public let dialog: PickerDialog.Answer
}
