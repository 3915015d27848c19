import PhotoLibrary

/// Changes made by jobs that a library snapshot may not contain yet. A snapshot read before a mark would otherwise
/// remove that mark from the display.
struct RecentChanges {
  private struct Change {
    /// The photo before the first change and after each but the last.
    var earlier: [Asset]
    var after: Asset?

    mutating func replace(with new: Asset?) {
      if let after { earlier.append(after) }
      after = new
    }
  }

  private var changes: [PhotoKey: Change] = [:]

  mutating func add(_ change: PickerChange, to library: LibrarySnapshot) {
    let (changed, gone) = (change.assetsByKey, change.goneKeys)
    for photo in change.restored { changes[PhotoKey(photo)] = nil }
    guard !changed.isEmpty || !gone.isEmpty else { return }
    for asset in library.assets {
      let key = PhotoKey(asset)
      guard changed[key] != nil || gone.contains(key) else { continue }
      let after = changed[key]
      if changes[key]?.replace(with: after) == nil { changes[key] = Change(earlier: [asset], after: after) }
    }
  }

  /// Applies the changes that the snapshot predates. A photo that has changed otherwise since is taken from the
  /// snapshot.
  mutating func applied(to library: LibrarySnapshot) -> LibrarySnapshot {
    guard !changes.isEmpty else { return library }
    var (unknown, known) = (PickerChange(message: ""), changes)
    for asset in library.assets {
      guard let change = known.removeValue(forKey: PhotoKey(asset)) else { continue }
      guard change.earlier.contains(where: asset.isUnchanged(since:)) else {
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
    var library = LibrarySnapshot(assets: assets, problems: problems + remarks, progress: progress)
    library.isPart = isPart
    return library
  }
}
