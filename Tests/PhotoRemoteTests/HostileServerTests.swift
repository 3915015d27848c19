import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

/// Servers with wrong and hostile responses.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
  private let version = RemoteStatus(
    size: 10, modified: FileStatus.Time(seconds: 784_111_777, nanoseconds: 0), tag: "\"1\"")

  private func source(
    _ server: TestServer, delays: RecordedDelays = RecordedDelays()
  ) throws -> any RemoteSource {
    try RemoteSources.source(
      scheme: "s3", host: "photos", options: options(keys(server.url("")), delays: delays))
  }

  private func listing(_ content: String) -> String {
    "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(content)</ListBucketResult>"
  }

  private func error(
    listing document: String, fields: [String: String] = [:]
  ) throws -> RemoteError? {
    let server = try TestServer { _ in reply(200, document, fields) }
    let source = try source(server)
    return failure { _ = try source.entries(of: []) }
  }

  @Test func `a body that is cut is requested again`() throws {
    let file = Array(UInt8(0)..<10)
    let server = try TestServer { request in
      let sent = request.number < 2 ? Array(file[2..<5]) : Array(file[2..<8])
      return [
        head(206, ["Content-Range": "bytes 2-7/10", "ETag": "\"1\""], length: 6), .send(sent),
      ]
    }
    let delays = RecordedDelays()
    let source = try source(server, delays: delays)
    #expect(try source.read(bytes("a"), 2..<8, of: version) == Array(file[2..<8]))
    #expect(delays.all.count == 2)
    #expect(
      server.requests.allSatisfy { $0.headers["if-match"] == "\"1\"" && $0.headers["range"] == "bytes=2-7" })
  }

  @Test func `a body that stalls is requested again`() throws {
    let server = try TestServer { request in
      let start = head(206, ["Content-Range": "bytes 2-3/10", "ETag": "\"1\""], length: 2)
      return request.number == 0
        ? [start, .send([2]), .pause(milliseconds: 60_000)] : [start, .send([2, 3])]
    }
    let delays = RecordedDelays()
    var options = options(keys(server.url("")), delays: delays)
    options.stallTimeout = 1
    let source = try RemoteSources.source(scheme: "s3", host: "photos", options: options)
    #expect(try source.read(bytes("a"), 2..<4, of: version) == [2, 3])
    #expect(delays.all.count == 1)
  }

  @Test func `delays grow, and a server's request to wait is limited`() throws {
    let server = try TestServer { _ in
      reply(503, "<Error><Code>SlowDown</Code></Error>", ["Retry-After": "86400"])
    }
    let delays = RecordedDelays()
    let source = try source(server, delays: delays)
    #expect(
      failure { _ = try source.entries(of: []) }?.reason == "the server answered 503 SlowDown (10 attempts)")
    #expect(delays.all == Array(repeating: .seconds(60), count: 9))
    let retry = RemoteRetry()
    #expect(retry.delay(failures: 1, requested: 0) <= .milliseconds(200))
    #expect(retry.delay(failures: 100, requested: 0) <= .seconds(20))
    #expect(retry.delay(failures: 1, requested: .max) == .seconds(60))
  }

  @Test(
    arguments: [
      ("bytes 2-7/10", "\"1\"", 6, nil), ("bytes 1-6/10", "\"1\"", 6, Errno.ioError),
      ("bytes 2-8/10", "\"1\"", 7, .ioError), ("bytes 2-7/11", "\"1\"", 6, .staleNFSFileHandle),
      ("bytes 2-7/10", "\"2\"", 6, .staleNFSFileHandle), ("bytes 2-7/*", "\"1\"", 6, nil),
      // More bytes than the range has are ignored.
      ("bytes 2-7/10", "\"1\"", 5, .ioError), ("bytes 2-7/10", "\"1\"", 100_000, nil),
      ("x", "\"1\"", 6, .ioError), ("bytes -2-7/10", "\"1\"", 6, .ioError),
      ("bytes 2-99999999999999999999/10", "\"1\"", 6, .ioError),
    ] as [(String, String, Int, Errno?)])
  func `wrong ranges and other versions are noticed`(
    range: String, tag: String, count: Int, expected: Errno?
  ) throws {
    let server = try TestServer { _ in
      [
        head(206, ["Content-Range": range, "ETag": tag], length: count),
        .send([UInt8](repeating: 7, count: count)),
      ]
    }
    let source = try source(server)
    guard let expected else {
      #expect(try source.read(bytes("a"), 2..<8, of: version) == [7, 7, 7, 7, 7, 7])
      return
    }
    let error = failure { _ = try source.read(bytes("a"), 2..<8, of: version) }
    #expect(error?.errno == expected)
  }

  @Test func `a server may send the whole file instead of a range`() throws {
    let server = try TestServer { request in
      let tag = request.path.hasSuffix("b") ? "\"2\"" : "\"1\""
      return [head(200, ["ETag": tag], length: 10), .send(Array(UInt8(0)..<10))]
    }
    let source = try source(server)
    #expect(try source.read(bytes("a"), 2..<8, of: version) == Array(UInt8(2)..<8))
    #expect(failure { _ = try source.read(bytes("b"), 2..<8, of: version) }?.errno == .staleNFSFileHandle)
    #expect(try source.open(bytes("a"), reading: 4).head == [0, 1, 2, 3])
    #expect(try source.open(bytes("a"), reading: 4).status.size == 10)
  }

  @Test func `a file that has changed in between is stale`() throws {
    let server = try TestServer { request in
      reply(request.headers["if-match"] == "\"1\"" ? 412 : 404, "")
    }
    let source = try source(server)
    #expect(failure { _ = try source.read(bytes("a"), 0..<5, of: version) }?.errno == .staleNFSFileHandle)
    let weak = RemoteStatus(size: 10, modified: version.modified, tag: "W/\"1\"")
    #expect(failure { _ = try source.read(bytes("a"), 0..<5, of: weak) }?.errno == .noSuchFileOrDirectory)
    #expect(server.requests.last?.headers["if-unmodified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test func `an endless body is not read`() throws {
    let server = try TestServer { request in
      [
        head(
          request.path.contains("list-type") ? 200 : 206, ["Content-Range": "bytes 0-9/10", "ETag": "\"1\""]),
        .sendZeros,
      ]
    }
    let source = try source(server)
    #expect(try source.open(bytes("a"), reading: 10).head.count == 10)
    #expect(failure { _ = try source.entries(of: []) }?.errno == .fileTooLarge)
  }

  @Test func `an endless listing ends`() throws {
    let page = listing("<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>")
    #expect(
      try error(listing: page)?.reason == "the server sends the same part of a listing again and again")
    let document = listing("<IsTruncated>true</IsTruncated>")
    #expect(try error(listing: document)?.errno == .ioError)
    // Empty pages with new tokens, and more keys than a folder may have.
    var listing = S3Listing(prefix: [])
    var empty = try S3Page(bytes(self.listing("")))
    #expect(
      failure {
        for number in 0...S3Listing.emptyPageLimit + 1 {
          empty.next = "\(number)"
          _ = try listing.add(empty)
        }
      }?.errno == .fileTooLarge)
    var long = S3Listing(prefix: [], limit: 100)
    var part = try S3Page(
      bytes(self.listing("<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>")))
    #expect(
      failure {
        for number in 0...100 {
          part.next = "\(number)"
          _ = try long.add(part)
        }
      }?.reason == "the server lists more than 100 entries in one folder")
  }

  @Test func `folders that are nested endlessly aren't listed`() throws {
    let server = try TestServer { _ in reply(200, listing("")) }
    let source = try source(server)
    let deep = bytes(Array(repeating: "a", count: ServerPath.depthLimit).joined(separator: "/"))
    #expect(try source.entries(of: deep).isEmpty)
    #expect(
      failure { _ = try source.entries(of: deep + bytes("/a")) }?.reason.contains("more than 100 deep")
        == true)
    #expect(server.requests.count == 1)
  }

  @Test(
    arguments: [
      "", "not XML", "<html><body>Welcome</body></html>", "<ListBucketResult>",
      "<ListBucketResult></ListBucketResult><a/>",
      "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
      "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size><LastModified>2024-01-01T00:00:00Z</LastModified>"
        + "</Contents></ListBucketResult>",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult>&b;</ListBucketResult>",
      "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>"
        + "<ListBucketResult><Contents><Key>&c;</Key></Contents></ListBucketResult>",
      "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><ListBucketResult><Contents><Key>&x;</Key></Contents></ListBucketResult>",
      "<ListBucketResult><EncodingType>url</EncodingType><CommonPrefixes><Prefix>%4</Prefix></CommonPrefixes></ListBucketResult>",
    ])
  func `hostile XML is refused`(document: String) throws {
    #expect(try error(listing: document)?.errno == .ioError)
  }

  @Test func `deep XML and long values are refused`() throws {
    let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
    #expect(try error(listing: listing(deep))?.errno == .ioError)
    let long = String(repeating: "x", count: 20_000)
    #expect(try error(listing: listing("<Contents><Key>\(long)</Key></Contents>"))?.errno == .ioError)
    #expect(
      try error(listing: listing("<a b=\"\(String(repeating: long, count: 20))\"/>"))?.errno == .ioError)
    let token =
      "<IsTruncated>true</IsTruncated><NextContinuationToken>\(long.prefix(5000))</NextContinuationToken>"
    #expect(try error(listing: listing(token))?.errno == .ioError)
  }

  @Test func `keys outside of the folder are ignored`() throws {
    let object = "<Size>1</Size><LastModified>2024-01-01T00:00:00Z</LastModified><ETag>x</ETag>"
    let document = listing(
      ["a/b", "other", "a/", "a/c/d", "../a/x"].map { "<Contents><Key>\($0)</Key>\(object)</Contents>" }
        .joined()
        + ["a/e/", "e/", "a/", "a/..//", "a/f"].map {
          "<CommonPrefixes><Prefix>\($0)</Prefix></CommonPrefixes>"
        }.joined())
    let server = try TestServer { _ in reply(200, document) }
    let entries = try source(server).entries(of: bytes("a"))
    #expect(Set(entries.map(\.name.text)) == ["b", "e"])
    #expect(entries.first { $0.name.text == "b" }?.status.tag == "\"x\"")
  }

  @Test func `redirects are not followed, and no secret is in the error`() throws {
    let target = try TestServer { _ in reply(200, "") }
    let server = try TestServer { _ in
      reply(307, "", ["Location": target.url("/x?X-Amz-Signature=\(secret)")])
    }
    let s3 = try source(server)
    let error = failure { _ = try s3.entries(of: []) }
    #expect(
      error?.reason == "the server answered 307, a redirect to \(target.url("/x")), which is not followed")
    #expect(target.requests.isEmpty)
    let message = "<Error><Code>\(secret)</Code><Message>\(secret)\u{1B}</Message></Error>"
    let mirror = try TestServer { _ in reply(403, message, ["ETag": secret]) }
    let mirrored = try source(mirror)
    #expect(failure { _ = try mirrored.entries(of: []) }?.reason == "the server answered 403")
  }

  @Test func `a server that hangs up is tried again, and less often if it never responds`() throws {
    let server = try TestServer { $0.number == 0 ? reply(404, "") : [] }
    let delays = RecordedDelays()
    let hanging = try source(server, delays: delays)
    #expect(failure { _ = try hanging.open(bytes("a"), reading: 1) }?.errno == .noSuchFileOrDirectory)
    #expect(failure { _ = try hanging.open(bytes("a"), reading: 1) }?.errno == .hostIsDown)
    #expect(delays.all.count == 9)
    let none = try RemoteSources.source(
      scheme: "s3", host: "photos", options: options(keys("http://127.0.0.1:1")))
    #expect(failure { _ = try none.entries(of: []) }?.reason.hasSuffix("(4 attempts)") == true)
  }

  // MARK: Slow and lost servers

  private static func drip(_ start: TestServer.Action?, _ piece: String) -> [TestServer.Action] {
    var actions = start.map { [$0] } ?? []
    for _ in 0..<150 { actions += [.send(bytes(piece)), .pause(milliseconds: 100)] }
    return actions
  }

  /// The responses arrive at less than 300 bytes per second.
  @Test(arguments: [
    drip(head(206, ["Content-Range": "bytes 0-9999/10000", "ETag": "\"1\""], length: 10_000), "0123456789"),
    drip(.send(bytes("HTTP/1.1 206 Status\r\n")), "X-Drip: 1\r\n"), drip(nil, "HTTP/1.1 103 Hints\r\n\r\n"),
    [.pause(milliseconds: 15_000)],
  ])
  func `a response that drips ends after the stall timeout`(actions: [TestServer.Action]) throws {
    let server = try TestServer { _ in actions }
    var options = options(keys(server.url("")))
    (options.stallTimeout, options.retry.attempts, options.retry.firstAttempts) = (1, 2, 2)
    let source = try RemoteSources.source(scheme: "s3", host: "photos", options: options)
    let error = failure { _ = try source.open(bytes("a"), reading: 10_000) }
    #expect(error?.reason.hasSuffix("(2 attempts)") == true, "\(error?.reason ?? "")")
    #expect(server.requests.count == 2)
  }

  @Test func `endless headers end the transfer`() throws {
    let lines = Array(repeating: bytes("X-\(String(repeating: "x", count: 1000)): 1\r\n"), count: 1000)
    let server = try TestServer { _ in
      [.send(bytes("HTTP/1.1 200 Status\r\n"))] + lines.map { .send($0) } + [.pause(milliseconds: 60_000)]
    }
    let source = try source(server)
    #expect(
      failure { _ = try source.entries(of: []) }?.reason == "the server sent more than 256 KiB of headers")
    #expect(server.requests.count == 1)
  }

  @Test func `a server that doesn't respond is noticed once`() throws {
    let server = try TestServer { _ in [] }
    let delays = RecordedDelays()
    var options = options(keys(server.url("")), delays: delays)
    options.retry.recoveryDelay = .seconds(100_000)
    let source = try RemoteSources.source(scheme: "s3", host: "photos", options: options)
    let first = failure { _ = try source.open(bytes("a"), reading: 1) }
    #expect(first?.errno == .hostIsDown && first?.reason.hasSuffix("(4 attempts)") == true)
    for _ in 0..<100 {
      #expect(failure { _ = try source.open(bytes("b"), reading: 1) }?.reason == first?.reason)
    }
    #expect(server.requests.count == 4 && delays.all.count == 3)
  }

  @Test func `a server that is back is used again`() throws {
    let isBack = SharedFlag()
    let server = try TestServer { _ in isBack.isSet ? reply(404, "") : [] }
    var options = options(keys(server.url("")))
    options.retry.recoveryDelay = .zero
    let source = try RemoteSources.source(scheme: "s3", host: "photos", options: options)
    let first = failure { _ = try source.open(bytes("a"), reading: 1) }
    // A single attempt, with the same reason.
    #expect(failure { _ = try source.open(bytes("a"), reading: 1) } == first)
    #expect(server.requests.count == 5)
    isBack.set()
    #expect(failure { _ = try source.open(bytes("a"), reading: 1) }?.errno == .noSuchFileOrDirectory)
    #expect(failure { _ = try source.open(bytes("b"), reading: 1) }?.errno == .noSuchFileOrDirectory)
  }

  @Test func `a gateway without a server is noticed once, and errors of single files are not`() throws {
    let server = try TestServer { request in
      reply(request.path.hasSuffix("bad") ? 500 : request.path.hasSuffix("a") ? 502 : 404, "")
    }
    let source = try source(server)
    #expect(failure { _ = try source.open(bytes("bad"), reading: 1) }?.errno == .ioError)
    #expect(failure { _ = try source.open(bytes("c"), reading: 1) }?.errno == .noSuchFileOrDirectory)
    let lost = failure { _ = try source.open(bytes("a"), reading: 1) }
    #expect(lost?.errno == .hostIsDown && lost?.reason == "the server answered 502 (10 attempts)")
    let count = server.requests.count
    #expect(failure { _ = try source.open(bytes("c"), reading: 1) } == lost)
    #expect(server.requests.count == count)
  }

  @Test func `a server that cuts off one file is not lost`() throws {
    let server = try TestServer { request in
      request.path.hasSuffix("cut")
        ? [head(206, ["Content-Range": "bytes 0-5/6", "ETag": "\"1\""], length: 6), .send([1])]
        : reply(404, "")
    }
    let source = try source(server)
    #expect(failure { _ = try source.open(bytes("cut"), reading: 6) }?.errno == .timedOut)
    #expect(failure { _ = try source.open(bytes("a"), reading: 6) }?.errno == .noSuchFileOrDirectory)
  }

  @Test func `a cancelled task ends its request`() async throws {
    let server = try TestServer { _ in [.pause(milliseconds: 60_000)] }
    let source = try source(server)
    let pool = WorkerPool(threadCount: 1)
    defer { pool.finish() }
    let task = Task(executorPreference: pool) { () -> RemoteError? in
      failure { _ = try source.entries(of: []) }
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    #expect(await task.value?.errno == .canceled)
  }
}
