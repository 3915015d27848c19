/// An HTTP response (RFC 9110).
package struct WebResponse: Sendable {
  package struct Status: Error, Hashable {
    package let code: Int
    package let phrase: String

    package static let ok = Status(code: 200, phrase: "OK")
    package static let partialContent = Status(code: 206, phrase: "Partial Content")
    package static let badRequest = Status(code: 400, phrase: "Bad Request")
    package static let forbidden = Status(code: 403, phrase: "Forbidden")
    package static let notFound = Status(code: 404, phrase: "Not Found")
    package static let methodNotAllowed = Status(code: 405, phrase: "Method Not Allowed")
    package static let conflict = Status(code: 409, phrase: "Conflict")
    package static let contentTooLarge = Status(code: 413, phrase: "Content Too Large")
    package static let rangeNotSatisfiable = Status(code: 416, phrase: "Range Not Satisfiable")
    package static let headersTooLarge = Status(code: 431, phrase: "Request Header Fields Too Large")
    package static let unavailable = Status(code: 503, phrase: "Service Unavailable")
    package static let notImplemented = Status(code: 501, phrase: "Not Implemented")
  }

  package enum Body: Sendable {
    case bytes([UInt8])
    /// A sequence of parts with a known total size.
    case parts(any AsyncSequence<[UInt8], any Error> & Sendable, count: Int64)
    /// An endless sequence of parts.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)

    /// Whether the end of the connection ends the body.
    var isEndless: Bool { if case .stream = self { true } else { false } }
  }

  package let status: Status
  /// The headers, except those that the connection adds.
  package var headers: [WebRequest.Pair]
  package let body: Body

  package init(_ status: Status, headers: [WebRequest.Pair] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the head of the response (RFC 9112, 4).
  func head(goesOn: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.code) \(status.phrase)\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    switch body {
    case .bytes(let bytes): head += "Content-Length: \(bytes.count)\r\n"
    case .parts(_, let count): head += "Content-Length: \(count)\r\n"
    case .stream: break
    }
    return Array((head + "Connection: \(goesOn ? "keep-alive" : "close")\r\n\r\n").utf8)
  }
}
