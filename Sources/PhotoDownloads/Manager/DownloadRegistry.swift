import Synchronization

/// The progress of all files, written by transfers and read by followers.
final class DownloadRegistry: Sendable {
  private struct Entry {
    var progress: DownloadProgress
    var lastSent: ContinuousClock.Instant?
  }

  private struct State {
    var entries: [RemoteURL: Entry] = [:]
    var order: [RemoteURL] = []
    var followers: [Follower] = []

    mutating func report(_ progress: DownloadProgress) {
      followers.removeAll { follower in
        follower.reports?.add(progress)
        return follower.reports == nil
      }
    }
  }

  private struct Follower {
    weak var reports: DownloadFollower?
  }

  /// The minimum time between two updates of the bytes; a change of state is sent immediately.
  private static let interval = Duration.milliseconds(100)

  private let state = Mutex(State())

  var all: [DownloadProgress] {
    state.withLock { state in state.order.compactMap { state.entries[$0]?.progress } }
  }

  func progress(of url: RemoteURL) -> DownloadProgress? {
    state.withLock { $0.entries[url]?.progress }
  }

  func add(_ url: RemoteURL) {
    let progress = DownloadProgress(url: url, state: .waiting, received: 0, total: nil)
    state.withLock { state in
      if state.entries[url] == nil { state.order.append(url) }
      state.entries[url] = Entry(progress: progress)
      state.report(progress)
    }
  }

  func update(_ url: RemoteURL, state newState: DownloadProgress.State) {
    state.withLock { state in
      guard var entry = state.entries[url], entry.progress.state != newState else { return }
      entry.progress.state = newState
      entry.lastSent = nil
      state.entries[url] = entry
      state.report(entry.progress)
    }
  }

  func update(_ url: RemoteURL, received: Int64, total: Int64?) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard var entry = state.entries[url] else { return }
      entry.progress.received = received
      entry.progress.total = total
      let isDue = entry.lastSent.map { $0.duration(to: now) >= Self.interval } ?? true
      if isDue { entry.lastSent = now }
      state.entries[url] = entry
      if isDue { state.report(entry.progress) }
    }
  }

  /// Returns the current progress of all URLs or a single one, then the newest of each that has changed since it was
  /// read.
  func follow(_ wanted: RemoteURL? = nil) -> AsyncStream<DownloadProgress> {
    let reports = DownloadFollower(of: wanted)
    state.withLock { state in
      state.followers.append(Follower(reports: reports))
      for url in state.order { if let entry = state.entries[url] { reports.add(entry.progress) } }
    }
    return AsyncStream { await reports.next() }
  }

  func finish() {
    state.withLock { state in
      for follower in state.followers { follower.reports?.finish() }
      state.followers = []
    }
  }
}
