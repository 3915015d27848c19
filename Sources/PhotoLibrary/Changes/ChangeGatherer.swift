import Synchronization

/// Gathers the changes that watchers tell, so that copying in thousands of files is a few changes.
///
/// Changes are handed over once it has been quiet for a moment, and after a longer while at the latest. No
/// queue grows: what was not taken yet is one set of folders. One task takes them; any may tell them.
package final class ChangeGatherer: AsyncSequence, Sendable {
  /// How long changes are gathered.
  package struct Pace: Sendable {
    /// For how long nothing more must have changed.
    package var quiet: Duration
    /// After how long changes are handed over though more are coming.
    package var longest: Duration

    /// The pace at which people watch: 0.2 seconds of quiet, a second at most.
    package init(quiet: Duration = .milliseconds(200), longest: Duration = .seconds(1)) {
      self.quiet = quiet
      self.longest = longest
    }
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

  /// A gatherer without changes.
  package init(pace: Pace = Pace()) {
    self.pace = pace
    (ticks, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Takes in changes.
  package func add(_ body: (inout FolderChanges) -> Void) {
    let isAdded = state.withLock { state in
      let wasEmpty = state.changes.isEmpty
      body(&state.changes)
      guard !state.changes.isEmpty else { return false }
      state.last = .now
      if wasEmpty { state.first = state.last }
      return wasEmpty
    }
    if isAdded { tick.yield() }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(gatherer: self) }

  /// The place where changes are taken.
  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let gatherer: ChangeGatherer

    /// Waits for the next changes; `nil` where the task is cancelled.
    package mutating func next() async -> FolderChanges? { await gatherer.next() }
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
