import PhotoFiles
import Synchronization

struct FolderChanges: Sendable, Hashable {
  /// Folders whose direct entries may have changed.
  var folders: Set<Folder> = []
  /// Folders that were moved, replaced or deleted, including their subfolders.
  var trees: Set<Folder> = []
  /// Whether events were lost, so that any folder may have changed.
  var isEverything = false

  var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

  mutating func formUnion(_ other: FolderChanges) {
    folders.formUnion(other.folders)
    trees.formUnion(other.trees)
    isEverything = isEverything || other.isEverything
  }
}

/// Coalesces the changes reported by watchers, so that copying thousands of files results in a few updates.
///
/// Changes are delivered after a quiet period, or after `longest` at the latest. Pending changes are a set of
/// folders, so memory stays bounded. Any task may add changes; one task consumes them.
final class DebouncedChanges: AsyncSequence, Sendable {
  struct Pace: Sendable {
    var quiet = Duration.milliseconds(200)
    var longest = Duration.seconds(1)
  }

  private struct State {
    var changes = FolderChanges()
    var first = ContinuousClock.now
    var last = ContinuousClock.now
  }

  private let pace: Pace
  private let state = Mutex(State())
  private let ticks: AsyncStream<Void>
  private let tick: AsyncStream<Void>.Continuation

  init(pace: Pace = Pace()) {
    self.pace = pace
    (ticks, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ body: (inout FolderChanges) -> Void) {
    let wasEmpty = state.withLock { state in
      let wasEmpty = state.changes.isEmpty
      body(&state.changes)
      state.last = .now
      if wasEmpty { state.first = state.last }
      return wasEmpty
    }
    // If there already was a change, the consumer is awake.
    if wasEmpty { tick.yield() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(changes: self) }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let changes: DebouncedChanges

    mutating func next() async -> FolderChanges? { await changes.next() }
  }

  private func next() async -> FolderChanges? {
    while !Task.isCancelled {
      let due = state.withLock { state in
        state.changes.isEmpty ? nil : Swift.min(state.last + pace.quiet, state.first + pace.longest)
      }
      if let due {
        if due <= .now { return take() }
        try? await ContinuousClock().sleep(until: due)
      } else {
        var ticks = ticks.makeAsyncIterator()
        guard await ticks.next() != nil else { return nil }
      }
    }
    return nil
  }

  private func take() -> FolderChanges {
    state.withLock { state in
      defer { state.changes = FolderChanges() }
      return state.changes
    }
  }
}
