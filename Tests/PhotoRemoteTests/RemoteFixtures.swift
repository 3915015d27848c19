import Foundation
import PhotoFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"

/// Delays that were requested instead of waited.
final class RecordedDelays: Sendable {
  private let list = Mutex<[Duration]>([])

  var all: [Duration] { list.withLock { $0 } }

  var retry: RemoteRetry {
    var retry = RemoteRetry()
    retry.pause = { [self] delay in list.withLock { $0.append(delay) } }
    return retry
  }
}

func options(
  _ variables: [String: String], home: FilePath? = nil, delays: RecordedDelays = RecordedDelays(),
  signsRequests: Bool = true
) -> RemoteOptions {
  let all = ["AWS_EC2_METADATA_DISABLED": "true"].merging(variables) { $1 }
  return RemoteOptions(
    jobs: 4, signsRequests: signsRequests, environment: RemoteEnvironment(home: home) { all[$0] },
    retry: delays.retry)
}

func keys(_ endpoint: String) -> [String: String] {
  ["AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": secret, "AWS_ENDPOINT_URL_S3": endpoint]
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Returns the error of a function, and records if it has a secret or a line break.
func failure(_ body: () throws -> Void) -> RemoteError? {
  do {
    try body()
    Issue.record("no error")
  } catch let error as RemoteError {
    #expect(!error.description.contains(secret) && !error.description.contains("\n"))
    return error
  } catch {
    Issue.record(error)
  }
  return nil
}

func reply(_ status: Int, _ body: String, _ fields: [String: String] = [:]) -> [TestServer.Action] {
  [head(status, fields, length: body.utf8.count), .send(bytes(body))]
}

/// The server of `Servers/s3_server.py`.
final class S3TestServer: Sendable {
  static let python = ChildServer.find("python3")

  private let child: ChildServer

  init(_ environment: [String: String] = [:]) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Servers/s3_server.py"
    child = try ChildServer(
      try #require(Self.python), [script], environment: ["S3_SECRET": secret].merging(environment) { $1 },
      portAfter: "port ")
  }

  var url: String { "http://127.0.0.1:\(child.port)" }

  func source(
    _ variables: [String: String] = [:], delays: RecordedDelays = RecordedDelays(),
    multipart: S3Multipart.Limits = .init(), signsRequests: Bool = true
  ) throws -> S3Source {
    try RemoteSources.s3(
      bucket: "photos",
      options(keys(url).merging(variables) { $1 }, delays: delays, signsRequests: signsRequests),
      multipart: multipart)
  }

  /// The requests so far: method, path and query.
  func log() throws -> [String] {
    String(decoding: try send("GET", "/-/log", nil), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Adds failures for the next requests of a method.
  func add(faults: [String]) throws {
    _ = try send("POST", "/-/faults", bytes(faults.joined(separator: "\n")))
  }

  private func send(_ method: String, _ path: String, _ body: [UInt8]?) throws -> [UInt8] {
    let client = try RemoteClient(
      jobs: 1, options: TransferOptions(ignoresProxies: true), retry: RemoteRetry())
    var request = TransferRequest(url: url + path, options: client.options)
    (request.method, request.body) = (method, body)
    return try client.send(.init(count: 1 << 20)) { () throws(RemoteError) in request }.body
  }
}
