import PhotoLibrary
import PhotoPicker
import Synchronization

/// Keeps a draft as people pick, beside what the screen does. Of several changes in quick succession the last one
/// is written.
final class DraftKeeper: Sendable {
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

  /// A keeper of a draft that holds `assets`, and perhaps photos that cannot be read now, which stay in it.
  init(_ name: DraftName, in store: DraftStore, holding assets: [Asset]) {
    self.name = name
    self.store = store
    state = Mutex(State(kept: assets.map(\.pathBytes)))
  }

  /// Makes the draft hold what is picked now.
  func keep(_ picked: [Asset]) {
    let paths = picked.map(\.pathBytes)
    state.withLock { state in
      state.wanted = paths
      if state.writing == nil { state.writing = Task { self.write() } }
    }
  }

  /// Waits until everything is written; why it could not be, in one line.
  func finish() async -> String? {
    while let task = state.withLock({ $0.writing }) { await task.value }
    return state.withLock { $0.failure }
  }

  private func write() {
    while let (kept, wanted) = next() {
      do {
        try store.update(name) { paths in
          DraftChange(adding: wanted, removing: Set(kept).subtracting(wanted)).applied(to: paths)
        }
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
      defer { (state.kept, state.wanted) = (wanted, nil) }
      return (state.kept, wanted)
    }
  }
}
