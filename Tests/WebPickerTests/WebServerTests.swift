import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import WebPicker

/// What the server takes from visitors, and what it does with those that ask too much.
struct WebServerTests {
  /// Runs a server that says what it was asked while `body` visits it.
  private func serve(
    _ change: (inout ServerLimits) -> Void = { _ in }, _ body: (Visitor) async throws -> Void
  ) async throws {
    var limits = ServerLimits()
    change(&limits)
    let server = try WebServer(port: 0, limits: limits)
    let serving = Task {
      await server.run { request, _ in
        var response = WebResponse(
          .ok, body: .bytes(Array("\(request.method) \(request.path) \(request.body.count)".utf8)))
        response.isTrusted = request.path == "/trusted"
        return response
      }
    }
    try await body(Visitor(port: server.port))
    serving.cancel()
    await serving.value
    #expect(throws: Errno.connectionRefused) { try Visitor(port: server.port).connection() }
  }

  /// Sends a text and expects an answer with a status; `nil` for a connection that is closed without one.
  private func expect(_ status: Int?, _ visitor: Visitor, _ text: String) async throws {
    let found = try await visitor.exchange(Array(text.utf8))?.status
    #expect(found == status, "\(text.prefix(60))")
  }

  @Test func `requests are answered one after the other on one connection`() async throws {
    try await serve { visitor in
      let reply = try await visitor.exchange(
        Array(
          "GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\ncontent-length: 3\r\nConnection: close\r\n\r\nabc".utf8)
      )
      #expect(reply?.text.hasPrefix("GET /a 0HTTP/1.1 200 OK") == true)
      #expect(reply?.text.hasSuffix("POST /b 3") == true)
    }
  }

  @Test(
    arguments: [
      "GET /\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
      "G\u{1}T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n", "GET / HTTP/1.1\r\nA: \0\r\n\r\n", "\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ])
  func `what is no request is refused and its connection closed`(_ text: String) async throws {
    try await serve { visitor in try await expect(400, visitor, text) }
  }

  @Test func `too long a head or body is refused, and so is a body in parts`() async throws {
    try await serve { visitor in
      let long = String(repeating: "a", count: 20_000)
      try await expect(431, visitor, "GET /\(long) HTTP/1.1\r\n\r\n")
      try await expect(431, visitor, "GET / HTTP/1.1\r\nA: \(long)")
      try await expect(413, visitor, "POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n")
      try await expect(413, visitor, "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n")
      try await expect(501, visitor, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
      try await expect(200, visitor, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func `a request that does not arrive in time is dropped, however slowly it goes on`() async throws {
    try await serve { limits in
      limits.arrivalTime = .milliseconds(100)
    } _: { visitor in
      try await expect(nil, visitor, "GET / HTTP/1.1\r\nHost: ")
      try await expect(nil, visitor, "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
      try await expect(200, visitor, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func `a connection without requests is closed after a while`() async throws {
    try await serve { limits in
      limits.idleTime = .milliseconds(100)
    } _: { visitor in
      try await expect(nil, visitor, "")
    }
  }

  @Test func `the oldest connection that showed no key makes room for a new one`() async throws {
    try await serve { limits in
      limits.connectionCount = 3
    } _: { visitor in
      let trusted = try visitor.connection()
      defer { try? trusted.close() }
      let ask = Array("GET /trusted HTTP/1.1\r\n\r\n".utf8)
      _ = try trusted.writeAll(ask)
      let first = try await read(trusted)
      #expect(first > 0)
      let others = try (0..<20).map { _ in try visitor.connection() }
      defer { for other in others { try? other.close() } }
      try await expect(200, visitor, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
      _ = try trusted.writeAll(ask)
      let (again, oldest) = (try await read(trusted), try await read(others[0]))
      #expect(again == first)
      #expect(oldest == 0)
    }
  }

  private func read(_ connection: FileDescriptor) async throws -> Int {
    try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run {
        var bytes = [UInt8](repeating: 0, count: 1000)
        return try bytes.withUnsafeMutableBytes { try connection.read(into: $0) }
      }
    }
  }

  @Test func `a port that is taken is an error`() async throws {
    let server = try WebServer(port: 0)
    #expect(throws: Errno.addressInUse) { try WebServer(port: server.port) }
  }
}
