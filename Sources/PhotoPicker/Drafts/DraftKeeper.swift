import PhotoFiles
import Synchronization

/// Saves a draft while the user picks. Rapid changes are coalesced; a background thread does the writing, which may
/// block on storage or on locks.
public final class DraftKeeper: Sendable {
  private struct State {
    /// The paths this picker has saved or loaded.
    var kept: [[UInt8]]
    var wanted: [[UInt8]]?
    var writing: Task<Void, Never>?
    var failure: String?
  }

  private let name: DraftName
  private let store: DraftStore
  private let state: Mutex<State>

  /// Creates a keeper for a draft that contains `paths`. The draft may also contain missing photos, which it
  /// preserves.
  public init(_ name: DraftName, in store: DraftStore, holding paths: [[UInt8]]) {
    self.name = name
    self.store = store
    state = Mutex(State(kept: paths))
  }

  /// Replaces the picks in the draft.
  public func keep(_ paths: [[UInt8]]) {
    state.withLock { state in
      state.wanted = paths
      if state.writing == nil {
        state.writing = Task { await WorkerPool.using(threadCount: 1) { await $0.run { self.write() } } }
      }
    }
  }

  /// Completes pending writes, and returns a one-line error message if the last one failed.
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
