import PhotoFiles
import SystemPackage

/// Tells a `ChangeGatherer` which folders changed.
///
/// A folder is watched first and read then, so that nothing that happens meanwhile is missed. Watchers may be
/// used from any task.
package protocol FolderWatcher: Sendable {
  /// Watches what lies in a folder, not in the folders below it; again where the path is watched already and
  /// may lead to another folder now.
  ///
  /// - Throws: `WatchRefusal` where it cannot be watched in this way.
  func watch(_ folder: Folder) throws(WatchRefusal)

  /// Ends the watch of a folder, if there is one.
  func unwatch(_ folder: Folder)
}

/// Why a folder cannot be watched.
package enum WatchRefusal: Error, Sendable, Hashable {
  /// The system gives no more watches.
  case limitReached
  /// The folder is gone, or no folder.
  case gone
  /// The folder may not be read, or the system refuses.
  case refused(Errno)
}

/// Something that a person should know of how folders are followed; each is said once.
public enum WatchNotice: Sendable, Hashable {
  /// A network file system does not tell what other machines change.
  case networkFileSystem(FilePath, name: String)
  /// The system watches no more folders for this user.
  case limitReached

  /// One line that says what happens and what may be done.
  public var text: String {
    switch self {
    case .networkFileSystem(let path, let name):
      "\(path): on a file system (\(name)) that does not tell all changes; looked through every few seconds"
    case .limitReached:
      "the system watches no more folders; the others are looked through every few seconds. "
        + "Raise fs.inotify.max_user_watches and max_user_instances with sysctl"
    }
  }
}
