import FlyingFox
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// Responses with the headers that keep the page to itself.
enum PageResponse {
  /// What all responses say: nothing from elsewhere is loaded, nothing is guessed, nobody else may use them.
  private static let headers: HTTPHeaders = {
    var headers = HTTPHeaders()
    for (name, value) in [
      (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ] {
      headers.addValue(value, for: HTTPHeader(name))
    }
    return headers
  }()

  /// A response with bytes.
  ///
  /// - Parameter isLasting: true if a browser may keep it, since it never changes.
  private static func response(
    _ status: HTTPStatusCode, _ bytes: [UInt8], type: String, isLasting: Bool = false,
    others: [HTTPHeader: String] = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers.addValue(type, for: .contentType)
    headers.addValue(
      isLasting ? "private, max-age=86400, immutable" : "no-store", for: .cacheControl)
    for (name, value) in others { headers.addValue(value, for: name) }
    let body = HTTPBodySequence(data: .init(bytes), suggestedBufferSize: max(bytes.count, 1))
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }

  /// A text for a person.
  static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, Array((text + "\n").utf8), type: "text/plain; charset=utf-8")
  }

  /// Bytes, smaller if the browser takes gzip and it pays.
  static func bytes(_ bytes: [UInt8], type: String, for request: HTTPRequest) -> HTTPResponse {
    let vary = [HTTPHeader("Vary"): "Accept-Encoding"]
    guard let coded = GzipCoding.coded(bytes, for: request) else {
      return response(.ok, bytes, type: type, others: vary)
    }
    return response(.ok, coded, type: type, others: vary.merging([.contentEncoding: "gzip"]) { $1 })
  }

  /// A file of the page.
  static func file(_ file: PageFiles.File, for request: HTTPRequest) -> HTTPResponse {
    bytes(file.bytes, type: file.type, for: request)
  }

  /// A JSON document.
  static func json(_ bytes: [UInt8], for request: HTTPRequest) -> HTTPResponse {
    Self.bytes(bytes, type: "application/json", for: request)
  }

  /// An error that the page tells.
  static func failure(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("error", text)
    writer.endDictionary()
    return response(status, writer.output.take(), type: "application/json")
  }

  /// There is no such thing.
  static var notFound: HTTPResponse { failure(.notFound, "There is no such thing here.") }

  /// A number is missing or out of its range.
  static var badNumber: HTTPResponse { failure(.badRequest, "A number is missing or out of its range.") }

  /// The page asks for a view that is shown no longer.
  static func stale(_ notice: PageBoard.Notice) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("view", notice.view)
    writer.endDictionary()
    return response(.conflict, writer.output.take(), type: "application/json")
  }

  /// A picture, which a browser may keep: an edited photo has another number.
  static func picture(_ picture: PagePictures.Picture) -> HTTPResponse {
    response(.ok, picture.bytes, type: picture.type, isLasting: true)
  }

  /// Sends a browser that showed the token on to the page. The page itself asks for the next address: browsers do not
  /// send a strict cookie along if another program or site began.
  static func entry(_ access: PageAccess) -> HTTPResponse {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(access.root)">
      <title>photopick</title><p><a href="\(access.root)">photopick</a></p></html>

      """
    return response(
      .ok, Array(page.utf8), type: "text/html; charset=utf-8", others: [.setCookie: access.cookie])
  }

  /// Events without end.
  static func events(_ events: EventBytes) -> HTTPResponse {
    var headers = headers
    headers.addValue("text/event-stream", for: .contentType)
    headers.addValue("no-store", for: .cacheControl)
    return HTTPResponse(statusCode: .ok, headers: headers, body: HTTPBodySequence(from: events))
  }

  /// The file of a video, or the part of it that a browser asks for.
  static func video(_ asset: Asset, _ request: HTTPRequest, pool: WorkerPool) async -> HTTPResponse {
    guard asset.isVideo, let type = asset.fileType.mimeName else { return notFound }
    let path = asset.path
    guard let file = try? await pool.run({ try OpenFile(path) }), file.status.kind == .regular else {
      return failure(.notFound, "cannot be read")
    }
    let size = file.status.size
    var headers = headers
    headers.addValue(type, for: .contentType)
    headers.addValue("bytes", for: .acceptRanges)
    headers.addValue("no-store", for: .cacheControl)
    switch ByteRange.answer(request.headers[.range], size: size) {
    case .whole:
      return HTTPResponse(statusCode: .ok, headers: headers, body: FileBytes(file, 0..<size, pool: pool).body)
    case .part(let range):
      headers.addValue("bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)", for: .contentRange)
      return HTTPResponse(
        statusCode: .partialContent, headers: headers, body: FileBytes(file, range, pool: pool).body)
    case .beyond:
      headers.addValue("bytes */\(size)", for: .contentRange)
      return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: headers)
    }
  }
}
