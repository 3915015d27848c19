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

  package var url: String { "http://127.0.0.1:\(child.port)" }

  /// The environment variables of a program that uses the server.
  package var variables: [String: String] {
    [
      "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": Self.secret, "AWS_ENDPOINT_URL_S3": url,
      "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "no_proxy": "*",
    ]
  }
}
