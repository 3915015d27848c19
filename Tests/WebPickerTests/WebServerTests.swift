import FlyingSocks
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import WebPicker

/// The limits that the server enforces.
struct WebServerTests {
  /// Runs a server that echoes requests while `body` visits it. Paths that begin with `/refused` are unauthorized.
  ///
  /// The tasks have a higher priority than the tests that have not started, which would delay them beyond their limits.
  private func serve<Result: Sendable>(
    _ change: (inout ServerLimits) -> Void = { _ in },
    _ body: @escaping @Sendable (Visitor) async throws -> Result
  ) async throws -> Result {
    var limits = ServerLimits()
    change(&limits)
    let server = try WebServer(port: 0, limits: limits)
    let serving = Task(priority: .high) {
      await server.run { request, owner in
        guard owner == .user, !request.path.hasPrefix("/refused") else {
          return .refused(WebResponse(.forbidden))
        }
        return .admitted { body in
          let bytes =
            request.path == "/long"
            ? [UInt8](repeating: 0, count: Self.longAnswer)
            : Array("\(request.method) \(request.path) \(body.count)".utf8)
          return WebResponse(.ok, body: .bytes(bytes))
        }
      }
    }
    let visiting = Task(priority: .high) { try await body(Visitor(port: server.port)) }
    let result = await visiting.result
    serving.cancel()
    await serving.value
    return try result.get()
  }

  @Test func `a closed server doesn't listen`() async throws {
    // Servers of concurrent tests may take the port immediately.
    for _ in 1...5 {
      let visitor = try await serve { $0 }
      do {
        try visitor.connection().close()
      } catch Errno.connectionRefused {
        return
      }
    }
    Issue.record("each of five ports is still listened on")
  }

  /// More bytes than the system buffers for a client that reads nothing.
  private static let longAnswer = 64 << 20

  /// Sends a request and expects a status; `nil` for a closed connection and no response.
  private func expect(_ status: Int?, _ visitor: Visitor, _ text: String) async throws {
    let found = try await visitor.exchange(Array(text.utf8))?.status
    #expect(found == status, "\(text.prefix(60))")
  }

  @Test func `a connection serves requests sequentially`() async throws {
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
  func `a malformed request is refused and its connection closed`(_ text: String) async throws {
    try await serve { visitor in try await expect(400, visitor, text) }
  }

  @Test func `oversized heads and bodies and chunked bodies are refused`() async throws {
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

  @Test func `a slow request is dropped after the time limit`() async throws {
    let key = "GET / HTTP/1.1\r\n\r\n"
    try await serve { limits in
      limits.arrivalTime = .milliseconds(100)
    } _: { visitor in
      try await expect(200, visitor, key + "GET / HTTP/1.1\r\nHost: ")
      try await expect(nil, visitor, "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
      try await expect(200, visitor, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func `a connection without the key is closed after the time limit`() async throws {
    try await serve { limits in
      limits.guestTime = .milliseconds(100)
    } _: { visitor in
      try await expect(nil, visitor, "")
      try await expect(nil, visitor, "GET / HTTP/1.1\r\nHost: ")
    }
  }

  @Test func `an idle connection is closed`() async throws {
    try await serve { limits in
      limits.idleTime = .milliseconds(100)
    } _: { visitor in
      try await expect(200, visitor, "GET / HTTP/1.1\r\n\r\n")
    }
  }

  @Test func `a client that doesn't receive the response is disconnected`() async throws {
    try await serve { limits in
      // Long enough for a busy machine to notice that the table is full.
      limits.takingTime = .seconds(4)
      limits.trustedCount = 1
    } _: { visitor in
      let connection = try visitor.connection()
      defer { try? connection.close() }
      _ = try connection.writeAll("GET /long HTTP/1.1\r\nConnection: close\r\n\r\n".utf8)
      _ = await read(connection)
      try await expect(503, visitor, "GET / HTTP/1.1\r\n\r\n")
      try await waitForRoom(visitor)
      #expect(await read(connection, atMost: 2 * Self.longAnswer) < Self.longAnswer)
    }
  }

  /// Polls until the server accepts another trusted connection.
  private func waitForRoom(_ visitor: Visitor) async throws {
    var patience = Patience()
    while try await visitor.ask("GET", "/")?.status != 200 {
      let isOver = patience.isOver()
      try #require(!isOver)
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func `a client without the key gets one response`() async throws {
    try await serve { visitor in
      let many = String(repeating: "GET /refused HTTP/1.1\r\n\r\n", count: 100)
      let reply = try await visitor.exchange(Array(many.utf8))
      #expect(reply?.status == 403)
      #expect(reply?.text == "")
      #expect(reply?.headers["connection"] == "close")
      // The server doesn't wait for a body that it won't read.
      try await expect(403, visitor, "POST /refused HTTP/1.1\r\nContent-Length: 60000\r\n\r\n")
    }
  }

  @Test func `the oldest connection without the key is closed for a new one`() async throws {
    try await serve { limits in
      limits.guestCount = 3
      limits.guestGrace = .zero
    } _: { visitor in
      let trusted = try visitor.connection()
      defer { try? trusted.close() }
      let ask = Array("GET / HTTP/1.1\r\n\r\n".utf8)
      _ = try trusted.writeAll(ask)
      let first = await read(trusted)
      #expect(first > 0)
      let others = try (0..<20).map { _ in try visitor.connection() }
      defer { for other in others { try? other.close() } }
      try await expect(200, visitor, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
      _ = try trusted.writeAll(ask)
      let (again, oldest) = (await read(trusted), await read(others[0]))
      #expect(again == first)
      #expect(oldest == 0)
    }
  }

  @Test func `idle connections of the same user don't prevent a request`() async throws {
    try await serve { limits in
      limits.guestCount = 1
    } _: { visitor in
      let idle = try (0..<40).map { _ in try visitor.connection() }
      defer { for connection in idle { try? connection.close() } }
      // Each eviction waits for a thread, which tests of processes may occupy.
      var patient = visitor
      patient.patience = 600
      try await expect(200, patient, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func `without free descriptors, the oldest connection without the key is closed`()
    async throws
  {
    var limits = ServerLimits()
    limits.guestGrace = .zero
    let table = ConnectionTable(limits: limits)
    func add(_ standing: ConnectionTable.Standing) async throws -> Task<Void, Never> {
      let task = await table.add(standing) { number in
        Task {
          try? await Task.sleep(for: .seconds(1000))
          table.remove(number)
        }
      }
      return try #require(task)
    }
    let (stranger, first, second) = (try await add(.stranger), try await add(.guest), try await add(.guest))
    #expect(await table.makeRoom())
    #expect([stranger, first, second].map(\.isCancelled) == [false, true, false])
    #expect(await table.makeRoom())
    #expect(second.isCancelled)
    #expect(await !table.makeRoom())
    #expect(!stranger.isCancelled)
    table.close()
  }

  @Test func `the number of trusted connections is limited`() async throws {
    try await serve { limits in
      limits.trustedCount = 2
    } _: { visitor in
      let trusted = try (0..<2).map { _ in try visitor.connection() }
      for connection in trusted {
        _ = try connection.writeAll("GET / HTTP/1.1\r\n\r\n".utf8)
        #expect(await read(connection) > 0)
      }
      try await expect(503, visitor, "GET / HTTP/1.1\r\n\r\n")
      try trusted[0].close()
      try await waitForRoom(visitor)
      try trusted[1].close()
    }
  }

  /// Reads once, or until `count` bytes have arrived or the connection has ended.
  private func read(_ connection: FileDescriptor, atMost count: Int? = nil) async -> Int {
    await WorkerPool.using(threadCount: 1) { pool in
      await pool.run {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        repeat {
          let part = (try? bytes.withUnsafeMutableBytes { try connection.read(into: $0) }) ?? 0
          guard part > 0 else { break }
          total += part
        } while total < count ?? 0
        return total
      }
    }
  }

  @Test func `a port in use is an error`() async throws {
    let server = try WebServer(port: 0)
    #expect(throws: WebPicker.Unavailable.port(server.port, .addressInUse)) {
      try WebServer(port: server.port)
    }
  }
}

#if !canImport(Darwin)
  struct ConnectionOwnerTests {
    private let listener: Socket
    private let visitor: Visitor

    init() throws {
      listener = try Socket(domain: AF_INET)
      try listener.bind(to: .inet(ip4: WebServer.host, port: 0))
      try listener.listen()
      guard case .ip4(_, let port) = try listener.sockname() else { throw Errno.addressNotAvailable }
      visitor = Visitor(port: port)
    }

    private func owner(after change: (FileDescriptor) throws -> Void) throws -> ConnectionOwner {
      defer { try? listener.close() }
      let connection = try visitor.connection()
      let accepted = Socket(file: try listener.accept().file)
      defer { try? accepted.close() }
      try change(connection)
      return ConnectionOwner(of: accepted)
    }

    @Test(arguments: [false, true])
    func `a connection belongs to its user, even after shutdown`(isShut: Bool) throws {
      var opened: FileDescriptor?
      let owner = try owner { connection in
        opened = connection
        if isShut { shutdown(connection.rawValue, Int32(SHUT_WR)) }
      }
      try opened?.close()
      #expect(owner == .user)
    }

    @Test func `a connection with a closed peer has no owner`() throws {
      #expect(try owner { try $0.close() } == .unknown)
    }
  }

  struct UserMapTests {
    private func tellsApart(_ user: UInt32, _ map: String) -> Bool {
      UserMap(map, unknown: 65_534).tellsApart(user)
    }

    @Test func `an unmapped user is indistinguishable`() {
      let everyone = "         0          0 4294967295\n"
      #expect(tellsApart(0, everyone) && tellsApart(1000, everyone) && tellsApart(65_534, everyone))
      #expect(!tellsApart(65_534, ""))
      #expect(!tellsApart(65_534, "0 1000 1\n"))
      #expect(tellsApart(0, "0 1000 1\n"))
      // A container in which the number belongs to a user, and to all unmapped users too.
      let container = "0 1000 1\n1 100000 65536\n"
      #expect(tellsApart(0, container) && tellsApart(65_536, container))
      #expect(!tellsApart(65_534, container) && !tellsApart(65_537, container))
      #expect(!tellsApart(1, "nonsense\n0 0 99999999999999999999\n"))
    }

    @Test func `the user of this process is distinguishable`() throws {
      let map = try #require(UserMap.own)
      #expect(map.tellsApart(geteuid()))
    }
  }
#endif
