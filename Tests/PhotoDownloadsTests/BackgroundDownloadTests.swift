import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDownloads

/// Files that one process queues and another one fetches.
@Suite(.timeLimit(.minutes(5)))
struct BackgroundDownloadTests {
  private let tree: TemporaryTree
  private let folder: DownloadFolder
  private let manager: DownloadManager

  init() throws {
    tree = try TemporaryTree()
    folder = try DownloadFolder(tree.at("state"))
    let retry = RetryPolicy(
      maximumFailures: 1, maximumTries: 1, firstDelay: .milliseconds(1), maximumDelay: .milliseconds(1))
    manager = try DownloadManager(
      folder: tree.at("state"), options: DownloadOptions(retry: retry, ignoresProxies: true))
  }

  /// A URL at which nothing answers.
  private func url(_ name: String) throws -> RemoteURL { try RemoteURL("http://127.0.0.1:1/\(name).jpg") }

  private func claim(
    _ name: String, to target: FilePath = "target", owner: ProcessIdentity? = .own
  ) throws -> ClaimedDownload {
    try folder.claim(url(name), .folder(tree.path.pushing(target)), acceptsAnyData: true, owner: owner)
  }

  private func state(_ name: String) throws -> RecordedDownload.State? {
    let url = try url(name)
    return try folder.recorded().first { $0.url == url }?.state
  }

  @Test func `a process starts the waiting files of its own queue`() async throws {
    _ = try claim("waiting")
    _ = try claim("other", owner: ProcessIdentity(identifier: "1-0-elsewhere"))
    try claim("failed").end(with: .gaveUp(url("failed"), tries: 1, reason: "no"))
    _ = try claim("foreground", owner: nil)
    #expect(try await manager.resumeQueue(of: .own) == [url("waiting")])
    await #expect(throws: DownloadError.self) { try await manager.file(of: url("waiting")) }
    #expect(manager.downloads.map(\.url) == [try url("waiting")])
  }

  @Test func `a destination that can't be made is recorded only in the background`() async throws {
    try tree.file("file", [1])
    let target = DownloadDestination.folder(tree.at("file/target"))
    _ = try claim("queued", to: "file/target")
    _ = try await manager.resumeQueue(of: .own)
    let error = DownloadError.noDestination(try url("queued"), target, .fileExists)
    await #expect(throws: error) { try await manager.file(of: url("queued")) }
    #expect(try state("queued") == .stopped(error.failure))
    let foreground = try url("foreground")
    try await manager.start(foreground, to: target)
    await #expect(throws: DownloadError.noDestination(foreground, target, .fileExists)) {
      try await manager.file(of: foreground)
    }
    #expect(try state("foreground") == nil)
  }

  @Test func `each outcome of the background is reported once`() async throws {
    let path = tree.at("target/a.jpg")
    try claim("finished").end(with: path)
    let failed = DownloadError.refused(try url("failed"), status: 403)
    try claim("failed").end(with: failed)
    try claim("foreground", owner: nil).end(with: .refused(url("foreground"), status: 403))
    var reports: [RemoteURL: DownloadProgress.State] = [:]
    try await manager.collectOutcomes { progress, remaining in
      #expect(remaining == 0 && reports[progress.url] == nil)
      reports[progress.url] = progress.state
    }
    let expected: [RemoteURL: DownloadProgress.State] = [
      try url("finished"): .finished(path),
      try url("failed"): .failed(.endedInBackground(try url("failed"), failed.failure)),
    ]
    #expect(reports == expected)
    #expect(try state("finished") == nil)
    try await manager.collectOutcomes { progress, _ in Issue.record("\(progress.url) again") }
  }

  @Test func `a report that fails is repeated the next time`() async throws {
    struct Full: Error {}
    try claim("a").end(with: tree.at("target/a.jpg"))
    await #expect(throws: Full.self) { try await manager.collectOutcomes { _, _ in throw Full() } }
    var count = 0
    try await manager.collectOutcomes { _, _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `a waiting file is followed to its end, also if another process cancels it`() async throws {
    let url = try url("a")
    _ = try claim("a")
    var reports: [DownloadProgress.State] = []
    var remainders: [Int] = []
    try await manager.collectOutcomes { progress, remaining in
      if progress.state == .waiting { try folder.cancel(url) }
      reports.append(progress.state)
      remainders.append(remaining)
    }
    #expect(reports == [.waiting, .failed(.endedInBackground(url, DownloadError.cancelled(url).failure))])
    #expect(remainders == [1, 0])
  }

  @Test func `a finished file that is fetched anew while its outcome is collected stays`() async throws {
    try claim("a").end(with: tree.at("target/a.jpg"))
    var claims: [ClaimedDownload] = []
    try await manager.collectOutcomes { _, _ in claims.append(try claim("a", owner: nil)) }
    #expect(claims.count == 1)
    #expect(try state("a") == .receiving)
  }

  @Test func `waiting and interrupted files are cancelled alike`() async throws {
    _ = try claim("waiting")
    _ = try claim("interrupted", owner: nil)
    try await manager.cancel(manager.recorded())
    for name in ["waiting", "interrupted"] {
      #expect(try state(name) == .stopped(DownloadError.cancelled(url(name)).failure))
    }
  }

  @Test func `cancelling waits for the process that fetches the file`() async throws {
    let url = try url("a")
    var claim: ClaimedDownload? = try claim("a")
    let downloads = try folder.recorded()
    #expect(downloads.map(\.state) == [.receiving])
    async let cancelled: Void = manager.cancel(downloads)
    while !folder.isCancellationRequested(of: url) { await Task.yield() }
    withExtendedLifetime(claim) {}
    claim = nil
    try await cancelled
    #expect(try state("a") == .stopped(DownloadError.cancelled(url).failure))
  }
}
