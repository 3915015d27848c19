import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import WebPicker

struct WebMessageTests {
  private func request(_ target: String, _ headers: [(String, String)] = []) -> WebRequest {
    WebRequest("GET", target: target[...], headers: headers.map { WebRequest.Pair(name: $0.0, value: $0.1) })
  }

  @Test func `query items are percent-decoded`() {
    let request = request("/a%20b?text=caf%C3%A9+au%26&n=-12&empty&broken=%4&text=2")
    #expect(request.path == "/a%20b")
    #expect(request.value("text") == "café au&")
    #expect(request.number("n", in: -12...0) == -12)
    #expect(request.value("empty") == "")
    #expect(request.value("broken") == "%4")
    #expect(request.number("text", in: 0...9) == nil)
  }

  @Test(
    arguments: [
      ("0", 0), ("9", 9), ("-3", -3), ("007", 7), ("-0", 0), ("10", nil), ("-4", nil), ("", nil), ("-", nil),
      ("+1", nil), ("--1", nil), ("1.0", nil), ("1e0", nil), ("0x1", nil), (" 1", nil), ("١", nil),
      ("9223372036854775807", nil), ("9223372036854775808", nil), ("-9223372036854775809", nil),
    ] as [(String, Int?)])
  func `an integer is parsed only within its range`(text: String, number: Int?) {
    #expect(WholeNumber.read(text, in: -3...9) == number)
  }

  @Test(
    arguments: [
      (nil, .whole), ("bytes=0-", .part(0..<100)), ("bytes=10-19", .part(10..<20)),
      ("bytes=90-200", .part(90..<100)),
      ("bytes=-5", .part(95..<100)), ("bytes=-500", .part(0..<100)), ("bytes=100-", .beyond),
      ("bytes=-0", .beyond),
      ("bytes=20-10", .whole), ("bytes=0-1,5-6", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
      ("lines=0-1", .whole), ("bytes=+1-2", .whole), ("bytes=99999999999999999999-", .whole),
    ] as [(String?, ByteRange.Answer)])
  func `a range of a file of 100 bytes`(header: String?, answer: ByteRange.Answer) {
    #expect(ByteRange.answer(header, size: 100) == answer)
  }

  @Test func `an empty file has no range`() {
    #expect(ByteRange.answer("bytes=0-", size: 0) == .beyond)
    #expect(ByteRange.answer("bytes=-1", size: 0) == .beyond)
  }

  @Test func `long responses are compressed for browsers that accept gzip`() throws {
    let text = Array(String(repeating: "photo ", count: 1000).utf8)
    for (accepted, isCoded) in [
      ("gzip, deflate, br", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false), ("", false),
      ("xgzip", false),
    ] {
      let coded = GzipCoding.coded(text, for: request("/", [("accept-encoding", accepted)]))
      #expect((coded != nil) == isCoded, "\(accepted)")
    }
    #expect(
      GzipCoding.coded(Array(text.prefix(100)), for: request("/", [("accept-encoding", "gzip")])) == nil)
    let coded = try #require(
      GzipCoding.coded(text, for: request("/", [("accept-encoding", "gzip")])))
    #expect(coded.count < 200)
    #expect(Gzip.inflated(coded, count: text.count) == text)
  }

  @Test func `a range of a file is read on demand, and fails if the file is truncated`() async throws {
    let tree = try TemporaryTree()
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try tree.file("film.mp4", bytes)
    let file = try OpenFile(tree.at("film.mp4"))
    try await WorkerPool.using(threadCount: 1) { pool in
      var read: [UInt8] = []
      for try await part in FileBytes(file: file, range: 10..<599_990, pool: pool) { read += part }
      #expect(read == Array(bytes[10..<599_990]))
      await #expect(throws: (any Error).self) {
        for try await _ in FileBytes(file: file, range: 0..<700_000, pool: pool) {}
      }
    }
  }

  @Test func `every file of the page is served with its type`() throws {
    let folder = FilePath(#filePath).removingLastComponent().appending("../../Sources/WebPicker/Page")
    let names = TemporaryTree.names(in: folder)
    #expect(names.count > 10)
    for name in names where name != "index.html" {
      let file = try #require(PageFiles.others[name], "\(name) is not in PageFiles")
      #expect(file.bytes == (try contents(of: folder.appending(name))), "\(name)")
    }
    #expect(PageFiles.others["page.css"]?.type == "text/css; charset=utf-8")
    #expect(PageFiles.others["main.js"]?.type == "text/javascript; charset=utf-8")
  }
}
