import PhotoLibrary

/// Identifies photos by path, so an edited photo remains picked.
package struct PhotoKey: Sendable, Hashable {
  package let asset: Asset

  package init(_ asset: Asset) { self.asset = asset }

  package static func == (left: PhotoKey, right: PhotoKey) -> Bool {
    left.asset.name == right.asset.name && left.asset.folder == right.asset.folder
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(asset.name)
    // The same names occur in every folder of a camera.
    hasher.combine(asset.folder)
  }
}

extension NumberedView {
  /// Returns the first position of a photo.
  ///
  /// - Parameter group: The key of the group to prefer if several contain the photo.
  package func position(of asset: Asset, in group: String? = nil) -> Int? {
    let key = PhotoKey(asset)
    var first: Int?
    for section in groups.indices where first == nil || groups[section].key == group {
      guard let item = groups[section].assets.firstIndex(where: { PhotoKey($0) == key }) else { continue }
      let position = positions(of: section).lowerBound + item
      guard group != nil, groups[section].key != group else { return position }
      first = first ?? position
    }
    return first
  }
}
