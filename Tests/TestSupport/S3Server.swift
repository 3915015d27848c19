import Foundation
import Testing

/// The server of `Tests/Servers/s3_server.py`.
package final class S3Server: Sendable {
  package static let python = ChildServer.find("python3")
  package static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"

  private let child: ChildServer

  package init(_ environment: [String: String] = [:]) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    child = try ChildServer(
      try #require(Self.python), [tests + "/Servers/s3_server.py"],
      environment: ["S3_SECRET": Self.secret].merging(environment) { $1 }, portAfter: "port ")
  }

  /// Sends a request of `s3_server.py` for tests, such as `GET /-/log`, and returns the body of the response.
  @discardableResult
  package func send(_ method: String, _ path: String, _ body: [UInt8] = []) async throws -> [UInt8] {
    let head = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    let reply = try await Visitor(port: UInt16(child.port)).exchange(Array(head.utf8) + body)
    return try #require(reply).body
  }

  /// Adds faults, which the next requests consume.
  package func add(faults: String...) async throws {
    try await send("POST", "/-/faults", Array(faults.joined(separator: "\n").utf8))
  }

  /// The number of faults that no request has consumed.
  package var faultCount: Int { get async throws { try await send("GET", "/-/faults").count { $0 == 10 } } }

  package var url: String { "http://127.0.0.1:\(child.port)" }

  /// The environment variables of a program that uses the server.
  package var variables: [String: String] {
    [
      "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": Self.secret, "AWS_ENDPOINT_URL_S3": url,
      "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "no_proxy": "*",
    ]
  }
}
