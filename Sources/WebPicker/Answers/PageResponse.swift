import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// Creates responses with headers that isolate the page from other sites.
enum PageResponse {
  /// Load only from this server, trust the declared types, and deny other origins access.
  private static let headers = [
    pair(
      "Content-Security-Policy",
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    pair("X-Content-Type-Options", "nosniff"), pair("Referrer-Policy", "no-referrer"),
    pair("Cross-Origin-Resource-Policy", "same-origin"), pair("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private static func pair(_ name: String, _ value: String) -> WebRequest.Pair {
    WebRequest.Pair(name: name, value: value)
  }

  /// - Parameter isLasting: `true` if the browser may cache the response.
  private static func response(
    _ status: WebResponse.Status, _ bytes: [UInt8], type: String, isLasting: Bool = false,
    others: [WebRequest.Pair] = []
  ) -> WebResponse {
    let caching = isLasting ? "private, max-age=86400, immutable" : "no-store"
    return WebResponse(
      status, headers: headers + [pair("Content-Type", type), pair("Cache-Control", caching)] + others,
      body: .bytes(bytes))
  }

  static func text(_ status: WebResponse.Status, _ text: String) -> WebResponse {
    response(status, Array((text + "\n").utf8), type: "text/plain; charset=utf-8")
  }

  /// Returns a response, compressed if the browser accepts gzip and the bytes benefit.
  static func bytes(_ bytes: [UInt8], type: String, for request: WebRequest) -> WebResponse {
    let vary = pair("Vary", "Accept-Encoding")
    guard let coded = GzipCoding.coded(bytes, for: request) else {
      return response(.ok, bytes, type: type, others: [vary])
    }
    return response(.ok, coded, type: type, others: [vary, pair("Content-Encoding", "gzip")])
  }

  static func json(_ value: some Encodable, for request: WebRequest) -> WebResponse {
    guard let bytes = try? value.json else { return notEncoded }
    return Self.bytes(bytes, type: "application/json", for: request)
  }

  private static func json(_ status: WebResponse.Status, _ value: some Encodable) -> WebResponse {
    guard let bytes = try? value.json else { return notEncoded }
    return response(status, bytes, type: "application/json")
  }

  /// Encoding fails only for infinite numbers, which no response contains.
  private static var notEncoded: WebResponse { text(.unavailable, "The answer has no form in JSON.") }

  static func failure(_ status: WebResponse.Status, _ text: String) -> WebResponse {
    json(status, ["error": text])
  }

  static var notFound: WebResponse { failure(.notFound, "There is no such thing here.") }

  static var badNumber: WebResponse { failure(.badRequest, "A number is missing or out of its range.") }

  /// The requested view is no longer current.
  static func stale(_ notice: PageBoard.Notice) -> WebResponse { json(.conflict, ["view": notice.view]) }

  /// - Parameter isLasting: `true` if the browser may cache the picture. An edited photo has another number.
  static func picture(_ picture: PagePictures.Picture, isLasting: Bool) -> WebResponse {
    response(.ok, picture.bytes, type: picture.type, isLasting: isLasting)
  }

  /// Forwards a browser with the token to the page. The page itself must request the next address: browsers don't
  /// send a strict cookie when another application or site initiates the navigation.
  static func entry(_ access: PageAccess) -> WebResponse {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(access.root)">
      <title>photopick</title><p><a href="\(access.root)">photopick</a></p></html>

      """
    return response(
      .ok, Array(page.utf8), type: "text/html; charset=utf-8", others: [pair("Set-Cookie", access.cookie)])
  }

  static func events(of board: PageBoard) -> WebResponse {
    WebResponse(
      .ok, headers: headers + [pair("Content-Type", "text/event-stream"), pair("Cache-Control", "no-store")],
      body: .stream(EventBytes(board: board)))
  }

  /// Returns a video file, or the requested range of it.
  static func video(_ asset: Asset, _ request: WebRequest, pool: WorkerPool) async -> WebResponse {
    guard asset.isVideo, let type = asset.fileType.mimeName else { return notFound }
    let path = asset.path
    guard let file = try? await pool.run({ try OpenFile(path) }), file.status.kind == .regular else {
      return failure(.notFound, "cannot be read")
    }
    let size = file.status.size
    let headers =
      headers + [
        pair("Content-Type", type), pair("Accept-Ranges", "bytes"), pair("Cache-Control", "no-store"),
      ]
    switch ByteRange.answer(request.values("range").first, size: size) {
    case .whole:
      return WebResponse(.ok, headers: headers, body: FileBytes(file: file, range: 0..<size, pool: pool).body)
    case .part(let range):
      let place = pair("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
      return WebResponse(
        .partialContent, headers: headers + [place],
        body: FileBytes(file: file, range: range, pool: pool).body)
    case .beyond:
      return WebResponse(.rangeNotSatisfiable, headers: headers + [pair("Content-Range", "bytes */\(size)")])
    }
  }
}
