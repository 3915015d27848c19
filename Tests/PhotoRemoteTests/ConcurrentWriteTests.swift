import Foundation
import PhotoFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

/// Writers of the same file, each with a separate source, like separate processes.
@Suite(.timeLimit(.minutes(5)))
struct ConcurrentWriteTests {
  private static let adders = 5
  private static let rounds = 4
  private let file = bytes("a.xmp")

  /// What the writers have been told.
  private struct Told: Sendable {
    var added: Set<String> = []
    var removed: Set<String> = []
    var failures: [String] = []
  }

  private func text(_ source: any RemoteSource) throws -> (version: RemoteStatus, text: String)? {
    do throws(RemoteError) {
      let (version, head) = try source.open(file, reading: 10_000)
      return (version, String(decoding: head, as: UTF8.self))
    } catch {
      if error.errno == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  /// Adds a line to the file, or removes the file; reads it again if another writer has changed it. Returns the lines that
  /// were removed.
  private func change(_ source: any RemoteSource, adding line: String?) throws -> [String] {
    while true {
      let found = try text(source)
      do throws(RemoteError) {
        if let line {
          let content = RemoteContent.bytes(bytes((found?.text ?? "") + line + "\n"))
          _ = try source.write(content, to: file, replacing: found?.version)
          return []
        }
        guard let found, !found.text.isEmpty else { return [] }
        try source.remove(file, version: found.version)
        return found.text.split(separator: "\n").map(String.init)
      } catch {
        guard error.errno == .staleNFSFileHandle || error.errno == .fileExists else { throw error }
      }
    }
  }

  /// Adds lines in several threads while another one removes the file, and requires that every line is in the file or was
  /// removed with it.
  private func race(_ makeSource: () throws -> any RemoteSource) throws {
    let told = Mutex(Told())
    let sources = try (0...Self.adders).map { _ in try makeSource() }
    DispatchQueue.concurrentPerform(iterations: sources.count) { writer in
      for round in 0..<Self.rounds {
        do {
          let line = writer < Self.adders ? "\(writer).\(round)" : nil
          let removed = try change(sources[writer], adding: line)
          told.withLock { told in
            if let line { told.added.insert(line) }
            told.removed.formUnion(removed)
          }
        } catch {
          told.withLock { $0.failures.append("\(error)") }
        }
      }
    }
    let final = try text(sources[0])?.text.split(separator: "\n").map(String.init) ?? []
    let result = told.withLock { $0 }
    #expect(result.failures == [])
    #expect(result.added.count == Self.adders * Self.rounds)
    #expect(result.added.subtracting(result.removed.union(final)) == [], "lines are missing")
  }

  @Test(arguments: [
    (WebDAVModel.Conditions.none, WebDAVModel.Locks.real), (.all, .none), (.ofWrites, .none), (.none, .none),
    (.none, .pretended), (.all, .pretended),
  ])
  func `no change of six writers is lost on a WebDAV server`(
    conditions: WebDAVModel.Conditions, locks: WebDAVModel.Locks
  ) throws {
    let model = try WebDAVModel(conditions: conditions, locks: locks)
    try race { try model.source().source }
    #expect(model.names.isSubset(of: ["/a.xmp"]) && model.state.withLock { $0.locks.isEmpty })
    if let last = model["/a.xmp"] { #expect(!last.isEmpty) }
  }

  @Test(
    .enabled(if: S3TestServer.python != nil, "python3 isn't installed"), arguments: ["all", "writes", "none"])
  func `no change of six writers is lost on an S3 server`(conditions: String) throws {
    let server = try S3TestServer(["S3_CONDITIONS": conditions])
    func source() throws -> any RemoteSource {
      var options = options(keys(server.url))
      options.retry = RemoteRetry()
      return try RemoteSources.source(scheme: "s3", host: "photos", options: options)
    }
    try race(source)
    #expect(Set(try source().entries(of: []).map(\.name.text)).isSubset(of: ["a.xmp"]))
  }

  @Test(.enabled(if: S3TestServer.python != nil, "python3 isn't installed"))
  func `the parts of a large file are sent before a claim, which lasts only a minute`() throws {
    let server = try S3TestServer(["S3_CONDITIONS": "none"])
    let source = try server.source(multipart: S3Multipart.Limits(threshold: 10, part: 10))
    _ = try source.write(.bytes([UInt8](repeating: 7, count: 25)), to: file, replacing: nil)
    let log = try server.log()
    let lastPart = try #require(log.lastIndex { $0.contains("partNumber=3") })
    let claim = try #require(log.firstIndex { $0.hasPrefix("PUT ") && $0.contains(".claim") })
    #expect(lastPart < claim)
  }

  // MARK: Requests

  private func methods(_ model: WebDAVModel, from start: Int = 0) -> [String] {
    model.requests.dropFirst(start).map(\.method)
  }

  @Test func `the first change examines a server with conditions, and leaves no file`() throws {
    let model = try WebDAVModel(conditions: .all, locks: .none)
    let (source, servers) = try model.source()
    let first = try source.write([1], to: file, replacing: nil)
    #expect(
      methods(model).first == "PROPFIND"
        && methods(model, from: 1).prefix(5) == ["PUT", "PUT", "PUT", "DELETE", "DELETE"])
    let probe = FileName(unchecked: bytes(String(model.requests[1].path.dropFirst())))
    #expect(PendingFile.isHiddenName(probe) && model.names == ["/a.xmp"])
    let count = model.requests.count
    let second = try source.write([2, 3], to: file, replacing: first)
    #expect(methods(model, from: count) == ["PROPFIND", "PUT", "PROPFIND", "GET"])
    #expect(failure { _ = try source.write([4], to: file, replacing: first) }?.errno == .staleNFSFileHandle)
    #expect(failure { try source.remove(file, version: first) }?.errno == .staleNFSFileHandle)
    try source.remove(file, version: second)
    #expect(model.names.isEmpty && servers.takeNotices().isEmpty)
  }

  @Test func `a file is locked while it is written and removed, and no empty one is left`() throws {
    let model = try WebDAVModel(conditions: .none, locks: .real)
    let (source, servers) = try model.source()
    let first = try source.write([1], to: file, replacing: nil)
    let count = model.requests.count
    #expect(failure { _ = try source.write([2], to: file, replacing: nil) }?.errno == .fileExists)
    #expect(methods(model, from: count) == ["LOCK", "PROPFIND", "DELETE", "UNLOCK"])
    try source.remove(file, version: first)
    #expect(failure { _ = try source.write([2], to: file, replacing: first) }?.errno == .staleNFSFileHandle)
    #expect(model.names.isEmpty && model.state.withLock { $0.locks.isEmpty } && servers.takeNotices().isEmpty)
    let sent = model.requests.filter { $0.method == "LOCK" }
    #expect(sent.allSatisfy { $0.headers["timeout"] == "Second-60" && $0.headers["depth"] == "0" })
  }

  @Test func `a file that another process keeps locked is busy`() throws {
    let model = try WebDAVModel(conditions: .none, locks: .real)
    let delays = RecordedDelays()
    let source = try model.source(delays.retry).source
    let version = try source.write([1], to: file, replacing: nil)
    let path = try #require(model.requests.last { $0.method == "LOCK" }?.path)
    model.state.withLock { $0.locks[path] = "other" }
    #expect(failure { _ = try source.write([2], to: file, replacing: version) }?.errno == .resourceBusy)
    #expect(delays.all.reduce(.zero, +) > .seconds(60), "a lock of a killed process is waited for")
    model.state.withLock { $0.locks = [:] }
    _ = try source.write([2], to: file, replacing: version)
    #expect(model["/a.xmp"] == [2])
  }

  @Test func `the person is told once about a server without conditions and locks`() throws {
    let model = try WebDAVModel(conditions: .none, locks: .pretended)
    let (source, servers) = try model.source()
    _ = try source.write([1], to: file, replacing: nil)
    let notices = servers.takeNotices()
    #expect(notices.count == 1 && notices.first?.hasPrefix("\(model.url): the server ignores") == true)
    _ = try source.write([1], to: bytes("b"), replacing: nil)
    #expect(servers.takeNotices().isEmpty && model.names == ["/a.xmp", "/b"])
  }

  @Test func `the claim of a killed process is removed when it is old`() throws {
    let model = try WebDAVModel(conditions: .none, locks: .none)
    let delays = RecordedDelays()
    let source = try model.source(delays.retry).source
    _ = try source.write([1], to: file, replacing: nil)
    let claim = try #require(model.requests.first { $0.path.hasSuffix(".claim") }?.path)
    // The lowest name of a claim to the same file.
    let other = claim.replacing(/[0-9a-f]+\.claim$/, with: "0000000000000000.claim")
    model.state.withLock { $0.store([], other, age: 30) }
    let version = try source.status(of: file)
    #expect(failure { _ = try source.write([2], to: file, replacing: version) }?.errno == .resourceBusy)
    #expect(model.names == ["/a.xmp", other])
    model.state.withLock { $0.store([], other, age: 70) }
    _ = try source.write([2], to: file, replacing: version)
    #expect(model.names == ["/a.xmp"] && model["/a.xmp"] == [2])
  }

  @Test func `a write is not believed if other bytes are read back`() throws {
    let model = try WebDAVModel(conditions: .all, locks: .none)
    let source = try model.source().source
    let version = try source.write([1], to: file, replacing: nil)
    model.state.withLock { $0.falsified = [7] }
    #expect(failure { _ = try source.write([2], to: file, replacing: version) }?.errno == .staleNFSFileHandle)
  }

  @Test func `a change is noticed although the tag is the same`() throws {
    let model = try WebDAVModel(conditions: .all, locks: .real)
    model.state.withLock { state in
      state.hasCoarseTags = true
      state.store([1, 2], "/a.xmp")
    }
    let source = try model.source().source
    let version = try source.open(file, reading: 100).status
    model.state.withLock { $0.store([3, 4], "/a.xmp") }
    #expect(failure { _ = try source.write([5], to: file, replacing: version) }?.errno == .staleNFSFileHandle)
    #expect(failure { try source.remove(file, version: version) }?.errno == .staleNFSFileHandle)
    #expect(model["/a.xmp"] == [3, 4])
    let next = try source.write([6], to: file, replacing: try source.open(file, reading: 100).status)
    _ = try source.write([7], to: file, replacing: next)
    try source.remove(file, version: try source.status(of: file))
    #expect(model.names.isEmpty)
  }

  @Test func `a repeated DELETE doesn't remove what another process has written since`() throws {
    let model = try WebDAVModel(conditions: .ofWrites, locks: .none)
    let source = try model.source(RecordedDelays().retry).source
    let version = try source.write([1], to: file, replacing: nil)
    model.state.withLock { $0.successor = [2] }
    try source.remove(file, version: version)
    #expect(model["/a.xmp"] == [2])
  }

  @Test func `an abandoned empty file is replaced after a while`() throws {
    let model = try WebDAVModel(conditions: .ofWrites, locks: .none)
    let delays = RecordedDelays()
    let source = try model.source(delays.retry).source
    model.state.withLock { $0.store([], "/a.xmp") }
    _ = try source.write([1], to: file, replacing: try source.status(of: file))
    #expect(model["/a.xmp"] == [1] && delays.all.reduce(.zero, +) >= .seconds(60))
  }
}
