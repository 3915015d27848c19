import PhotoFiles
import Synchronization

/// Watches folders by having them looked through again and again, for folders whose changes nothing tells.
final class PollingWatcher: FolderWatcher {
  private struct State {
    var folders: Set<Folder> = []
    var pause: Duration
  }

  private let changes: DebouncedChanges
  private let interval: Duration
  private let state: Mutex<State>

  /// A watcher that adds all its folders to `changes` once an interval while `run()` runs.
  init(_ changes: DebouncedChanges, interval: Duration) {
    self.changes = changes
    self.interval = interval
    state = Mutex(State(pause: interval))
  }

  func watch(_ folder: Folder) { state.withLock { _ = $0.folders.insert(folder) } }

  func unwatch(_ folder: Folder) { state.withLock { _ = $0.folders.remove(folder) } }

  /// Leaves four times as much rest as it took to look through what changed.
  func adapt(to duration: Duration) {
    state.withLock { $0.pause = max(interval, duration * 4) }
  }

  /// Adds all folders once an interval until the task is cancelled.
  func run() async {
    while true {
      do { try await Task.sleep(for: state.withLock { $0.pause }) } catch { return }
      let folders = state.withLock { $0.folders }
      if !folders.isEmpty { changes.add { $0.folders.formUnion(folders) } }
    }
  }
}
