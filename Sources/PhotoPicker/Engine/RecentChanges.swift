import PhotoLibrary

/// What jobs did to photos while a library may still tell of them as they were: one that was read before a mark would
/// take it off the screen again.
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

  /// The library with the changes that it does not know yet; it is believed of photos that it tells something new of.
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
    // The others are not in the library: it knows that they are gone, or is a part.
    return library.applying(unknown)
  }
}

extension LibrarySnapshot {
  /// The library after a change that is known before it is read again.
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
