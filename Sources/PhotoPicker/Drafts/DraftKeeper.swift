import PhotoFiles
import Synchronization

/// Keeps a draft as people pick, beside what else they do. Of several changes in quick succession the last one is
/// written, by a thread that may wait for the disk and for other processes.
public final class DraftKeeper: Sendable {
  private struct State {
    /// The paths that this picker has put into the draft, or found there.
    var kept: [[UInt8]]
    var wanted: [[UInt8]]?
    var writing: Task<Void, Never>?
    var failure: String?
  }

  private let name: DraftName
  private let store: DraftStore
  private let state: Mutex<State>

  /// A keeper of a draft that holds `paths`, and perhaps others that cannot be read now, which stay in it.
  public init(_ name: DraftName, in store: DraftStore, holding paths: [[UInt8]]) {
    self.name = name
    self.store = store
    state = Mutex(State(kept: paths))
  }

  /// Makes the draft hold the paths of what is picked now, in their order.
  public func keep(_ paths: [[UInt8]]) {
    state.withLock { state in
      state.wanted = paths
      if state.writing == nil {
        state.writing = Task { await WorkerPool.using(threadCount: 1) { await $0.run { self.write() } } }
      }
    }
  }

  /// Waits until everything is written; why the last change could not be, in one line.
  public func finish() async -> String? {
    while let task = state.withLock({ $0.writing }) { await task.value }
    return state.withLock { $0.failure }
  }

  private func write() {
    while let (kept, wanted) = next() {
      do {
        try store.update(name) { DraftChange(from: kept, to: wanted).applied(to: $0) }
        state.withLock { ($0.kept, $0.failure) = (wanted, nil) }
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
    }
  }

  private func next() -> (kept: [[UInt8]], wanted: [[UInt8]])? {
    state.withLock { state in
      guard let wanted = state.wanted else {
        state.writing = nil
        return nil
      }
      state.wanted = nil
      return (state.kept, wanted)
    }
  }
}
