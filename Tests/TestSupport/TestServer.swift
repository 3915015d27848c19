import Foundation
import Synchronization

/// A web server on the loopback interface with scripted responses, including invalid ones and broken connections.
package final class TestServer: Sendable {
  /// A request.
  package struct Request: Sendable {
    package var method: String
    /// The path and query of the URL.
    package var path: String
    /// The header fields by lowercase name.
    package var headers: [String: String]
    package var body: [UInt8] = []
    /// The number of previous requests.
    package var number: Int

    /// The first byte of a range such as `bytes=100-`.
    package var rangeStart: Int? {
      headers["range"].flatMap { $0.split(separator: "=").last }.flatMap { Int($0.dropLast()) }
    }
  }

  /// An action on a connection before it is closed.
  package enum Action: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends zeros until the client disconnects.
    case sendZeros
    case pause(milliseconds: UInt32)
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Request) -> [Action]
  private let state = Mutex((requests: [Request](), bytesSent: 0))

  /// Starts a server that performs the actions returned by `answer` for each request.
  package init(_ answer: @escaping @Sendable (Request) -> [Action]) throws {
    self.answer = answer
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    Self.keepFromPrograms(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw CocoaError(.featureUnsupported) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self, listener] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        Self.keepFromPrograms(connection)
        Thread.detachNewThread { [weak self] in
          self?.serve(connection)
          // Ends the connection even if a child of another test has inherited it.
          shutdown(connection, Int32(SHUT_RDWR))
          close(connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Prevents child processes of other tests from inheriting the socket.
  private static func keepFromPrograms(_ socket: Int32) { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }

  /// The requests so far.
  package var requests: [Request] { state.withLock { $0.requests } }
  /// The number of bytes sent so far, including headers.
  package var bytesSent: Int { state.withLock { $0.bytesSent } }

  /// Returns the URL of a path.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: Int32) {
    guard var request = read(connection) else { return }
    state.withLock { state in
      request.number = state.requests.count
      state.requests.append(request)
    }
    for action in answer(request) {
      switch action {
      case .send(let bytes): if !send(bytes, to: connection) { return }
      case .sendZeros: while send([UInt8](repeating: 0, count: 65_536), to: connection) {}
      case .pause(let milliseconds): usleep(milliseconds * 1000)
      }
    }
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          write(connection, buffer.baseAddress?.advanced(by: sent), bytes.count - sent)
        #else
          Foundation.send(
            connection, buffer.baseAddress?.advanced(by: sent), bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return false }
      sent += count
      state.withLock { $0.bytesSent += count }
    }
    return true
  }

  private func read(_ connection: Int32) -> Request? {
    let end = Data("\r\n\r\n".utf8)
    var bytes = Data()
    while bytes.range(of: end) == nil {
      guard let more = receive(connection) else { return nil }
      bytes += more
    }
    guard let boundary = bytes.range(of: end) else { return nil }
    let text = String(decoding: bytes[..<boundary.lowerBound], as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    var body = Array(bytes[boundary.upperBound...])
    while body.count < headers["content-length"].flatMap({ Int($0) }) ?? 0 {
      guard let more = receive(connection) else { return nil }
      body += more
    }
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    return Request(method: String(words[0]), path: String(words[1]), headers: headers, body: body, number: 0)
  }

  private func receive(_ connection: Int32) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &buffer, buffer.count, 0)
    return count > 0 ? buffer[..<count] : nil
  }
}

/// The header of a response.
package func head(_ status: Int, _ fields: [String: String] = [:], length: Int? = nil) -> TestServer.Action {
  var text = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
  if let length { text += "Content-Length: \(length)\r\n" }
  for (name, value) in fields { text += "\(name): \(value)\r\n" }
  return .send(Array((text + "\r\n").utf8))
}

/// The response of a correct server: the whole file, or the requested range if `If-Range` matches.
package func answer(
  _ request: TestServer.Request, _ file: [UInt8], tag: String = "\"1\"", cutAfter: Int? = nil,
  fields: [String: String] = [:]
) -> [TestServer.Action] {
  let holds = request.headers["if-range"].map { $0 == tag } ?? true
  let start = holds ? request.rangeStart ?? 0 : 0
  var fields = fields
  fields["ETag"] = tag
  if start > 0, start >= file.count {
    fields["Content-Range"] = "bytes */\(file.count)"
    return [head(416, fields, length: 0)]
  }
  if start > 0 { fields["Content-Range"] = "bytes \(start)-\(file.count - 1)/\(file.count)" }
  let body = Array(file[start...])
  let sent = Array(body.prefix(cutAfter ?? body.count))
  return [head(start > 0 ? 206 : 200, fields, length: body.count), .send(sent)]
}
