import Synchronization

/// The reports on downloads on their way to one reader.
///
/// However slow the reader is, nothing grows: the newest report on each download is all that is kept. Reports come in
/// the order in which the downloads first had news that was not read yet.
final class DownloadFollower: Sendable {
  private struct State {
    var reports: [RemoteURL: DownloadProgress] = [:]
    var order: [RemoteURL] = []
    /// The first of them; those before it were read.
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

  init() { (ticks, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func add(_ progress: DownloadProgress) {
    state.withLock { state in
      if state.reports.updateValue(progress, forKey: progress.url) == nil { state.order.append(progress.url) }
    }
    tick.yield()
  }

  func finish() { tick.finish() }

  /// Waits for the next report; `nil` at the end, or if the task is cancelled.
  func next() async -> DownloadProgress? {
    while !Task.isCancelled {
      if let report = state.withLock({ $0.take() }) { return report }
      var ticks = ticks.makeAsyncIterator()
      guard await ticks.next() != nil else { return state.withLock { $0.take() } }
    }
    return nil
  }
}
