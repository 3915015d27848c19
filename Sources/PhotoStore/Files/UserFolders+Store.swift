import PhotoFiles
import SystemPackage

extension UserFolders {
  /// The user's store, which lasts until the user deletes it: `~/.local/share/photopick/store`.
  ///
  ///     let store = FileStore(root: UserFolders.current.store)
  public var store: FilePath { data.appending("store") }

  /// The store in the user's caches, which the system may empty: `~/.cache/photopick/store`.
  public var cachedStore: FilePath { cache.appending("store") }
}
