import PhotoFiles
import Synchronization

/// Treats folders as changed at regular intervals, for file systems without notifications.
final class PollingWatcher: FolderWatcher {
  private struct State {
    var folders: Set<Folder> = []
    var pause: Duration
  }

  private let changes: DebouncedChanges
  private let interval: Duration
  private let state: Mutex<State>

  init(_ changes: DebouncedChanges, interval: Duration) {
    self.changes = changes
    self.interval = interval
    state = Mutex(State(pause: interval))
  }

  func watch(_ folder: Folder) { state.withLock { _ = $0.folders.insert(folder) } }

  func unwatch(_ folder: Folder) { state.withLock { _ = $0.folders.remove(folder) } }

  func adapt(to duration: Duration) {
    state.withLock { $0.pause = max(interval, duration * 4) }
  }

  func run() async {
    while true {
      do { try await Task.sleep(for: state.withLock { $0.pause }) } catch { return }
      let folders = state.withLock { $0.folders }
      if !folders.isEmpty { changes.add { $0.folders.formUnion(folders) } }
    }
  }
}

/// Polls paths whose changes a folder watch doesn't report: roots, symbolic links, and hard-linked files.
final class PathPoller: Sendable {
  private let changes: DebouncedChanges
  private let interval: Duration
  private let paths = Mutex<[PolledPath]>([])

  init(_ changes: DebouncedChanges, interval: Duration) {
    self.changes = changes
    self.interval = interval
  }

  func poll(_ paths: [PolledPath]) { self.paths.withLock { $0 = paths } }

  /// Polls until the task is cancelled. Uses a separate thread, since a path may refer to a server that doesn't
  /// respond.
  func run() async {
    await WorkerPool.using(threadCount: 1) { pool in
      await pool.run { [self] in
        var pause = interval
        while true {
          do { try await Task.sleep(for: pause) } catch { return }
          let start = ContinuousClock.now
          look()
          // Use at most 5 % of the time, regardless of the number of paths. Waiting for a lost server doesn't count.
          pause = RemoteFiles.hasOutage(since: start) ? interval : max(interval, (.now - start) * 20)
        }
      }
    }
  }

  private func look() {
    let changed = paths.withLock { $0 }.filter { !Task.isCancelled && $0.isChanged }
    guard !changed.isEmpty else { return }
    changes.add { changes in
      for path in changed {
        changes.trees.insert(path.path)
        if let folder = path.folder { changes.folders.insert(folder) }
      }
    }
  }
}
