import PhotoDownloads
import PhotoFiles
import PhotoStore
import SystemPackage
import TestSupport
import Testing

/// Downloads from a server that misbehaves.
@Suite(.timeLimit(.minutes(5)))
struct DownloadManagerTests {
  let folder: TemporaryTree
  let state: FilePath
  let target: FilePath

  init() throws {
    folder = try TemporaryTree()
    state = folder.path.appending("state")
    target = folder.path.appending("target")
  }

  private func manager(failures: Int = 3, _ change: (inout DownloadOptions) -> Void = { _ in }) throws
    -> DownloadManager
  {
    let retry = RetryPolicy(
      maximumFailures: failures, maximumTries: 50, firstDelay: .milliseconds(5), maximumDelay: .seconds(2))
    var options = DownloadOptions(stallTimeout: 1, retry: retry, ignoresProxies: true)
    change(&options)
    return try DownloadManager(folder: state, options: options)
  }

  private func fetch(
    _ text: String, with manager: DownloadManager, acceptsAnyData: Bool = false
  ) async throws -> FilePath {
    let url = try RemoteURL(text)
    try await manager.start(url, to: .folder(target), acceptsAnyData: acceptsAnyData)
    return try await manager.file(of: url)
  }

  private func failure(_ text: String, with manager: DownloadManager) async throws -> DownloadError? {
    do {
      let path = try await fetch(text, with: manager)
      Issue.record("fetched \(path)")
      return nil
    } catch let error as DownloadError {
      return error
    }
  }

  @Test func aDownloadThatIsDroppedIsGoneFromTheList() async throws {
    let manager = try manager(failures: 1)
    let url = try RemoteURL("http://127.0.0.1:1/x.jpg")
    _ = try await failure(url.description, with: manager)
    #expect(try await manager.recorded().map(\.url) == [url])
    try await manager.forget(url)
    #expect(try await manager.recorded().isEmpty)
    await #expect(throws: DownloadError.notKnown(url)) { try await manager.forget(url) }
  }

  @Test func aDownloadIsDroppedByTheURLThatIsShown() async throws {
    let manager = try manager(failures: 1)
    let url = try RemoteURL("http://ann:secret@127.0.0.1:1/x.jpg")
    _ = try await failure(url.text, with: manager)
    try await manager.forget(RemoteURL(url.description))
    #expect(try await manager.recorded().isEmpty)
  }

  @Test(arguments: [false, true])
  func aDestinationNeedNotBeText(isStore: Bool) async throws {
    let manager = try manager(failures: 1)
    let url = try RemoteURL("http://127.0.0.1:1/x.jpg")
    let path = FilePath(fileSystemBytes: folder.path.fileSystemBytes + Array("/a \u{E9}%2F".utf8) + [0xFF])
    let destination = isStore ? DownloadDestination.store(path) : .folder(path)
    try await manager.start(url, to: destination)
    await #expect(throws: DownloadError.self) { try await manager.file(of: url) }
    #expect(try await manager.recorded().map(\.destination) == [destination])
  }

  @Test func aPictureArrivesUnderTheNameOfItsURL() async throws {
    let file = jpeg(padding: 50_000)
    let server = try TestServer { answer($0, file) }
    let path = try await fetch(server.url("/a/beach%20day.jpg?x=1#y"), with: manager())
    #expect(path == target.appending("beach day.jpg"))
    #expect(try contents(of: path) == file)
    #expect(TemporaryTree.names(in: state) == [])
  }

  @Test func theServersNameIsMadeSafeAndNothingIsOverwritten() async throws {
    let file = jpeg(padding: 10)
    let server = try TestServer { request in
      answer(request, file, fields: ["Content-Disposition": "attachment; filename=\"../../.ssh/beach.jpg\""])
    }
    #expect(try await fetch(server.url("/1"), with: manager()) == target.appending("beach.jpg"))
    #expect(try await fetch(server.url("/2"), with: manager()) == target.appending("beach-2.jpg"))
    #expect(TemporaryTree.names(in: target) == ["beach-2.jpg", "beach.jpg"])
  }

  @Test func aCutConnectionGoesOnWhereItStopped() async throws {
    let file = jpeg(padding: 100_000)
    let server = try TestServer { answer($0, file, cutAfter: $0.number < 3 ? 20_000 : nil) }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, 20_000, 40_000, 60_000])
    #expect(server.requests.last?.headers["if-range"] == "\"1\"")
  }

  @Test func theNextRunFetchesNoByteThatIsOnTheDisk() async throws {
    let file = jpeg(padding: 300_000)
    let server = try TestServer { answer($0, file, cutAfter: $0.number == 0 ? 100_000 : nil) }
    let url = try RemoteURL(server.url("/a.jpg"))
    #expect(try await failure(url.text, with: manager(failures: 1) { $0.retry.maximumTries = 1 }) != nil)
    let second = try manager()
    let unfinished = try #require(try await second.recorded().first)
    #expect(unfinished.url == url && unfinished.received == 100_000 && unfinished.total == Int64(file.count))
    #expect(unfinished.destination == .folder(target) && unfinished.state != .receiving)
    #expect(try await second.resume() == [url])
    #expect(try contents(of: await second.file(of: url)) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, 100_000])
    #expect(server.bytesSent < file.count + 1000)
    #expect(try await second.recorded() == [])
  }

  @Test func aFileThatChangesBetweenTwoTriesIsFetchedAnew() async throws {
    let (old, new) = (jpeg(padding: 60_000, filler: 1), jpeg(padding: 70_000, filler: 2))
    let server = try TestServer { request in
      request.number == 0
        ? answer(request, old, tag: "\"old\"", cutAfter: 30_000) : answer(request, new, tag: "\"new\"")
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == new)
  }

  @Test func aServerThatSendsAPartOfAnotherVersionIsNotBelieved() async throws {
    let (old, new) = (jpeg(padding: 60_000, filler: 1), jpeg(padding: 60_000, filler: 2))
    let server = try TestServer { request in
      if request.number == 0 { return answer(request, old, tag: "\"old\"", cutAfter: 30_000) }
      var careless = request
      careless.headers["if-range"] = nil
      return answer(careless, new, tag: "\"new\"")
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == new)
  }

  @Test func withoutAValidatorNothingIsResumed() async throws {
    let file = jpeg(padding: 60_000)
    let server = try TestServer { request in
      [head(200, length: file.count), .send(Array(file.prefix(request.number == 0 ? 30_000 : file.count)))]
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, nil])
  }

  @Test func aPartOfWhichAllBytesAreThereIsWhole() async throws {
    // If the length is unknown, an interruption after the last byte looks like any other.
    let file = jpeg(padding: 60_000)
    let server = try TestServer { request in
      if request.number > 0 { return answer(request, file) }
      let chunk = Array("\(String(file.count, radix: 16))\r\n".utf8) + file
      return [head(200, ["ETag": "\"1\"", "Transfer-Encoding": "chunked"]), .send(chunk)]
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, file.count])
  }

  @Test func aServerThatPromisesMoreThanItSendsIsGivenUp() async throws {
    let file = jpeg(padding: 1000)
    let server = try TestServer { request in
      [
        head(
          request.number == 0 ? 200 : 206,
          [
            "ETag": "\"1\"", "Content-Range": "bytes \(file.count)-9999999/10000000",
          ], length: request.number == 0 ? 10_000_000 : 10_000_000 - file.count)
      ]
        + (request.number == 0 ? [.send(file)] : [])
    }
    guard case .gaveUp(_, tries: 4, _)? = try await failure(server.url("/a.jpg"), with: manager()) else {
      Issue.record("not given up after one try with bytes and three without")
      return
    }
    #expect(!isThere(target.appending("a.jpg")))
  }

  @Test func aFileThatIsCutWhereverItBeginsAnewIsGivenUp() async throws {
    let file = jpeg(padding: 1000)
    let server = try TestServer { _ in [head(200, length: file.count + 100), .send(file)] }
    guard case .gaveUp(_, tries: 4, _)? = try await failure(server.url("/a.jpg"), with: manager()) else {
      Issue.record("not given up after one try that got further and three that did not")
      return
    }
    #expect(server.requests.map(\.rangeStart) == [nil, nil, nil, nil])
  }

  @Test func aServerThatSendsAPartNobodyAskedForIsAskedForTheWhole() async throws {
    let file = jpeg(padding: 60_000)
    let server = try TestServer { request in
      guard request.rangeStart != nil else {
        return answer(request, file, cutAfter: request.number == 0 ? 30_000 : nil)
      }
      return [
        head(
          206, ["ETag": "\"1\"", "Content-Range": "bytes 0-\(file.count - 1)/\(file.count)"],
          length: file.count),
        .send(file),
      ]
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, 30_000, nil])
  }

  @Test func zerosForAPictureEndEarly() async throws {
    let server = try TestServer { _ in
      [head(200, ["Content-Type": "image/jpeg"], length: 10 << 30), .sendZeros]
    }
    let url = try RemoteURL(server.url("/a.jpg"))
    #expect(try await failure(url.text, with: manager()) == .notAPicture(url, contentType: "image/jpeg"))
    #expect(server.requests.count == 1)
    // Bytes in the sockets' buffers are in flight when the connection is closed.
    #expect(server.bytesSent < 32 << 20)
    #expect(TemporaryTree.names(in: state) == [])
  }

  @Test func aMovieWhoseIndexStandsAtItsEndIsNotTakenForOtherData() async throws {
    let type: [UInt8] = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
    let data: [UInt8] = [0, 1, 0, 0] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 65_528)
    let index: [UInt8] = [0, 0, 0, 8] + Array("moov".utf8)
    let file = type + data + index
    let server = try TestServer { answer($0, file) }
    let path = try await fetch(server.url("/clip"), with: manager())
    #expect(path == target.appending("clip.mov"))
    #expect(try contents(of: path) == file)
  }

  @Test func aWebPageIsNoPictureUnlessAnyDataIsAccepted() async throws {
    let page = Array("<html>".utf8)
    let server = try TestServer { answer($0, page, fields: ["Content-Type": "text/html"]) }
    let url = try RemoteURL(server.url("/page.html"))
    #expect(try await failure(url.text, with: manager()) == .notAPicture(url, contentType: "text/html"))
    let path = try await fetch(url.text, with: manager(), acceptsAnyData: true)
    #expect(try contents(of: path) == page)
  }

  @Test(arguments: [true, false])
  func theSizeLimitHolds(isTold: Bool) async throws {
    let start = jpeg(padding: 20_000)
    let server = try TestServer { _ in
      [head(200, length: isTold ? 1 << 30 : nil), .send(start), .sendZeros]
    }
    let url = try RemoteURL(server.url("/a.jpg"))
    let manager = try manager { $0.sizeLimit = 1_000_000 }
    #expect(try await failure(url.text, with: manager) == .tooLarge(url, limit: 1_000_000))
    #expect(server.bytesSent < 32 << 20)
    #expect(try await manager.recorded().map(\.url) == [url])
  }

  @Test func whatHasArrivedOfAFileBeyondTheLimitStays() async throws {
    let file = jpeg(padding: 100_000)
    let server = try TestServer { answer($0, file, cutAfter: $0.number == 0 ? 50_000 : nil) }
    let url = try RemoteURL(server.url("/a.jpg"))
    _ = try await failure(url.text, with: manager(failures: 1) { $0.retry.maximumTries = 1 })
    let limited = try manager { $0.sizeLimit = 60_000 }
    #expect(try await failure(url.text, with: limited) == .tooLarge(url, limit: 60_000))
    #expect(try await limited.recorded().map(\.received) == [50_000])
    #expect(try contents(of: await fetch(url.text, with: manager())) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, 50_000, 50_000])
  }

  @Test func redirectsInACircleEnd() async throws {
    let server = try TestServer { request in
      [head(302, ["Location": request.path == "/a" ? "/b" : "/a"], length: 0)]
    }
    guard case .failed? = try await failure(server.url("/a"), with: manager()) else {
      Issue.record("the circle has no end")
      return
    }
    #expect(server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a.jpg", "dict://127.0.0.1/"])
  func aRedirectOutOfTheWebIsRefused(location: String) async throws {
    let server = try TestServer { _ in [head(302, ["Location": location], length: 0)] }
    guard case .failed? = try await failure(server.url("/a"), with: manager()) else {
      Issue.record("followed to \(location)")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test func aRedirectedPictureHasTheNameOfItsLastURL() async throws {
    let file = jpeg()
    let server = try TestServer { request in
      request.path == "/a" ? [head(302, ["Location": "/b/sea.jpg"], length: 0)] : answer(request, file)
    }
    #expect(try await fetch(server.url("/a"), with: manager()) == target.appending("sea.jpg"))
  }

  @Test func aServerUnderLoadIsAskedAgainWhenItSays() async throws {
    let file = jpeg()
    let server = try TestServer { request in
      request.number == 0 ? [head(503, ["Retry-After": "1"], length: 0)] : answer(request, file)
    }
    // The longest delay itself is allowed.
    let manager = try manager { $0.retry.maximumDelay = .seconds(1) }
    let clock = ContinuousClock()
    let elapsed = try await clock.measure { _ = try await fetch(server.url("/a.jpg"), with: manager) }
    #expect(elapsed >= .seconds(1))
    #expect(server.requests.count == 2)
  }

  @Test func aServerThatAsksToWaitTooLongIsNotWaitedFor() async throws {
    // Newer versions of libcurl return at most 6 hours.
    let server = try TestServer { _ in [head(429, ["Retry-After": "20000"], length: 0)] }
    let url = try RemoteURL(server.url("/a.jpg"))
    #expect(try await failure(url.text, with: manager()) == .asksToWait(url, seconds: 20_000))
    #expect(server.requests.count == 1)
  }

  @Test func aMissingPictureIsNotAskedForAgain() async throws {
    let server = try TestServer { _ in [head(404, length: 3), .send([1, 2, 3])] }
    let url = try RemoteURL(server.url("/a.jpg"))
    #expect(try await failure(url.text, with: manager()) == .refused(url, status: 404))
    #expect(server.requests.count == 1)
    #expect(TemporaryTree.names(in: state) == [])
  }

  @Test func aSlowDripIsCutAndResumed() async throws {
    let file = jpeg(padding: 30_000)
    let server = try TestServer { request in
      if request.number > 0 { return answer(request, file) }
      let drip = file.prefix(60).flatMap { [TestServer.Action.send([$0]), .pause(milliseconds: 100)] }
      return [head(200, ["ETag": "\"1\""], length: file.count)] + drip
    }
    let path = try await fetch(server.url("/a.jpg"), with: manager())
    #expect(try contents(of: path) == file)
    #expect(server.requests.count == 2)
    #expect(try #require(server.requests.last?.rangeStart) < 60)
  }

  @Test func severalAtOnceButNotMoreThanAllowed() async throws {
    let file = jpeg(padding: 5000)
    let server = try TestServer { answer($0, file) + [.pause(milliseconds: 50)] }
    let manager = try manager { $0.concurrency = 3 }
    let urls = try (0..<9).map { try RemoteURL(server.url("/\($0).jpg")) }
    let progress = manager.progress
    for url in urls { try await manager.start(url, to: .folder(target)) }
    var over: Set<RemoteURL> = []
    for await report in progress {
      #expect(manager.downloads.count { $0.state == .receiving } <= 3)
      if case .finished(let path) = report.state {
        #expect(try contents(of: path) == file)
        over.insert(report.url)
      }
      if over.count == urls.count { break }
    }
    #expect(manager.downloads.map(\.url) == urls)
    #expect(manager.download(of: urls[4])?.received == Int64(file.count))
  }

  @Test func aCancelledDownloadKeepsItsBytes() async throws {
    let file = jpeg(padding: 100_000)
    let server = try TestServer { request in
      request.number == 0
        ? answer(request, file, cutAfter: 50_000) + [.pause(milliseconds: 30_000)] : answer(request, file)
    }
    let manager = try manager { $0.stallTimeout = 20 }
    let url = try RemoteURL(server.url("/a.jpg"))
    try await manager.start(url, to: .folder(target))
    while manager.download(of: url)?.received ?? 0 < 50_000 { try await Task.sleep(for: .milliseconds(5)) }
    await manager.cancel(url)
    await #expect(throws: DownloadError.cancelled(url)) { try await manager.file(of: url) }
    try await manager.resume()
    #expect(try contents(of: await manager.file(of: url)) == file)
    #expect(server.requests.map(\.rangeStart) == [nil, 50_000])
  }

  @Test func twoManagersDoNotFetchTheSame() async throws {
    let server = try TestServer { _ in [.pause(milliseconds: 20_000)] }
    let (first, second) = (try manager { $0.stallTimeout = 20 }, try manager())
    let url = try RemoteURL(server.url("/a.jpg"))
    try await first.start(url, to: .folder(target))
    for await report in first.progress where report.state == .receiving { break }
    #expect(try await failure(url.text, with: second) == .busy(url))
    #expect(try await second.recorded().map(\.state) == [.receiving])
    #expect(try await second.resume() == [])
    await first.cancel(url)
  }

  @Test func aPictureIntoAStore() async throws {
    let file = jpeg(padding: 100)
    let server = try TestServer { answer($0, file) }
    let manager = try manager()
    let url = try RemoteURL(server.url("/a.jpg"))
    let store = FileStore(root: folder.path.appending("store"))
    try await manager.start(url, to: .store(store.root))
    let path = try await manager.file(of: url)
    let name = try #require(try store.list().first)
    #expect(path.lastComponent == FilePath.Component(name.description))
    #expect(try store.contents(of: name) == file)
    #expect(TemporaryTree.names(in: state) == [])
  }
}
