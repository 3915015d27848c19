import PhotoFiles
import PhotoFormats

/// What changed in a library from one state to the next.
public struct LibraryChange: Sendable {
  public let snapshot: LibrarySnapshot
  /// True for the first state of a sequence: it is told as it stands, with nothing inserted.
  public let isFirst: Bool

  /// Folders that hold photos and did not before, in order of their paths.
  public private(set) var insertedAlbums: [Album] = []
  /// "All Photos" if anything changed, then folders whose photos changed, as they are now.
  public private(set) var updatedAlbums: [Album] = []
  /// Folders that no longer hold photos, as they were.
  public private(set) var deletedAlbums: [Album] = []

  /// Photos and videos at paths that held none before.
  public private(set) var insertedAssets: [Asset] = []
  /// Photos and videos that are another file, or say something else, than what stood at their path before.
  public private(set) var updatedAssets: [Asset] = []
  /// Photos and videos that are gone from their paths, as they were.
  public private(set) var deletedAssets: [Asset] = []

  init(first snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
    isFirst = true
  }

  init(from old: LibrarySnapshot, to new: LibrarySnapshot) {
    snapshot = new
    isFirst = false
    var left: [Folder: Album] = [:]
    for album in Album.folders(of: old.assets) { if let folder = album.folder { left[folder] = album } }
    for album in Album.folders(of: new.assets) {
      if let previous = album.folder.flatMap({ left.removeValue(forKey: $0) }) {
        compare(previous, album)
      } else {
        insertedAlbums.append(album)
        insertedAssets += album.assets
      }
    }
    deletedAlbums = left.values.sorted {
      FileName.naturalOrder($0.folder?.bytes ?? [], $1.folder?.bytes ?? []) < 0
    }
    deletedAssets += deletedAlbums.flatMap(\.assets)
    if !insertedAlbums.isEmpty || !updatedAlbums.isEmpty || !deletedAlbums.isEmpty {
      updatedAlbums.insert(Album(.all, assets: new.assets), at: 0)
    }
  }

  public var isEmpty: Bool { insertedAlbums.isEmpty && updatedAlbums.isEmpty && deletedAlbums.isEmpty }

  private mutating func compare(_ old: Album, _ new: Album) {
    if old.assets.elementsEqual(new.assets, by: { $0.isUnchanged(since: $1) }) { return }
    updatedAlbums.append(new)
    var left: [FileName: Asset] = [:]
    for asset in old.assets { left[asset.name] = asset }
    for asset in new.assets {
      guard let previous = left.removeValue(forKey: asset.name) else {
        insertedAssets.append(asset)
        continue
      }
      if !asset.isUnchanged(since: previous) { updatedAssets.append(asset) }
    }
    deletedAssets += left.values.sorted { $0.name < $1.name }
  }
}

extension Asset {
  /// True if nothing that is known of the file differs from an earlier state: it may have been written anew
  /// in the same size and with its old time.
  package func isUnchanged(since earlier: Asset) -> Bool {
    self == earlier && fileType == earlier.fileType && pixelSize == earlier.pixelSize
      && orientation == earlier.orientation && date == earlier.date && wallTime == earlier.wallTime
      && isScreenshot == earlier.isScreenshot && camera == earlier.camera && location == earlier.location
      && values == earlier.values && damage == earlier.damage
  }
}
