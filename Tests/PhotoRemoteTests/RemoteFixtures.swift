import Foundation
import PhotoFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

let secret = S3Server.secret

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
  signsRequests: Bool = true, named: String...
) -> RemoteOptions {
  let all = ["AWS_EC2_METADATA_DISABLED": "true"].merging(variables) { $1 }
  var options = RemoteOptions(
    jobs: 4, signsRequests: signsRequests, environment: RemoteEnvironment(home: home) { all[$0] },
    retry: delays.retry)
  options.namedPaths = named.compactMap { RemotePath(FilePath(fileSystemBytes: bytes($0))) }
  return options
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

/// A server with a log of its requests.
final class S3TestServer: Sendable {
  static let python = S3Server.python

  private let server: S3Server

  init(_ environment: [String: String] = [:]) throws { server = try S3Server(environment) }

  var url: String { server.url }

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
