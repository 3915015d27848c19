import Synchronization

/// The state of a data source and those who follow it.
///
/// Every access is short and holds one lock, so states reach all followers in the order in which they were
/// published. Nothing that could call back is called while the lock is held.
package final class SnapshotStore<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  package typealias Snapshot = SectionedSnapshot<Section, Item>
  package typealias Stream = AsyncThrowingStream<State, any Error>

  /// A snapshot and the number of times everything had to be shown anew before it.
  package struct State: Sendable {
    package var snapshot = Snapshot()
    package var numberOfReloads = 0
  }

  private struct Storage {
    var state = State()
    /// Whether there is a state worth telling; false until the first one was published.
    var isLoaded = false
    var reloadsAll: Bool
    var followers: [Int: Stream.Continuation] = [:]
    var nextFollower = 0
  }

  private let storage: Mutex<Storage>

  package init(reloadsAll: Bool) {
    storage = Mutex(Storage(reloadsAll: reloadsAll))
  }

  package var snapshot: Snapshot { storage.withLock { $0.state.snapshot } }

  package var reloadsAll: Bool {
    get { storage.withLock { $0.reloadsAll } }
    set { storage.withLock { $0.reloadsAll = newValue } }
  }

  /// Takes a new state on and tells all followers.
  ///
  /// - Parameter reloads: Whether followers show everything anew, even if nothing changed.
  package func publish(_ snapshot: Snapshot, reloads: Bool) {
    storage.withLock { storage in
      // Followers that apply batches find out by themselves whether anything changed.
      let reloads = reloads || storage.reloadsAll && snapshot != storage.state.snapshot
      if reloads {
        storage.state.numberOfReloads += 1
      }
      storage.state.snapshot = snapshot
      storage.isLoaded = true
      for follower in storage.followers.values {
        follower.yield(storage.state)
      }
    }
  }

  /// Starts a stream of states, beginning with the present one, that keeps the newest unread one.
  ///
  /// - Parameter onEnd: Called once when the follower leaves, or when the stream was ended.
  package func follow(onEnd: @escaping @Sendable () -> Void = {}) -> Stream {
    let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let follower = storage.withLock { storage in
      defer { storage.nextFollower += 1 }
      return storage.nextFollower
    }
    // Set before anyone can end the stream.
    continuation.onTermination = { [weak self] _ in
      self?.storage.withLock { _ = $0.followers.removeValue(forKey: follower) }
      onEnd()
    }
    storage.withLock { storage in
      storage.followers[follower] = continuation
      if storage.isLoaded {
        continuation.yield(storage.state)
      }
    }
    return stream
  }

  package func end(throwing error: (any Error)? = nil) {
    let followers = storage.withLock { storage in
      defer { storage.followers = [:] }
      return storage.followers.values
    }
    for follower in followers {
      follower.finish(throwing: error)
    }
  }
}
