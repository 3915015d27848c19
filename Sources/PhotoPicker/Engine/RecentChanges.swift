import PhotoLibrary

/// Changes made by jobs that a library snapshot may not contain yet. A snapshot read before a mark would otherwise
/// remove that mark from the display.
struct RecentChanges {
  private struct Change {
    let before: Asset
    let after: Asset?
  }

  private var changes: [PhotoKey: Change] = [:]

  mutating func add(_ change: PickerChange, to library: LibrarySnapshot) {
    let (changed, gone) = (change.assetsByKey, change.goneKeys)
    for photo in change.restored { changes[PhotoKey(photo)] = nil }
    guard !changed.isEmpty || !gone.isEmpty else { return }
    for asset in library.assets {
      let key = PhotoKey(asset)
      if let after = changed[key] {
        changes[key] = Change(before: changes[key]?.before ?? asset, after: after)
      } else if gone.contains(key) {
        changes[key] = Change(before: asset, after: nil)
      }
    }
  }

  /// Applies the changes that the snapshot predates. A photo that has changed otherwise since is taken from the
  /// snapshot.
  mutating func applied(to library: LibrarySnapshot) -> LibrarySnapshot {
    guard !changes.isEmpty else { return library }
    var (unknown, known) = (PickerChange(message: ""), changes)
    for asset in library.assets {
      guard let change = known.removeValue(forKey: PhotoKey(asset)) else { continue }
      guard asset.isUnchanged(since: change.before) else {
        changes[PhotoKey(asset)] = nil
        continue
      }
      if let after = change.after { unknown.assets.append(after) } else { unknown.gone.append(asset) }
    }
    // Photos missing from the library are already deleted there, or outside it.
    return library.applying(unknown)
  }
}

extension LibrarySnapshot {
  /// Returns the library with a change applied, before the next scan finds it.
  func applying(_ change: PickerChange) -> LibrarySnapshot {
    let (changed, gone) = (change.assetsByKey, change.goneKeys)
    guard !changed.isEmpty || change.changesPhotos else { return self }
    var assets = assets.compactMap { asset in
      gone.contains(PhotoKey(asset)) ? nil : changed[PhotoKey(asset)] ?? asset
    }
    if !change.restored.isEmpty {
      let known = Set(assets.map(PhotoKey.init))
      assets += change.restored.filter { !known.contains(PhotoKey($0)) }
      AssetOrder.sortByPath(&assets)
    }
    return LibrarySnapshot(assets: assets, problems: problems + remarks, progress: progress)
  }
}
