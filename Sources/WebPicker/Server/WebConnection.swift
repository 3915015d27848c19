import FlyingSocks
import PhotoFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client connection: reads requests and sends responses, one after the other.
struct WebConnection: Sendable {
  /// The size of a part that the client must receive within the time limit.
  private static let pieceSize = 256 << 10

  let socket: AsyncSocket
  let owner: ConnectionOwner
  let number: Int
  let table: ConnectionTable
  let limits: ServerLimits

  /// Serves requests until one is refused, the client disconnects, or the task is cancelled. Closes the socket.
  func serve(_ handler: WebServer.Handler) async {
    defer {
      try? socket.close()
      table.remove(number)
    }
    // Send each part immediately, not after acknowledgement of the previous one.
    try? socket.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    #if canImport(Darwin)
      try? socket.socket.setValue(true, for: .noSIGPIPE)
    #endif
    var reader = RequestReader(socket, limits: limits)
    do {
      while let request = try await reader.next(onBegin: { table.begin(.receiving, number) }) {
        guard try await answer(request, from: &reader, handler) else { return }
        table.begin(.idle, number)
      }
    } catch let status as WebResponse.Status {
      try? await send(WebResponse(status), to: nil, goesOn: false)
      await close()
    } catch {
      // The client disconnected, or the server closed the connection.
    }
  }

  /// Responds to a request. Returns `false` if the connection accepts no other.
  private func answer(
    _ request: WebRequest, from reader: inout RequestReader, _ handler: WebServer.Handler
  ) async throws -> Bool {
    switch handler(request, owner) {
    case .refused(let response):
      try await send(response, to: request, goesOn: false)
      return false
    case .admitted(let answer):
      guard table.trust(number) else {
        try await send(WebResponse(.unavailable), to: request, goesOn: false)
        return false
      }
      let body = try await reader.body(of: request)
      table.begin(.answering, number)
      let response = await answer(body)
      let goesOn = request.values("connection").first?.lowercased() != "close" && !response.body.isEndless
      try await send(response, to: request, goesOn: goesOn)
      return goesOn
    }
  }

  /// Closes the sending side first and drains the socket. Closing immediately would discard the response if the
  /// client is still sending.
  private func close() async {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    var rest = limits.bodyBytes
    while rest > 0, let bytes = try? await socket.read(atMost: 4096) { rest -= bytes.count }
  }

  private func send(_ response: WebResponse, to request: WebRequest?, goesOn: Bool) async throws {
    let head = response.head(goesOn: goesOn)
    guard request?.method != "HEAD" else { return try await write(head) }
    switch response.body {
    case .bytes(let bytes): try await write(head + bytes)
    case .parts(let parts, _):
      try await write(head)
      for try await part in parts { try await write(part) }
    case .stream(let parts): try await stream(parts, after: head)
    }
  }

  /// Sends an endless stream until the client disconnects, which is detected immediately.
  private func stream(
    _ parts: any AsyncSequence<[UInt8], any Error> & Sendable, after head: [UInt8]
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await write(head)
        for try await part in parts { try await write(part) }
      }
      group.addTask {
        // Clients send nothing during a stream.
        _ = try await socket.read(atMost: 1)
        throw SocketError.disconnected
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func write(_ bytes: [UInt8]) async throws {
    for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
      table.begin(.sending, number)
      try await socket.write(Data(bytes[start..<min(start + Self.pieceSize, bytes.count)]))
    }
    table.begin(.answering, number)
  }
}
