import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// A group of a view as `watch` follows it.
struct WatchedGroup: Equatable, Identifiable, Sendable {
  /// The key, and how many groups of that key stand before it: keys need not be unique.
  struct ID: Hashable, Sendable {
    let key: String
    let occurrence: Int
  }

  let id: ID
  let title: String
}

/// A photo of a view as `watch` follows it: it is the photo at its path.
struct WatchedPhoto: Identifiable, Sendable {
  /// The path of a photo.
  struct ID: Hashable, Sendable {
    let folder: Folder
    let name: FileName
  }

  let asset: Asset
  var id: ID { ID(folder: asset.folder, name: asset.name) }
}

extension WatchedPhoto: Equatable {
  /// Photos are equal if their records are.
  static func == (left: WatchedPhoto, right: WatchedPhoto) -> Bool {
    left.asset.isUnchanged(since: right.asset)
  }
}

/// The state of a view as `watch` follows it.
typealias WatchedView = SectionedSnapshot<WatchedGroup, WatchedPhoto>

extension SectionedSnapshot<WatchedGroup, WatchedPhoto> {
  /// The groups of a view with their photos.
  init(_ view: NumberedView) {
    var occurrences: [String: Int] = [:]
    self.init(
      view.groups.map { group in
        let occurrence = occurrences[group.key, default: 0]
        occurrences[group.key] = occurrence + 1
        let id = WatchedGroup.ID(key: group.key, occurrence: occurrence)
        return (WatchedGroup(id: id, title: group.title), group.assets.map { WatchedPhoto(asset: $0) })
      })
  }
}
