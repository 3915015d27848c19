import PhotoFiles
import SystemPackage
import Testing

@testable import PhotoPicker

/// Lists on a pipe whose writer waits for results.
struct PathStreamTests {
  private let reader: FileDescriptor
  private let writer: FileDescriptor

  init() throws {
    (reader, writer) = try FileDescriptor.pipe()
    for descriptor in [reader, writer] {
      try #require(fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC) == 0)
    }
  }

  private func write(_ text: String) throws { _ = try writer.writeAll(Array(text.utf8)) }

  private var stream: PathStream { PathStream([.list(reader, name: "list")]) }

  private static func texts(_ paths: [[UInt8]]?) -> [String]? {
    paths?.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ["/a\n", "/b\n"], ["a\n", "/b\n"], ["/a\0", "/b\nc\0"], ["{\"path\":\"/a\"}\n", "{\"path\":\"/b\"}\n"],
    ["path\n", "/a\n", "/b\n"], ["[{\"path\":\"/a\"}\n", ",{\"path\":\"/b\"}", "]\n"],
    ["\u{FEFF}/a\n", "/b\n"],
    ["[\n", "{\"path\":\"/a\"}\n", "]\n"], ["\n", "/a\r\n", "/b\r\n"],
  ])
  func `a path arrives before the next is written`(lines: [String]) async throws {
    let stream = stream
    var found: [String] = []
    for line in lines {
      try write(line)
      // These lines contain no path.
      if ["[\n", "path\n", "\n", "]\n"].contains(line) { continue }
      found += try #require(Self.texts(try await stream.next()))
    }
    try writer.close()
    #expect(try await stream.next() == nil)
    #expect(found.first?.hasSuffix("a") == true)
    #expect(found.allSatisfy { $0.count <= 4 && !$0.hasSuffix("\r") })
    try reader.close()
  }

  @Test func `batches grow while the input has more bytes`() async throws {
    let paths = (0..<20_000).map { "/\($0)" }
    let text = paths.joined(separator: "\n")
    WorkerThread.start { [writer] in
      _ = try? writer.writeAll(Array(text.utf8))
      try? writer.close()
    }
    let stream = stream
    var (found, longest) = ([String](), 0)
    while let batch = Self.texts(try await stream.next()) {
      if found.isEmpty { #expect(batch.count == 1) }
      longest = max(longest, batch.count)
      found += batch
    }
    #expect(found == paths)
    #expect((2...64).contains(longest))
    try reader.close()
  }

  @Test(arguments: [
    ("/a\n/b\0\n", PathListError.Reason.noPath),
    ("/a\n\(String(repeating: "b", count: 70_000))", .tooLong(64 << 10)),
    ("{\"path\":\"/a\"}\n{\"path\":", .malformed("JSON")), ("{\"path\":\"/a\"}\n{\"name\":\"b\"}\n", .noPath),
  ])
  func `an invalid entry ends the list after those before it`(
    text: String, reason: PathListError.Reason
  ) async throws {
    let stream = stream
    let first = try #require(text.split(separator: "\n", maxSplits: 1).first)
    try write("\(first)\n")
    #expect(Self.texts(try await stream.next()) == ["/a"])
    let rest = String(text.dropFirst(first.count + 1))
    WorkerThread.start { [writer] in
      _ = try? writer.writeAll(Array(rest.utf8))
      try? writer.close()
    }
    let failure = try await #require(throws: PathStream.Failure.self) {
      while try await stream.next() != nil {}
    }
    #expect(failure.error.reason == reason && failure.list == "list")
    try reader.close()
  }

  @Test func `arguments and lists keep their order, with duplicates`() async throws {
    try write("/b\n/b\n")
    try writer.close()
    let stream = PathStream([
      .path(Array("a".utf8)), .list(reader, name: "list"), .path(Array("a".utf8)),
    ]) { $0 != Array("c".utf8) }
    var found: [String] = []
    while let batch = Self.texts(try await stream.next()) { found += batch }
    #expect(found == ["a", "/b", "/b", "a"])
    try reader.close()
  }
}
