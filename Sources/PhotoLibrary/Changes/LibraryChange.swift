import PhotoFiles
import PhotoFormats

public struct LibraryChange: Sendable {
  public let snapshot: LibrarySnapshot
  /// Whether this is the first state of a sequence. Its assets don't count as inserted.
  public let isFirst: Bool

  /// Folders that now contain photos, ordered by path.
  public private(set) var insertedAlbums: [Album] = []
  /// "All Photos" if there is any change, then the folders with changed photos.
  public private(set) var updatedAlbums: [Album] = []
  /// Folders that no longer contain photos, in their previous state.
  public private(set) var deletedAlbums: [Album] = []

  /// Photos and videos at new paths.
  public private(set) var insertedAssets: [Asset] = []
  /// Photos and videos whose file or metadata changed.
  public private(set) var updatedAssets: [Asset] = []
  /// Photos and videos that were removed, in their previous state.
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
