import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDownloads
@testable import PhotoRemote

/// Responses about received bytes, not sent by a server.
struct PartFileTests {
  private let tree: TemporaryTree
  private let folder: DownloadFolder
  private let url: RemoteURL

  init() throws {
    tree = try TemporaryTree()
    folder = try DownloadFolder(tree.at("state"))
    url = try RemoteURL("http://example.org/a.jpg")
  }

  @Test func `a download that ended after it was listed is not restarted`() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try folder.claim(url, .folder(tree.at("target")), acceptsAnyData: true, .resumed)
    }
    #expect(try folder.folder.names().isEmpty)
    _ = try claim()
    _ = try folder.claim(url, .folder(tree.at("target")), acceptsAnyData: true, .resumed)
    #expect(try folder.folder.names().count == 2)
  }

  @Test func `listing downloads doesn't block other processes`() throws {
    do { _ = try claim() }
    let name = try #require(try folder.folder.names().first { $0.text.hasSuffix(".part") })
    // Like a listing, but for longer.
    let probe = try folder.folder.open(name, O_RDONLY)
    try probe.lock(.shared)
    #expect(throws: Errno.wouldBlock) { try claim() }
    WorkerThread.start {
      usleep(50_000)
      probe.closeUnlocked()
    }
    let download = try claim()
    let states = try withExtendedLifetime(download) { try folder.recorded().map(\.state) }
    #expect(states == [.receiving])
  }

  @Test func `files with temporary names after a kill are restored`() throws {
    try tree.file("target/b.jpg", [1, 2, 3])
    let target = try OpenFolder(tree.at("target"))
    do {
      let download = try claim()
      let part = RedundantFile(download.names.part, in: folder.folder)
      let file = RedundantFile(FileName("b.jpg"), in: target)
      try download.part.writeAll([1, 2, 3])
      var record = download.record
      record.finalName = "b.jpg"
      record.temporaryNames = .init(part: part.temporaryName.text, file: file.temporaryName.text)
      try download.save(record)
      try folder.folder.replace(download.names.part, in: folder.folder, as: part.temporaryName)
      try target.replace(FileName("b.jpg"), in: target, as: file.temporaryName)
    }
    #expect(try claim().size() == 3)
    #expect(tree.names("target") == ["b.jpg"])
    #expect(try folder.folder.names().count == 2)
  }

  private func claim(acceptsAnyData: Bool = true) throws -> ClaimedDownload {
    try folder.claim(url, .folder(tree.at("target")), acceptsAnyData: acceptsAnyData)
  }

  private func part(_ claim: ClaimedDownload, limit: Int64 = 1 << 30) throws -> PartFile {
    let part = try PartFile(url, claim, sizeLimit: limit) { _, _ in }
    _ = try part.nextRequest(DownloadOptions())
    return part
  }

  private func head(
    _ status: Int, length: Int64? = nil, range: String? = nil, tag: String? = "\"a\"", modified: String? = nil
  ) -> TransferHead {
    TransferHead(
      status: status, contentLength: length, contentRange: range, entityTag: tag, lastModified: modified,
      lastModifiedIsStrong: modified != nil)
  }

  private func receive(_ part: PartFile, _ count: Int) -> Bool {
    [UInt8](repeating: 7, count: count).withUnsafeBytes { part.receive($0) }
  }

  private func outcome(_ part: PartFile, _ status: Int = 200, _ end: TransferResult.End = .done) -> String {
    switch part.outcome(TransferResult(end: end, status: status, retryAfter: 3)) {
    case .whole: "whole"
    case .changed: "changed"
    case .again(let reason, let after): "again \(after) \(reason)"
    case .over(let error): "over \(error)"
    }
  }

  /// Four of ten bytes have arrived, and the rest was requested.
  private func halfWay(_ claim: ClaimedDownload) throws -> PartFile {
    let part = try part(claim)
    #expect(part.receive(head(200, length: 10)) && receive(part, 4))
    #expect(outcome(part) == "again 0 the connection was cut at byte 4 of 10")
    let request = try part.nextRequest(DownloadOptions())
    #expect(request.offset == 4 && request.validator == "\"a\"")
    return part
  }

  @Test
  func `a file at the limit is accepted, a larger one is not`()
    throws
  {
    let claim = try claim()
    let told = try part(claim, limit: 10)
    #expect(told.receive(head(200, length: 10)) && receive(told, 10))
    #expect(outcome(told) == "whole" && told.isWhole && told.received == 10)
    let large = try part(claim, limit: 10)
    #expect(!large.receive(head(200, length: 11)))
    #expect(outcome(large) == "over \(DownloadError.tooLarge(url, limit: 10))")
    let untold = try part(claim, limit: 10)
    #expect(untold.receive(head(200)) && receive(untold, 10) && !receive(untold, 1))
    #expect(outcome(untold) == "over \(DownloadError.tooLarge(url, limit: 10))")
  }

  @Test func `the rest is appended`() throws {
    let part = try halfWay(try claim())
    #expect(part.receive(head(206, range: "bytes 4-9/10")) && receive(part, 5))
    #expect(outcome(part, 206) == "again 0 the connection was cut at byte 9 of 10")
    #expect(try part.nextRequest(DownloadOptions()).offset == 9)
    #expect(part.receive(head(206, range: "bytes 9-9/10")) && receive(part, 1))
    #expect(outcome(part, 206) == "whole" && part.received == 10)
  }

  @Test(
    arguments: [
      ("bytes 3-9/10", nil, "again 0 the server sends a part that was not asked for"),
      ("bytes 5-9/10", nil, "again 0 the server sends a part that was not asked for"),
      ("bytes */10", nil, "again 0 the server sends a part that was not asked for"),
      ("x", nil, "again 0 the server sends a part that was not asked for"),
      ("bytes 4-9/11", nil, "changed"), ("bytes 4-9/10", "\"b\"", "changed"), ("bytes 4-9/*", "\"a\"", nil),
      ("bytes 4-9/10", "W/\"b\"", nil), ("bytes 4-9/10", nil, nil),
    ] as [(String, String?, String?)])
  func `a range is accepted only if it was requested`(
    range: String, tag: String?, refusal: String?
  ) throws {
    let part = try halfWay(try claim())
    #expect(part.receive(head(206, range: range, tag: tag)) == (refusal == nil))
    guard let refusal else { return }
    #expect(outcome(part, 206) == refusal)
    let request = try part.nextRequest(DownloadOptions())
    #expect(request.offset == 0 && request.validator == nil && part.received == 0)
  }

  @Test func `a complete file instead of a range restarts the download`() throws {
    let part = try halfWay(try claim())
    #expect(part.receive(head(200, length: 3, tag: "\"b\"")) && receive(part, 3))
    #expect(outcome(part) == "whole" && part.received == 3 && part.record.validator == "\"b\"")
  }

  @Test func `a download is complete without further bytes only if the length matches`() throws {
    let claim = try claim()
    let part = try halfWay(claim)
    #expect(!part.receive(head(416, range: "bytes */4")))
    #expect(outcome(part, 416) == "whole" && part.isWhole)
    let other = try halfWay(claim)
    #expect(!other.receive(head(416, range: "bytes */5")) && !other.isWhole)
    #expect(outcome(other, 416) == "changed")
    let first = try self.part(claim)
    _ = first.receive(head(200))
    _ = try first.nextRequest(DownloadOptions())
    #expect(!first.receive(head(416, range: "bytes */0")) && !first.isWhole)
  }

  @Test(arguments: [
    (200, "whole"), (206, "whole"), (404, "over"), (403, "over"), (304, "over"), (500, "again 3"),
    (503, "again 3"),
    (429, "again 3"), (408, "again 3"), (501, "over"), (416, "changed"),
  ])
  func `a status determines whether to retry`(status: Int, expected: String) throws {
    #expect(outcome(try part(try claim()), status).hasPrefix(expected))
  }

  @Test func `temporary failures are distinguished from permanent ones`() throws {
    let part = try part(try claim())
    #expect(outcome(part, 0, .temporaryFailure("cut")) == "again 3 cut")
    #expect(
      outcome(part, 0, .permanentFailure("no host")) == "over \(DownloadError.failed(url, reason: "no host"))"
    )
    #expect(outcome(part, 0, .cancelled) == "over \(DownloadError.cancelled(url))")
  }

  @Test func `invalid data is detected with the first bytes`() throws {
    do {
      let part = try part(try claim(acceptsAnyData: false))
      #expect(part.receive(head(200)) && receive(part, 16_383) && !receive(part, 1))
      #expect(outcome(part).hasPrefix("over"))
    }
    do {
      let any = try part(try claim())
      #expect(any.receive(head(200)) && receive(any, 20_000))
      #expect(try any.checkWhole() == .unknown)
    }
    let short = try part(try claim(acceptsAnyData: false))
    #expect(short.receive(head(200)) && receive(short, 10))
    #expect(throws: DownloadError.self) { try short.checkWhole() }
  }

  /// The state of a download in the next run.
  private func found(_ leave: (ClaimedDownload) throws -> Void) throws -> (received: Int64, isWhole: Bool) {
    try leave(try claim())
    let part = try PartFile(url, try claim(), sizeLimit: 100) { _, _ in }
    return (part.received, part.isWhole)
  }

  @Test func `a download of an earlier run is complete if all bytes and a validator exist`()
    throws
  {
    let all = try found { claim in
      let part = try halfWay(claim)
      #expect(part.receive(head(206, range: "bytes 4-9/10")) && receive(part, 6))
    }
    #expect(all == (10, true))
    let half = try found { claim in _ = try halfWay(claim) }
    #expect(half == (4, false))
    let untold = try found { claim in
      let part = try part(claim)
      #expect(part.receive(head(200, length: 10, tag: nil)) && receive(part, 10))
    }
    #expect(untold == (10, false))
  }

  @Test func `a download is listed as active, stopped or interrupted`() throws {
    func listed() throws -> RecordedDownload { try #require(try folder.recorded().first) }
    do {
      let claim = try claim()
      #expect(try listed().state == .receiving)
      #expect(throws: Errno.wouldBlock) { try self.claim() }
      withExtendedLifetime(claim) {}
    }
    #expect(try listed().state == .cutOff && listed().received == 0)
    let error = DownloadError.gaveUp(url, tries: 2, reason: "no")
    try claim().end(with: error)
    #expect(try listed().state == .stopped(error.failure))
    do { _ = try claim() }
    #expect(try listed().state == .cutOff, "it was begun again")
    try claim().remove()
    #expect(try folder.recorded().isEmpty)
  }

  @Test func `a background download is listed until its outcome is collected`() throws {
    let target = DownloadDestination.folder(tree.at("target"))
    func queued() throws -> ClaimedDownload {
      try folder.claim(url, target, acceptsAnyData: true, owner: .own)
    }
    func begun() throws -> ClaimedDownload {
      try folder.claim(url, target, acceptsAnyData: true, .queued, owner: .own)
    }
    func state() throws -> RecordedDownload.State? { try folder.recorded().first?.state }
    _ = try queued()
    #expect(try state() == .waiting)
    try begun().end(with: .refused(url, status: 404))
    let failure = DownloadFailure(reason: "the server answers with status 404", remedy: nil)
    #expect(try state() == .stopped(failure))
    #expect(throws: Errno.noSuchFileOrDirectory) { try begun() }
    #expect(try folder.recorded().map(\.isInBackground) == [true])
    try folder.collect(url)
    #expect(try folder.recorded().map(\.isInBackground) == [false])
    _ = try queued()
    try begun().end(with: tree.at("target/a.jpg"))
    #expect(try state() == .finished(tree.at("target/a.jpg")))
    #expect(throws: Errno.noSuchFileOrDirectory) { try begun() }
    #expect(try folder.folder.names().count == 1)
    try folder.collect(url)
    #expect(try folder.folder.names().isEmpty)
  }

  @Test func `a download queued for an ended process is interrupted`() throws {
    let ended = ProcessIdentity(identifier: "1-0-elsewhere")
    _ = try folder.claim(url, .folder("/a"), acceptsAnyData: true, owner: ended)
    #expect(try folder.recorded().map(\.state) == [.cutOff])
    try folder.cancel(url)
    #expect(try folder.recorded().first?.state == .stopped(DownloadError.cancelled(url).failure))
    #expect(try folder.recorded().map(\.isInBackground) == [false])
  }

  @Test func `an outcome that is not collected is removed after a week`() throws {
    let target = DownloadDestination.folder(tree.at("target"))
    try folder.claim(url, target, acceptsAnyData: true, owner: .own).end(with: tree.at("target/a.jpg"))
    try folder.removeOldOutcomes()
    let record = try #require(try folder.folder.names().first)
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = time(nil) - 8 * 86_400 }
    _ = record.withPlatformString { utimensat(folder.folder.descriptor.rawValue, $0, times, 0) }
    #expect(try folder.recorded().count == 1)
    try folder.removeOldOutcomes()
    #expect(try folder.recorded().isEmpty)
  }

  @Test func `only valid records are read`() throws {
    func isRead(_ change: (inout DownloadRecord) -> Void) throws -> Bool {
      var record = DownloadRecord(url: url, destination: .folder("/a"), acceptsAnyData: false)
      change(&record)
      return DownloadRecord(try record.encoded()) == record
    }
    #expect(try isRead { _ in } && isRead { $0.total = 0 } && isRead { $0.destination = .store("/s") })
    #expect(try !isRead { $0.version = 2 } && !isRead { $0.total = -1 })
    #expect(try !isRead { ($0.folder, $0.store) = (nil, nil) })
    #expect(DownloadRecord([]) == nil)
  }

  @Test(
    arguments: [
      ("\"a\"", nil, "\"a\""), ("W/\"a\"", nil, nil), ("W/\"a\"", "Mon", "Mon"), (nil, "Mon", "Mon"),
      (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `only strong validators are used`(tag: String?, modified: String?, validator: String?) {
    #expect(head(200, tag: tag, modified: modified).validator == validator)
    let longest = "\"" + String(repeating: "x", count: 498) + "\""
    #expect(head(200, tag: longest).validator == longest)
    #expect(head(200, tag: longest + "\"").validator == nil)
    #expect(TransferHead(status: 200, lastModified: "Mon", lastModifiedIsStrong: false).validator == nil)
    let longestDate = "Mon" + String(repeating: ",", count: 497)
    #expect(head(200, tag: nil, modified: longestDate).validator == longestDate)
    #expect(head(200, tag: nil, modified: longestDate + ",").validator == nil)
  }

  @Test func `delays grow up to the limit`() {
    let policy = RetryPolicy(firstDelay: .seconds(1), maximumDelay: .seconds(10))
    for _ in 0..<50 {
      for (failures, most) in [(0, 1.0), (1, 1), (2, 2), (3, 4), (4, 8), (5, 10), (1000, 10)] {
        let delay = policy.delay(failures: failures)
        #expect(delay >= .seconds(most / 2) && delay <= .seconds(most))
      }
    }
  }

  @Test func `a download ends if the picture doesn't exist`() {
    func ends(_ status: Int) -> Bool { DownloadError.refused(url, status: status).endsDownload }
    #expect(ends(404) && ends(410) && !ends(403) && !ends(500))
    #expect(DownloadError.notAPicture(url, contentType: nil).endsDownload)
    #expect(!DownloadError.cancelled(url).endsDownload)
  }

  @Test func `names and URLs have maximum lengths`() throws {
    let long = "http://a/" + String(repeating: "x", count: 8192 - 9)
    #expect((try? RemoteURL(long)) != nil && (try? RemoteURL(long + "x")) == nil)
    #expect(throws: DownloadError.self) { try RemoteURL("http://a/\u{7F}") }
    for count in 235...245 {
      let name = DownloadFileName.safe(String(repeating: "x", count: count - 4) + ".jpg")
      #expect(name.utf8.count == min(count, 240) && name.hasSuffix(".jpg"))
    }
    let longest = "a." + String(repeating: "x", count: 16)
    #expect(DownloadFileName.named(longest, pathExtension: "jpg") == longest)
    #expect(DownloadFileName.named(longest + "x", pathExtension: "jpg") == longest + "x.jpg")
    #expect(DownloadFileName.named("a.", pathExtension: "jpg") == "a..jpg")
    #expect(DownloadFileName.named(".a", pathExtension: nil) == ".a")
    #expect(["COM1", "LPT9.txt", "aux"].allSatisfy { DownloadFileName.safe($0) == "_" + $0 })
    #expect(["COM", "COMX", "COM10", "XOM1", "CONS"].allSatisfy { DownloadFileName.safe($0) == $0 })
    func decoded(_ text: String) -> String { String(percentDecoding: text.utf8) }
    #expect(
      decoded("%41") == "A" && decoded("a%4") == "a%4" && decoded("%") == "%" && decoded("%4g") == "%4g")
    #expect(decoded("%41%6a%6J") == "Aj%6J")
    #expect(ContentRange("bytes 5-5/6")?.first == 5 && ContentRange("bytes */0")?.total == 0)
    #expect(ContentRange("bytes 0-4/-1")?.total == nil && ContentRange("bytes 0-4/5/6") == nil)
  }

  @Test func `each download is listed once, in the order of starts`() throws {
    let registry = DownloadRegistry()
    let other = try RemoteURL("http://example.org/b.jpg")
    for url in [url, other, url] { registry.add(url) }
    #expect(registry.all.map(\.url) == [url, other])
    registry.update(url, state: .receiving)
    registry.update(url, received: 5, total: 10)
    #expect(registry.progress(of: url)?.state == .receiving && registry.progress(of: url)?.received == 5)
    registry.add(url)
    #expect(registry.progress(of: url)?.state == .waiting && registry.progress(of: url)?.received == 0)
  }
}
