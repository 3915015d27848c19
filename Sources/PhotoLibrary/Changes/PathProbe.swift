import PhotoFiles
import SystemPackage
import Synchronization

/// Looks now and then at paths whose changes no watch of their folder tells: roots, symbolic links, and files
/// that have other names elsewhere.
package final class PathProbe: Sendable {
  /// A path and what it led to when it was read.
  package struct Target: Sendable, Equatable {
    /// The path.
    let path: Folder
    /// The folder to read again where the path leads elsewhere; `nil` for a root.
    let folder: Folder?
    /// What the path led to; `nil` where that was nothing.
    let status: FileStatus?

    /// Whether the path leads to something else now. Changes inside a folder are told by its own watch.
    var isChanged: Bool {
      let current = try? FileStatus(path.path)
      return status?.kind == .directory
        ? current?.kind != .directory || current?.identity != status?.identity : current != status
    }
  }

  private let gatherer: ChangeGatherer
  private let interval: Duration
  private let targets = Mutex<[Target]>([])

  /// A probe that tells `gatherer` while `run()` runs.
  package init(gatherer: ChangeGatherer, interval: Duration = .seconds(2)) {
    self.gatherer = gatherer
    self.interval = interval
  }

  /// Looks at these paths from now on, and at no others.
  package func look(at targets: [Target]) { self.targets.withLock { $0 = targets } }

  /// Looks at the paths once an interval until the task is cancelled.
  package func run() async {
    var pause = interval
    while true {
      do { try await Task.sleep(for: pause) } catch { return }
      let time = ContinuousClock().measure {
        let changed = targets.withLock { $0 }.filter(\.isChanged)
        guard !changed.isEmpty else { return }
        gatherer.add { changes in
          for target in changed {
            changes.trees.insert(target.path)
            if let folder = target.folder { changes.folders.insert(folder) }
          }
        }
      }
      // Most of the time is left to others, however many links there are.
      pause = max(interval, time * 20)
    }
  }
}
