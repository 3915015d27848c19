import Synchronization

/// The state of a data source and its subscribers.
///
/// A lock protects all state, so that subscribers receive states in the order of publication. No callback is invoked
/// while it is held.
package final class SnapshotStore<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  package typealias Snapshot = SectionedSnapshot<Section, Item>
  package typealias Stream = AsyncThrowingStream<State, any Error>

  package struct State: Sendable {
    package var snapshot = Snapshot()
    package var numberOfReloads = 0
  }

  private struct Storage {
    var state = State()
    var isLoaded = false
    var reloadsAll: Bool
    var followers: [Int: Stream.Continuation] = [:]
    var nextFollower = 0
  }

  private let storage: Mutex<Storage>

  package init(reloadsAll: Bool) { storage = Mutex(Storage(reloadsAll: reloadsAll)) }

  package var snapshot: Snapshot { storage.withLock { $0.state.snapshot } }

  package var reloadsAll: Bool {
    get { storage.withLock { $0.reloadsAll } }
    set { storage.withLock { $0.reloadsAll = newValue } }
  }

  /// Publishes a state to all subscribers.
  ///
  /// - Parameter reloads: Whether subscribers reload everything, even if nothing changed.
  package func publish(_ snapshot: Snapshot, reloads: Bool) {
    storage.withLock { storage in
      // Subscribers that apply batches detect equal states themselves.
      let reloads = reloads || storage.reloadsAll && snapshot != storage.state.snapshot
      if reloads { storage.state.numberOfReloads += 1 }
      storage.state.snapshot = snapshot
      storage.isLoaded = true
      for follower in storage.followers.values { follower.yield(storage.state) }
    }
  }

  /// Returns a stream of states that starts with the current one and buffers only the newest.
  ///
  /// - Parameter onEnd: Called once when the subscriber cancels or the stream finishes.
  package func follow(onEnd: @escaping @Sendable () -> Void = {}) -> Stream {
    let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let follower = storage.withLock { storage in
      defer { storage.nextFollower += 1 }
      return storage.nextFollower
    }
    // Set this before the stream can finish.
    continuation.onTermination = { [weak self] _ in
      self?.storage.withLock { _ = $0.followers.removeValue(forKey: follower) }
      onEnd()
    }
    storage.withLock { storage in
      storage.followers[follower] = continuation
      if storage.isLoaded { continuation.yield(storage.state) }
    }
    return stream
  }

  package func end(throwing error: (any Error)? = nil) {
    let followers = storage.withLock { storage in
      defer { storage.followers = [:] }
      return storage.followers.values
    }
    for follower in followers { follower.finish(throwing: error) }
  }
}
