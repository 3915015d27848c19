import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

/// A server that verifies signatures and the hashes of bodies.
@Suite(.timeLimit(.minutes(5)), .enabled(if: S3TestServer.python != nil, "python3 isn't installed"))
struct S3SourceTests {
  private func names(_ source: S3Source, _ folder: String) throws -> [String] {
    try source.entries(of: bytes(folder)).map { $0.name.text + ($0.status.isFolder ? "/" : "") }.sorted()
  }

  @Test func `a file is written, listed, read and removed`() throws {
    let server = try S3TestServer()
    let source = try server.source()
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = bytes("2024/Beach é+(1) %41&.jpg")
    let version = try source.write(.bytes(content), to: file, replacing: nil)
    #expect(version.size == 100_000 && version.tag == "\"\(MD5.hexDigest(of: content))\"")
    #expect(try names(source, "") == ["2024/"])
    let entries = try source.entries(of: bytes("2024"))
    #expect(entries.map(\.name.text) == ["Beach é+(1) %41&.jpg"] && entries.map(\.status) == [version])
    #expect(try source.status(of: file) == version)
    #expect(try source.status(of: bytes("2024")).isFolder && source.status(of: []).isFolder)
    let opened = try source.open(file, reading: 1000)
    #expect(opened.status == version && opened.head == Array(content[..<1000]))
    #expect(try source.open(file, reading: 200_000).head == content)
    #expect(try source.open(file, reading: 0).head == [])
    #expect(try source.read(file, 99_990..<100_000, of: version) == Array(content[99_990...]))
    #expect(try source.read(file, 0..<1, of: version) == [content[0]])
    #expect(try source.read(file, 5..<5, of: version) == [])
    #expect(failure { _ = try source.read(file, 0..<100_001, of: version) }?.errno == .invalidArgument)
    try source.remove(file, version: version)
    try source.remove(file, version: version)
    #expect(failure { _ = try source.status(of: file) }?.errno == .noSuchFileOrDirectory)
    #expect(failure { _ = try source.open(file, reading: 10) }?.errno == .noSuchFileOrDirectory)
    #expect(try names(source, "").isEmpty)
  }

  /// Ceph 16 compares tags without their quotation marks.
  @Test(arguments: ["0", "1"]) func `writes don't replace another version`(isCeph: String) throws {
    let server = try S3TestServer(["S3_CEPH": isCeph])
    let source = try server.source()
    let file = bytes("a.xmp")
    let first = try source.write([1], to: file, replacing: nil)
    #expect(failure { _ = try source.write([2], to: file, replacing: nil) }?.errno == .fileExists)
    let second = try source.write([2, 2], to: file, replacing: first)
    #expect(failure { _ = try source.write([3], to: file, replacing: first) }?.errno == .staleNFSFileHandle)
    #expect(failure { try source.remove(file, version: first) }?.errno == .staleNFSFileHandle)
    #expect(failure { _ = try source.read(file, 0..<1, of: first) }?.errno == .staleNFSFileHandle)
    #expect(try source.open(file, reading: 10).head == [2, 2])
    try source.remove(file, version: second)
    #expect(failure { _ = try source.write([3], to: file, replacing: second) }?.errno == .staleNFSFileHandle)
    let empty = try source.write([], to: file, replacing: nil)
    #expect(empty.size == 0)
    let opened = try source.open(file, reading: 10)
    #expect(opened.status == empty && opened.head.isEmpty)
  }

  @Test func `a listing costs a request for each page`() throws {
    let server = try S3TestServer(["S3_PAGE": "7"])
    let source = try server.source()
    for number in 0..<20 {
      _ = try source.write([UInt8(number)], to: bytes("a/\(number).jpg"), replacing: nil)
    }
    for number in 0..<3 { _ = try source.write([1], to: bytes("a/sub \(number)/x.jpg"), replacing: nil) }
    _ = try source.write([1], to: bytes("ab.jpg"), replacing: nil)
    let before = try server.log().count
    let found = try names(source, "a")
    #expect(found == ((0..<20).map { "\($0).jpg" } + (0..<3).map { "sub \($0)/" }).sorted())
    #expect(try server.log().count - before == 4)
    #expect(try names(source, "") == ["a/", "ab.jpg"])
  }

  @Test func `keys that are no names are omitted`() throws {
    let server = try S3TestServer(["S3_PUBLIC": "1"])
    let source = try server.source(signsRequests: false)
    func put(_ key: String) throws {
      let client = source.client
      var request = TransferRequest(url: "\(server.url)/photos/\(key)", options: client.options)
      (request.method, request.body) = ("PUT", [1])
      let response = try client.send(.init(count: 1000)) { () throws(RemoteError) in request }
      #expect(response.status == 200)
    }
    let long = String(repeating: "x", count: 1022)
    for key in [
      "a/", "a/..", "a/.", "a//b", "a/%00", "a/../b", "a/%1B%0A", "a/%FF", "a/\(long)", "a/c", "a/c/d",
    ] {
      try put(key)
    }
    let entries = try source.entries(of: bytes("a"))
    let found = Set(entries.map(\.name.bytes))
    #expect(found == [[0x1B, 0x0A], [0xFF], bytes(long), bytes("c")])
    #expect(entries.first { $0.name.bytes == bytes("c") }?.status.isFolder == true)
    #expect(try source.open(bytes("a/\(long)"), reading: 10).head == [1])
    #expect(try source.open(bytes("a/") + [0x1B, 0x0A], reading: 10).head == [1])
    #expect(try source.open(bytes("a/") + [0xFF], reading: 10).head == [1])
    #expect(failure { _ = try source.open(bytes("a/..x/../b"), reading: 1) }?.errno == .invalidArgument)
    #expect(failure { _ = try source.open(bytes("a/\(long)x"), reading: 1) }?.errno == .fileNameTooLong)
  }

  @Test func `a large file is written in parts, and is aborted if one fails`() throws {
    let server = try S3TestServer()
    let limits = S3Multipart.Limits(threshold: 1000, part: 400)
    let source = try server.source(multipart: limits)
    let content = (0..<1001).map { UInt8(truncatingIfNeeded: $0) }
    let version = try source.write(.bytes(content), to: bytes("big.mp4"), replacing: nil)
    #expect(version.size == 1001 && version.tag.hasSuffix("-3\""))
    #expect(try source.open(bytes("big.mp4"), reading: 2000).head == content)
    #expect(
      failure { _ = try source.write(.bytes(content), to: bytes("big.mp4"), replacing: nil) }?.errno
        == .fileExists)
    #expect(try server.log().last?.hasPrefix("DELETE /photos/big.mp4?uploadId=upload%2F0%2B%26") == true)
    try server.add(faults: ["PUT 403"])
    #expect(
      failure { _ = try source.write(.bytes(content), to: bytes("b.mp4"), replacing: nil) }?.errno
        == .permissionDenied)
    #expect(try server.log().last?.hasPrefix("DELETE /photos/b.mp4?uploadId=") == true)
    #expect(S3Multipart.Limits().partSize(1 << 40) * 10_000 >= 1 << 40)
    // The response to the last step is lost.
    try server.add(faults: ["POST 503", "POST dropafter"])
    _ = try source.write(.bytes(content), to: bytes("c.mp4"), replacing: nil)
    #expect(try source.status(of: bytes("c.mp4")).size == 1001)
  }

  @Test func `the next process aborts uploads that a process has left`() throws {
    let (server, tree) = (try S3TestServer(), try TemporaryTree())
    let state = tree.at("state")
    var options = options(keys(server.url))
    options.state = state
    func source() throws -> S3Source {
      try RemoteSources.s3(bucket: "photos", options, multipart: .init(threshold: 10, part: 10))
    }
    let content = RemoteContent.bytes(Array(repeating: 1, count: 25))
    _ = try source().write(content, to: bytes("a.mp4"), replacing: nil)
    #expect(tree.names("state/uploads").isEmpty)
    // A record that no process claims, of an upload that exists.
    let folder = JournalFolder<StartedUpload>(state.appending("uploads"), keeping: 10)
    func leave(_ url: String) throws {
      let record = StartedUpload(url: url, file: bytes("b.mp4"), identifier: "upload/7")
      try folder.begin(isClaimed: false).append(record)
    }
    try leave("\(server.url)/photos/b.mp4")
    try leave("http://other.example/photos/b.mp4")
    let running = try folder.begin(isClaimed: true)
    try running.append(
      StartedUpload(url: "\(server.url)/photos/c.mp4", file: bytes("c.mp4"), identifier: "upload/8"))
    _ = try source().write([1], to: bytes("d.jpg"), replacing: nil)
    let aborted = try server.log().filter { $0.hasPrefix("DELETE") && $0.contains("?") }
    #expect(aborted == ["DELETE /photos/b.mp4?uploadId=upload%2F7"])
    #expect(tree.names("state/uploads").count == 2)
    withExtendedLifetime(running) {}
  }

  @Test func `temporary failures are repeated`() throws {
    let server = try S3TestServer()
    let delays = RecordedDelays()
    let source = try server.source(delays: delays)
    let file = bytes("a.jpg")
    // The fourth failure is not counted: libcurl repeats a request if a connection that was open before has ended.
    try server.add(faults: ["PUT 503", "PUT 500", "PUT 429", "PUT drop", "PUT 504"])
    let version = try source.write([1, 2], to: file, replacing: nil)
    #expect(delays.all.count == 4)
    // The server has written the file, and dropped the connection.
    try server.add(faults: ["PUT dropafter"])
    let second = try source.write([3, 4], to: file, replacing: version)
    #expect(try source.open(file, reading: 10).head == [3, 4] && source.status(of: file) == second)
    try server.add(faults: ["PUT dropafter"])
    _ = try source.write([5], to: bytes("b.jpg"), replacing: nil)
    try server.add(faults: Array(repeating: "GET 503", count: 10))
    let error = failure { _ = try source.open(file, reading: 10) }
    #expect(error?.reason == "the server answered 503 SlowDown (10 attempts)" && error?.errno == .timedOut)
    #expect(try source.open(file, reading: 10).head == [3, 4])
  }

  @Test func `a wrong clock is corrected`() throws {
    let server = try S3TestServer()
    let source = try server.source()
    _ = try source.write([1], to: bytes("a"), replacing: nil)
    try server.add(faults: ["GET skew"])
    // The clocks are equal, so another attempt is useless.
    #expect(
      failure { _ = try source.open(bytes("a"), reading: 1) }?.reason
        == "the server answered 403 RequestTimeTooSkewed")
  }

  @Test func `wrong keys are refused, tokens are sent, and public buckets need neither`() throws {
    let server = try S3TestServer(["S3_TOKEN": "FQoG/+token=="])
    let without = try server.source()
    #expect(
      failure { _ = try without.entries(of: []) }?.reason == "the server answered 403 InvalidToken")
    #expect(try server.source(["AWS_SESSION_TOKEN": "FQoG/+token=="]).entries(of: []).isEmpty)
    let wrong = try server.source(["AWS_SECRET_ACCESS_KEY": "other", "AWS_SESSION_TOKEN": "FQoG/+token=="])
    let error = failure { _ = try wrong.entries(of: []) }
    #expect(
      error?.reason == "the server answered 403 SignatureDoesNotMatch" && error?.errno == .permissionDenied)
    let unsigned = try server.source(signsRequests: false)
    #expect(failure { _ = try unsigned.entries(of: []) }?.errno == .permissionDenied)
    let open = try S3TestServer(["S3_PUBLIC": "1"])
    #expect(try open.source(signsRequests: false).entries(of: []).isEmpty)
    let other = try RemoteSources.source(scheme: "s3", host: "other", options: options(keys(server.url)))
    #expect(failure { _ = try other.entries(of: []) }?.errno == .permissionDenied)
  }

  @Test func `many threads read at the same time`() async throws {
    let server = try S3TestServer()
    let source = try server.source()
    for number in 0..<8 { _ = try source.write([UInt8(number)], to: bytes("\(number)"), replacing: nil) }
    try await WorkerPool.using(threadCount: 16) { pool in
      try await pool.map(0..<200, { try source.open(bytes("\($0 % 8)"), reading: 10).head }) { number, head in
        #expect(head == [UInt8(number % 8)])
      }
    }
  }
}
