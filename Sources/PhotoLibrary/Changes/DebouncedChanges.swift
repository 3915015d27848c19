import PhotoFiles
import Synchronization

/// What may have changed in the folders that are watched.
struct FolderChanges: Sendable, Hashable {
  /// Folders whose own files and names may have changed.
  var folders: Set<Folder> = []
  /// Folders that were moved, replaced or removed, with all that lay below them.
  var trees: Set<Folder> = []
  /// Events were lost, so that anything may have changed.
  var isEverything = false

  var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

  mutating func formUnion(_ other: FolderChanges) {
    folders.formUnion(other.folders)
    trees.formUnion(other.trees)
    isEverything = isEverything || other.isEverything
  }
}

/// The changes that watchers tell, debounced, so that copying in thousands of files is a few changes.
///
/// Changes arrive once it has been quiet for a moment, and after a longer while at the latest. No queue grows: what was
/// not taken yet is one set of folders. One task takes them; any may add them.
final class DebouncedChanges: AsyncSequence, Sendable {
  struct Pace: Sendable {
    /// For how long nothing more must have changed.
    var quiet = Duration.milliseconds(200)
    /// After how long changes arrive though more are coming.
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
    // If there still is nothing, whoever waits goes on waiting.
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
