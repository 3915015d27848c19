import PhotoActions
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Moves photos to the trash with the sidecars that are theirs alone; each folder is listed once for all its photos.
struct TrashFiles {
  private let list: (Folder) -> [FileName]
  private var folders: [Folder: SidecarOwners] = [:]

  /// - Parameter list: the names in a folder; none if it cannot be listed.
  init(listing list: @escaping (Folder) -> [FileName] = { (try? OpenFolder($0.path).names()) ?? [] }) {
    self.list = list
  }

  /// Moves a photo with its sidecars: all of them, or none.
  ///
  /// - Parameter move: moves files that belong together, the photo first.
  mutating func move(
    _ asset: Asset, with move: ([FilePath]) throws(TrashError) -> [TrashedFile]
  ) throws(TrashError) -> [TrashedFile] {
    do throws(TrashError) {
      return try moveListed(asset, with: move)
    } catch {
      switch error {
      // Another program took a sidecar away since the folder was listed.
      case .missing(let path) where path.lastComponent.map(FileName.init) != asset.name:
        folders[asset.folder] = nil
        return try moveListed(asset, with: move)
      case .partlyMoved:
        folders[asset.folder] = nil
        throw error
      default: throw error
      }
    }
  }

  private mutating func moveListed(
    _ asset: Asset, with move: ([FilePath]) throws(TrashError) -> [TrashedFile]
  ) throws(TrashError) -> [TrashedFile] {
    let names = names(of: asset)
    let moved = try move(names.map(asset.folder.path(of:)))
    folders[asset.folder]?.remove(names)
    return moved
  }

  private mutating func names(of asset: Asset) -> [FileName] {
    if folders[asset.folder] == nil { folders[asset.folder] = SidecarOwners(list(asset.folder)) }
    return [asset.name] + (folders[asset.folder]?.sidecars(of: asset.name) ?? [])
  }
}
