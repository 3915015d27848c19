import PhotoFiles
import SystemPackage

/// A client that sends bytes to a server on this machine, well-formed or not.
package struct Visitor: Sendable {
  /// A response.
  package struct Reply: Sendable {
    /// The response code.
    package var status: Int
    /// The headers by lowercase name.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]

    /// The body as a string.
    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// The port of the server.
  package let port: UInt16
  /// The timeout for responses, in seconds.
  package var patience = 60

  /// Creates a client for a port.
  package init(port: UInt16) { self.port = port }

  /// Opens a connection to the server.
  ///
  /// - Throws: `Errno`, such as `.connectionRefused`.
  package func connection() throws(Errno) -> FileDescriptor {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var isSilent: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// Sends bytes and returns the response; `nil` if the server closes the connection first.
  ///
  /// Blocks a separate thread, since the server may need the others.
  package func exchange(_ bytes: [UInt8]) async throws -> Reply? {
    try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run {
        let connection = try connection()
        defer { try? connection.close() }
        // The server may close the connection while bytes are in flight.
        #if canImport(Darwin)
          let flags: Int32 = 0
        #else
          let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = bytes.withUnsafeBytes { send(connection.rawValue, $0.baseAddress, $0.count, flags) }
        return Self.answer(on: connection)
      }
    }
  }

  /// Requests a path with exactly these headers, and `Connection: close`.
  package func ask(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) async throws -> Reply? {
    var text = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
    return try await exchange(Array("\(text)\r\n\(body)".utf8))
  }

  /// Reads a response up to the end of the connection.
  package static func answer(on connection: FileDescriptor) -> Reply? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? part.withUnsafeMutableBytes({ try connection.read(into: $0) }), count > 0 {
      bytes += part[..<count]
    }
    let end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
    guard let end else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
    return Reply(
      status: status, headers: Dictionary(headers) { "\($0), \($1)" }, body: Array(bytes[(end + 4)...]))
  }
}

/// A browser with the URL of a picker's page.
package struct PageVisitor: Sendable {
  private let visitor: Visitor
  /// The session cookie.
  package let cookie: String
  /// The folder of the page.
  package let root: String

  /// Opens a URL such as `http://127.0.0.1:8080/?token=…`, or returns `nil` if it is refused.
  package init?(opening address: String) async throws {
    let parts = address.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, let port = parts[1].split(separator: ":").last.flatMap({ UInt16($0) }) else {
      return nil
    }
    visitor = Visitor(port: port)
    let reply = try await visitor.ask("GET", "/\(parts[2])", ["Host": "127.0.0.1:\(port)"])
    guard let reply, reply.status == 200,
      let cookie = reply.headers["set-cookie"]?.split(separator: ";").first,
      let place = reply.text.split(separator: "url=").last?.split(separator: "\"").first
    else { return nil }
    (self.cookie, root) = (String(cookie), String(place))
  }

  /// The headers of requests.
  package var headers: [String: String] {
    ["Host": "127.0.0.1:\(visitor.port)", "Origin": "http://127.0.0.1:\(visitor.port)", "Cookie": cookie]
  }

  /// Requests a part of the page.
  package func get(_ target: String, _ more: [String: String] = [:]) async throws -> Visitor.Reply? {
    try await visitor.ask("GET", root + target, headers.merging(more) { $1 })
  }

  /// Sends a command in JSON.
  package func command(_ json: String) async throws -> Visitor.Reply? {
    try await visitor.ask("POST", root + "do", headers, body: json)
  }
}
