import PhotoFiles
import Synchronization

/// Watches each folder in the best way there is: through the system where that tells all changes, else by
/// looking through it every few seconds.
package final class SystemWatcher: FolderWatcher {
  /// Looks through the folders that the system does not watch.
  package let polling: PollingWatcher
  private let events: (any FolderWatcher)?
  private let networkFileSystems = NetworkFileSystems()
  private let onNotice: @Sendable (WatchNotice) -> Void
  private let said = Mutex<Set<Said>>([])

  private enum Said: Hashable {
    case limitReached
    case fileSystem(String)
  }

  /// A watcher that tells `gatherer`.
  ///
  /// - Parameters:
  ///   - includesHidden: also changes of files whose names begin with a dot.
  ///   - usesSystem: false to look through all folders every `interval`.
  ///   - onNotice: told once where and why folders are looked through every few seconds.
  package init(
    gatherer: ChangeGatherer, includesHidden: Bool, usesSystem: Bool = true,
    interval: Duration = .seconds(2), onNotice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    polling = PollingWatcher(gatherer: gatherer, interval: interval)
    self.onNotice = onNotice
    #if os(Linux)
      events = usesSystem ? try? InotifyWatcher(gatherer: gatherer, includesHidden: includesHidden) : nil
      if usesSystem, events == nil { say(.limitReached, .limitReached) }
    #else
      events = nil  // FSEvents takes this place on macOS.
    #endif
  }

  package func watch(_ folder: Folder) throws(WatchRefusal) {
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

  package func unwatch(_ folder: Folder) {
    events?.unwatch(folder)
    polling.unwatch(folder)
  }

  private func say(_ kind: Said, _ notice: WatchNotice) {
    if said.withLock({ $0.insert(kind).inserted }) { onNotice(notice) }
  }
}
