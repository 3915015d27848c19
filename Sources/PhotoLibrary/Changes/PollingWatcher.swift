import PhotoFiles
import Synchronization

/// Watches folders by having them looked through again and again, where nothing tells of changes.
package final class PollingWatcher: FolderWatcher {
  private struct State {
    var folders: Set<Folder> = []
    var pause: Duration
  }

  private let gatherer: ChangeGatherer
  private let interval: Duration
  private let state: Mutex<State>

  /// A watcher that tells `gatherer` of all its folders once an interval while `run()` runs.
  package init(gatherer: ChangeGatherer, interval: Duration = .seconds(2)) {
    self.gatherer = gatherer
    self.interval = interval
    state = Mutex(State(pause: interval))
  }

  package func watch(_ folder: Folder) { state.withLock { _ = $0.folders.insert(folder) } }

  package func unwatch(_ folder: Folder) { state.withLock { _ = $0.folders.remove(folder) } }

  /// Leaves four times as much rest as it took to look through what changed.
  package func adapt(to duration: Duration) {
    state.withLock { $0.pause = max(interval, duration * 4) }
  }

  /// Tells all folders once an interval until the task is cancelled.
  package func run() async {
    while true {
      do { try await Task.sleep(for: state.withLock { $0.pause }) } catch { return }
      let folders = state.withLock { $0.folders }
      if !folders.isEmpty { gatherer.add { $0.folders.formUnion(folders) } }
    }
  }
}
