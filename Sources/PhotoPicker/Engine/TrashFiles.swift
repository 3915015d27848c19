import PhotoActions
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Moves photos to the trash together with the sidecars that belong only to them. Each folder is listed once.
package struct TrashFiles {
  private let list: (Folder) throws(Errno) -> [FileName]
  private var folders: [Folder: SidecarOwners] = [:]

  package init(
    listing list: @escaping (Folder) throws(Errno) -> [FileName] = { (folder) throws(Errno) in
      try OpenFolder(folder.path).names()
    }
  ) {
    self.list = list
  }

  /// Moves a photo with the sidecars: all files or none.
  ///
  /// - Parameter move: Moves related files, starting with the photo.
  package mutating func move(
    _ asset: Asset, with move: ([FilePath]) throws(TrashError) -> [TrashedFile]
  ) throws(TrashError) -> [TrashedFile] {
    do throws(TrashError) {
      return try moveListed(asset, with: move)
    } catch {
      switch error {
      // A sidecar was removed after the folder was listed.
      case .missing(let path) where path.lastComponent.map(FileName.init) != asset.name:
        folders[asset.folder] = nil
        return try moveListed(asset, with: move)
      case .partlyMoved:
        folders[asset.folder] = nil
        throw error
      case .missing, .noFile, .folder, .noTrash, .trash, .noHome, .notInTrash, .taken, .folderGone,
        .partlyRestored, .unsupported, .journal, .system:
        throw error
      }
    }
  }

  private mutating func moveListed(
    _ asset: Asset, with move: ([FilePath]) throws(TrashError) -> [TrashedFile]
  ) throws(TrashError) -> [TrashedFile] {
    let names = try names(of: asset)
    let moved = try move(names.map(asset.folder.path(of:)))
    folders[asset.folder]?.remove(names)
    return moved
  }

  private mutating func names(of asset: Asset) throws(TrashError) -> [FileName] {
    do throws(Errno) {
      if folders[asset.folder] == nil { folders[asset.folder] = SidecarOwners(try list(asset.folder)) }
    } catch {
      // If the sidecars are unknown, leave the photo in place.
      throw .system(asset.folder.path, error)
    }
    return [asset.name] + (folders[asset.folder]?.sidecars(of: asset.name) ?? [])
  }
}
