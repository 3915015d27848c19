import SystemPackage
import TestSupport
import Testing

@testable import PhotoDownloads

/// Progress updates, and waiting for a file.
@Suite(.timeLimit(.minutes(5)))
struct DownloadReportTests {
  private let url: RemoteURL
  private let registry = DownloadRegistry()

  init() throws { url = try RemoteURL("http://example.org/a.jpg") }

  @Test func `a slow reader gets the newest report on each download`() async throws {
    let other = try RemoteURL("http://example.org/b.jpg")
    registry.add(url)
    let stream = registry.follow()
    registry.add(other)
    for number in 1...1000 {
      registry.update(url, state: .retrying(reason: "try \(number)"))
      registry.update(other, state: number % 2 == 0 ? .receiving : .retrying(reason: "again"))
    }
    registry.update(url, state: .finished("/a.jpg"))
    registry.finish()
    var states: [DownloadProgress.State] = []
    for await report in stream { states.append(report.state) }
    #expect(states == [.finished("/a.jpg"), .receiving])
  }

  @Test func `a fast reader gets every change of state`() async throws {
    registry.add(url)
    var reports = registry.follow().makeAsyncIterator()
    #expect(await reports.next()?.state == .waiting)
    registry.update(url, state: .receiving)
    #expect(await reports.next()?.state == .receiving)
    registry.update(url, state: .finished("/a.jpg"))
    #expect(await reports.next()?.state == .finished("/a.jpg"))
    registry.finish()
    #expect(await reports.next() == nil)
  }

  @Test func `cancelling the task ends the reader`() async {
    let reader = Task { [registry] in
      for await _ in registry.follow() {}
    }
    registry.add(url)
    reader.cancel()
    await reader.value
  }

  @Test func `a wait for a file can be cancelled, and the download goes on`() async throws {
    let server = try TestServer { _ in [.pause(milliseconds: 20_000)] }
    let tree = try TemporaryTree()
    let manager = try DownloadManager(
      folder: tree.at("state"), options: DownloadOptions(stallTimeout: 20, ignoresProxies: true))
    let url = try RemoteURL(server.url("/a.jpg"))
    try await manager.start(url, to: .folder(tree.at("target")))
    let waiting = Task { try await manager.file(of: url) }
    for await report in manager.progress where report.state == .receiving { break }
    waiting.cancel()
    await #expect(throws: DownloadError.cancelled(url)) { try await waiting.value }
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await manager.file(of: url)
    }
    late.cancel()
    await #expect(throws: DownloadError.cancelled(url)) { try await late.value }
    #expect(manager.download(of: url)?.isOver == false)
    await manager.cancel(url)
    await #expect(throws: DownloadError.cancelled(url)) { try await manager.file(of: url) }
  }
}
