import Synchronization

/// A registry of the progress of all downloads: those that run write to it, followers read from it.
final class DownloadRegistry: Sendable {
  private struct Entry {
    var progress: DownloadProgress
    var lastSent: ContinuousClock.Instant?
  }

  private struct State {
    var entries: [RemoteURL: Entry] = [:]
    var order: [RemoteURL] = []
    var followers: [Int: AsyncStream<DownloadProgress>.Continuation] = [:]
    var nextFollower = 0
  }

  /// The least time between two reports of bytes of one download; a change of state is always reported.
  private static let interval = Duration.milliseconds(100)

  private let state = Mutex(State())

  /// All downloads in the order they were started.
  var all: [DownloadProgress] {
    state.withLock { state in state.order.compactMap { state.entries[$0]?.progress } }
  }

  /// The progress of one download.
  func progress(of url: RemoteURL) -> DownloadProgress? {
    state.withLock { $0.entries[url]?.progress }
  }

  /// Adds a download, or starts one that is over anew.
  func add(_ url: RemoteURL) {
    let progress = DownloadProgress(url: url, state: .waiting, received: 0, total: nil)
    state.withLock { state in
      if state.entries[url] == nil { state.order.append(url) }
      state.entries[url] = Entry(progress: progress)
      state.followers.values.forEach { $0.yield(progress) }
    }
  }

  /// Changes the state of a download.
  func update(_ url: RemoteURL, state newState: DownloadProgress.State) {
    state.withLock { state in
      guard var entry = state.entries[url], entry.progress.state != newState else { return }
      entry.progress.state = newState
      entry.lastSent = nil
      state.entries[url] = entry
      state.followers.values.forEach { $0.yield(entry.progress) }
    }
  }

  /// Changes the bytes that have arrived.
  func update(_ url: RemoteURL, received: Int64, total: Int64?) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard var entry = state.entries[url] else { return }
      entry.progress.received = received
      entry.progress.total = total
      let isDue = entry.lastSent.map { $0.duration(to: now) >= Self.interval } ?? true
      if isDue { entry.lastSent = now }
      state.entries[url] = entry
      if isDue { state.followers.values.forEach { $0.yield(entry.progress) } }
    }
  }

  /// The progress of each download now, then every change.
  func follow() -> AsyncStream<DownloadProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: DownloadProgress.self)
    let follower = state.withLock { state in
      state.nextFollower += 1
      state.followers[state.nextFollower] = continuation
      for url in state.order { if let entry = state.entries[url] { continuation.yield(entry.progress) } }
      return state.nextFollower
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.followers.removeValue(forKey: follower) }
    }
    return stream
  }

  /// Ends the streams of all followers.
  func finish() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      return Array(state.followers.values)
    }
    followers.forEach { $0.finish() }
  }
}
