import PhotoLibrary

/// Tells photos apart by their path, so that one that was edited is still the one that was picked.
package struct PhotoKey: Sendable, Hashable {
  /// The photo as it was when the key was made.
  package let asset: Asset

  /// The key of a photo.
  package init(_ asset: Asset) { self.asset = asset }

  package static func == (left: PhotoKey, right: PhotoKey) -> Bool {
    left.asset.name == right.asset.name && left.asset.folder == right.asset.folder
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(asset.name) }
}

extension NumberedView {
  /// The position of a photo; `nil` if it is not shown.
  package func position(of asset: Asset) -> Int? {
    let key = PhotoKey(asset)
    for section in groups.indices {
      if let item = groups[section].assets.firstIndex(where: { PhotoKey($0) == key }) {
        return positions(of: section).lowerBound + item
      }
    }
    return nil
  }
}
