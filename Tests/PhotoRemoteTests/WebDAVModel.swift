import Foundation
import PhotoFiles
import Synchronization
import TestSupport

@testable import PhotoRemote

/// A WebDAV server of files in one folder, in memory, which lacks chosen parts of the standards.
final class WebDAVModel: Sendable {
  enum Conditions: Sendable {
    case none
    /// Only conditions of PUT, not of DELETE.
    case ofWrites
    case all
  }

  enum Locks: Sendable {
    case none
    /// Every lock is granted, and none is kept.
    case pretended
    case real
  }

  struct File: Sendable {
    var bytes: [UInt8]
    var version: Int
    var modified = FileStatus.Time.now.seconds
  }

  struct State: Sendable {
    var files: [String: File] = [:]
    var locks: [String: String] = [:]
    var version = 0
    /// Stored by another process after the next DELETE, whose response is lost.
    var successor: [UInt8]?
    /// Stored instead of the body of a PUT.
    var falsified: [UInt8]?
    /// Whether files of equal size have equal tags.
    var hasCoarseTags = false

    mutating func store(_ bytes: [UInt8], _ path: String, age: Int64 = 0) {
      version += 1
      files[path] = File(
        bytes: bytes, version: hasCoarseTags ? bytes.count : version,
        modified: FileStatus.Time.now.seconds - age)
    }
  }

  private static let isDelayed: Set<String> = ["PUT", "DELETE"]

  let state = Mutex(State())
  private let conditions: Conditions
  private let locks: Locks
  private let server = Mutex<TestServer?>(nil)

  init(conditions: Conditions, locks: Locks) throws {
    (self.conditions, self.locks) = (conditions, locks)
    let server = try TestServer { [weak self] request in self?.respond(to: request) ?? [] }
    self.server.withLock { $0 = server }
  }

  var url: String { server.withLock { $0?.url("") ?? "" } }
  var requests: [TestServer.Request] { server.withLock { $0?.requests ?? [] } }
  var names: Set<String> { state.withLock { Set($0.files.keys) } }
  subscript(_ path: String) -> [UInt8]? { state.withLock { $0.files[path]?.bytes } }

  /// Returns a source as another process would have it.
  func source(_ retry: RemoteRetry = RemoteRetry()) throws -> (
    source: any RemoteSource, servers: KnownServers
  ) {
    var options = options([:])
    options.retry = retry
    let host = String(url.dropFirst("http://".count))
    return (try RemoteSources.source(scheme: "dav", host: host, options: options), options.servers)
  }

  private func respond(to request: TestServer.Request) -> [TestServer.Action] {
    // Another process reads before this one writes.
    if Self.isDelayed.contains(request.method), !request.path.contains(".photopick-") { usleep(15_000) }
    let (status, body, fields) = state.withLock { state in answer(request, &state) }
    return reply(status, body, fields)
  }

  private typealias Answer = (status: Int, body: String, fields: [String: String])

  private func answer(_ request: TestServer.Request, _ state: inout State) -> Answer {
    let file = state.files[request.path]
    switch request.method {
    case "PROPFIND": return properties(request, state)
    case "GET":
      guard let file else { return (404, "", [:]) }
      return (200, String(decoding: file.bytes, as: UTF8.self), ["ETag": "\"\(file.version)\""])
    case "LOCK": return lock(request, &state)
    case "UNLOCK":
      let token = (request.headers["lock-token"] ?? "").trimmingCharacters(in: ["<", ">"])
      if state.locks[request.path] == token { state.locks[request.path] = nil }
      return (204, "", [:])
    case "PUT", "DELETE":
      if let token = state.locks[request.path], request.headers["if"] != "(<\(token)>)" {
        return (423, "", [:])
      }
      guard isMet(request, file) else { return (412, "", [:]) }
      guard request.method == "PUT" else {
        state.files[request.path] = nil
        if let successor = state.successor {
          state.store(successor, request.path)
          state.successor = nil
          return (503, "", [:])
        }
        return (file == nil ? 404 : 204, "", [:])
      }
      state.store(state.falsified ?? request.body, request.path)
      return (201, "", [:])
    default: return (405, "", [:])
    }
  }

  private func isMet(_ request: TestServer.Request, _ file: File?) -> Bool {
    guard conditions == .all || conditions == .ofWrites && request.method == "PUT" else { return true }
    if request.headers["if-none-match"] == "*", file != nil { return false }
    guard let tag = request.headers["if-match"] else { return true }
    return file.map { "\"\($0.version)\"" } == tag
  }

  private func lock(_ request: TestServer.Request, _ state: inout State) -> Answer {
    guard locks != .none else { return (405, "", [:]) }
    if state.locks[request.path] != nil { return (423, "", [:]) }
    let token = "opaquelocktoken:\(UInt64.random(in: .min ... .max))"
    var status = 200
    if locks == .real {
      state.locks[request.path] = token
      if state.files[request.path] == nil {
        state.store([], request.path)
        status = 201
      }
    }
    let document =
      "<d:prop xmlns:d=\"DAV:\"><d:lockdiscovery><d:activelock><d:locktoken><d:href>\(token)</d:href></d:locktoken>"
      + "</d:activelock></d:lockdiscovery></d:prop>"
    return (status, document, [:])
  }

  private func properties(_ request: TestServer.Request, _ state: State) -> Answer {
    var text = ""
    if request.path == "/" {
      let entry = "<d:lockentry><d:lockscope><d:exclusive/></d:lockscope></d:lockentry>"
      text = resource(
        "/",
        "<d:resourcetype><d:collection/></d:resourcetype>"
          + "<d:supportedlock>\(locks == .none ? "" : entry)</d:supportedlock>")
      guard request.headers["depth"] == "1" else { return (207, multistatus(text), [:]) }
      for (path, file) in state.files { text += resource(path, properties(file)) }
      return (207, multistatus(text), [:])
    }
    guard let file = state.files[request.path] else { return (404, "", [:]) }
    return (207, multistatus(resource(request.path, properties(file))), [:])
  }

  private func multistatus(_ responses: String) -> String {
    "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\">\(responses)</d:multistatus>"
  }

  private func resource(_ path: String, _ properties: String) -> String {
    "<d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
      + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
  }

  private func properties(_ file: File) -> String {
    let date = ServerTime.httpText(FileStatus.Time(seconds: file.modified, nanoseconds: 0))
    return "<d:resourcetype/><d:getcontentlength>\(file.bytes.count)</d:getcontentlength>"
      + "<d:getetag>&quot;\(file.version)&quot;</d:getetag><d:getlastmodified>\(date)</d:getlastmodified>"
  }
}
