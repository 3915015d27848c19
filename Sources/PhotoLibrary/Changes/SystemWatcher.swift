import PhotoFiles
import Synchronization
import SystemPackage

/// Something that a person should know of how folders are followed; each is said once.
public enum WatchNotice: Sendable, Hashable {
  /// A network file system does not tell what other machines change.
  case networkFileSystem(FilePath, name: String)
  case limitReached

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

/// Watches each folder in the best way there is: through the system if that tells all changes, else by looking
/// through it every few seconds.
final class SystemWatcher: FolderWatcher {
  let polling: PollingWatcher
  private let events: (any FolderWatcher)?
  private let networkFileSystems = NetworkFileSystems()
  private let onNotice: @Sendable (WatchNotice) -> Void
  private let said = Mutex<Set<Said>>([])

  private enum Said: Hashable {
    case limitReached
    case fileSystem(String)
  }

  init(
    _ changes: DebouncedChanges, includesHidden: Bool, watching: LibraryFollower.Watching,
    onNotice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    polling = PollingWatcher(changes, interval: watching.interval)
    self.onNotice = onNotice
    #if os(Linux)
      events = watching.usesSystem ? try? InotifyWatcher(changes, includesHidden: includesHidden) : nil
      if watching.usesSystem, events == nil { say(.limitReached, .limitReached) }
    #else
      events = nil  // FSEvents takes this place on macOS.
    #endif
  }

  func watch(_ folder: Folder) throws(WatchRefusal) {
    guard let events else { return polling.watch(folder) }
    if let name = networkFileSystems.name(of: folder) {
      say(.fileSystem(name), .networkFileSystem(folder.path, name: name))
      return polling.watch(folder)
    }
    do throws(WatchRefusal) {
      try events.watch(folder)
      polling.unwatch(folder)
    } catch {
      switch error {
      case .gone: throw error
      case .limitReached: say(.limitReached, .limitReached)
      case .refused: break  // Reading the folder will tell.
      }
      polling.watch(folder)
    }
  }

  func unwatch(_ folder: Folder) {
    events?.unwatch(folder)
    polling.unwatch(folder)
  }

  private func say(_ kind: Said, _ notice: WatchNotice) {
    if said.withLock({ $0.insert(kind).inserted }) { onNotice(notice) }
  }
}
