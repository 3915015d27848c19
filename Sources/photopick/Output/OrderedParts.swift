import Dispatch
import Synchronization

/// Parts of a work that threads take one after the other and finish in the same order.
///
/// `OrderedWork` is for tasks, each of which hands over a value of its own. Here a thread waits for its turn instead, and
/// works on the next part in the room of the last one.
final class OrderedParts: Sendable {
  private struct State {
    var taken = 0
    var finished = 0
    var failure: (any Error)?
    /// What the threads wait for that have worked on a part too early.
    var turns: [Int: DispatchSemaphore] = [:]
  }

  private let count: Int
  private let state = Mutex(State())

  /// Parts numbered from 0.
  init(count: Int) { self.count = count }

  /// The next part to work on; `nil` where none is left or one has failed.
  func next() -> Int? {
    state.withLock { state in
      guard state.taken < count, state.failure == nil else { return nil }
      defer { state.taken += 1 }
      return state.taken
    }
  }

  /// Waits until all parts before are finished, and finishes one by `body`, unless one has failed.
  func finish(_ part: Int, _ body: () throws -> Void) {
    // Who took a part before works on it or waits for those before that, so that somebody always goes on.
    let turn = state.withLock { state -> DispatchSemaphore? in
      guard state.finished < part, state.failure == nil else { return nil }
      let turn = DispatchSemaphore(value: 0)
      state.turns[part] = turn
      return turn
    }
    turn?.wait()
    guard state.withLock({ $0.failure == nil }) else { return }
    let result = Result { try body() }
    state.withLock { state in
      switch result {
      case .success:
        state.finished += 1
        state.turns.removeValue(forKey: state.finished)?.signal()
      case .failure(let error):
        state.failure = error
        for turn in state.turns.values { turn.signal() }
      }
    }
  }

  /// Ends the work.
  ///
  /// - Throws: what the first `body` threw.
  func end() throws { if let failure = state.withLock({ $0.failure }) { throw failure } }
}
