import FlyingSocks
import PhotoFiles

/// Reads the requests of a connection (RFC 9112), bounding size and time.
///
/// FlyingFox's reader accepts lines of any length, and has no timeout. This reader is strict: it rejects whatever two
/// implementations might interpret differently. It parses no request before the previous one is answered, and no body
/// before the headers are accepted.
struct RequestReader {
  private static let headEnd = Array("\r\n\r\n".utf8)
  private static let readSize = 4096

  private let socket: AsyncSocket
  private let limits: ServerLimits
  /// Received bytes of the next request.
  private var buffer: [UInt8] = []

  init(_ socket: AsyncSocket, limits: ServerLimits) {
    self.socket = socket
    self.limits = limits
  }

  /// Returns the head of the next request; `nil` if the client disconnected.
  ///
  /// - Parameter onBegin: invoked when the first byte of the request arrives.
  /// - Throws: the HTTP status of a refusal, `SocketError`, or `CancellationError`.
  mutating func next(onBegin: () -> Void) async throws -> WebRequest? {
    // Pipelined requests don't keep a cancelled connection open.
    try Task.checkCancellation()
    if buffer.isEmpty, try await !readMore() { return nil }
    onBegin()
    guard let head = try await takeHead() else { return nil }
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    // Implementations differ in their treatment of other control characters.
    guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) else {
      throw WebResponse.Status.badRequest
    }
    let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "HTTP/1.1", parts[1].hasPrefix("/"), Self.isToken(parts[0]) else {
      throw WebResponse.Status.badRequest
    }
    return WebRequest(String(parts[0]), target: parts[1], headers: try lines.dropFirst().map(Self.field))
  }

  /// Returns the request line and headers; `nil` if the client disconnected.
  private mutating func takeHead() async throws -> String? {
    var searched = 0
    while true {
      if let end = Self.placeOfEnd(in: buffer, from: searched) {
        guard end <= limits.headBytes else { throw WebResponse.Status.headersTooLarge }
        defer { buffer.removeSubrange(..<(end + Self.headEnd.count)) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      searched = max(buffer.count - Self.headEnd.count + 1, 0)
      guard buffer.count < limits.headBytes else { throw WebResponse.Status.headersTooLarge }
      if try await !readMore() { return nil }
    }
  }

  /// Returns the body of a request, whose headers declare the length.
  ///
  /// - Throws: the HTTP status of a refusal, `SocketError`, or `CancellationError`.
  mutating func body(of request: WebRequest) async throws -> [UInt8] {
    guard request.values("transfer-encoding").isEmpty else { throw WebResponse.Status.notImplemented }
    let lengths = request.values("content-length")
    guard let text = lengths.first else { return [] }
    guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
      throw WebResponse.Status.badRequest
    }
    guard let length = WholeNumber.read(text, in: 0...limits.bodyBytes) else {
      throw WebResponse.Status.contentTooLarge
    }
    while buffer.count < length {
      if try await !readMore() { throw SocketError.disconnected }
    }
    defer { buffer.removeSubrange(..<length) }
    return Array(buffer[..<length])
  }

  private mutating func readMore() async throws -> Bool {
    do {
      buffer += try await socket.read(atMost: Self.readSize)
      return true
    } catch SocketError.disconnected {
      return false
    }
  }

  /// Parses a header line (RFC 9112, 5).
  private static func field(_ line: Substring) throws(WebResponse.Status) -> WebRequest.Pair {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw .badRequest
    }
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var value = line[line.utf8.index(after: colon)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    return WebRequest.Pair(name: line[..<colon].lowercased(), value: String(value))
  }

  /// Returns `true` if a string is a token (RFC 9110, 5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func placeOfEnd(in bytes: [UInt8], from start: Int) -> Int? {
    (start..<max(start, bytes.count - headEnd.count + 1)).first { bytes[$0...].starts(with: headEnd) }
  }
}
