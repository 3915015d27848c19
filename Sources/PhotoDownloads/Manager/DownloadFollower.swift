import Synchronization

/// The queue of progress updates for one reader.
///
/// Only the newest update of each URL is stored, so that a slow reader costs no memory. Updates are ordered by the
/// first change that was not read yet.
final class DownloadFollower: Sendable {
  private struct State {
    var reports: [RemoteURL: DownloadProgress] = [:]
    var order: [RemoteURL] = []
    var next = 0

    mutating func take() -> DownloadProgress? {
      guard next < order.count else { return nil }
      let url = order[next]
      next += 1
      if next == order.count { (order, next) = ([], 0) }
      return reports.removeValue(forKey: url)
    }
  }

  private let state = Mutex(State())
  private let ticks: AsyncStream<Void>
  private let tick: AsyncStream<Void>.Continuation

  private let wanted: RemoteURL?

  init(of wanted: RemoteURL?) {
    self.wanted = wanted
    (ticks, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ progress: DownloadProgress) {
    guard wanted == nil || wanted == progress.url else { return }
    state.withLock { state in
      if state.reports.updateValue(progress, forKey: progress.url) == nil { state.order.append(progress.url) }
    }
    tick.yield()
  }

  func finish() { tick.finish() }

  /// Returns the next update, suspending until it arrives; `nil` at the end, or if the task is cancelled.
  func next() async -> DownloadProgress? {
    while !Task.isCancelled {
      if let report = state.withLock({ $0.take() }) { return report }
      var ticks = ticks.makeAsyncIterator()
      guard await ticks.next() != nil else { return state.withLock { $0.take() } }
    }
    return nil
  }
}
