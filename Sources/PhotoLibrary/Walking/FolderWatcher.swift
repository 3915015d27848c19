import PhotoFiles
import SystemPackage

/// Watches folders for changes.
///
/// A folder is watched first and listed then, so that nothing that happens meanwhile is missed. Watchers may be used
/// from any task.
protocol FolderWatcher: Sendable {
  /// Watches what lies in a folder, not in the folders below it; again if the path is watched already and may lead to
  /// another folder now.
  ///
  /// - Throws: `WatchRefusal` if it cannot be watched in this way.
  func watch(_ folder: Folder) throws(WatchRefusal)

  /// Ends the watch of a folder, if there is one.
  func unwatch(_ folder: Folder)
}

/// Why a folder cannot be watched.
enum WatchRefusal: Error, Sendable, Hashable {
  /// The system has no more watches to give.
  case limitReached
  /// The folder is gone, or no folder.
  case gone
  /// The folder may not be read, or the system refuses.
  case refused(Errno)
}
