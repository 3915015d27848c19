import PhotoFiles
import Synchronization
import SystemPackage

/// The objects of a bucket. A folder is a prefix of keys up to a slash (Amazon S3 API, 2006-03-01).
///
/// A listing costs a request for 1,000 entries; `status` one for a file and two for a folder; `open` one, or two for an
/// empty file; `read` one; `write` and `remove` two. The first change to a file costs five more unless the server is AWS.
final class S3Source: FileServer {
  static let keyLimit = 1024
  static let pageLimit = 16 << 20

  private struct State {
    var endpoint: S3Endpoint
    /// The server's clock minus ours, in seconds, if it has refused a request for it.
    var skew: Int64 = 0
  }

  let client: RemoteClient
  /// `nil` if requests aren't signed.
  private let provider: AWSCredentialProvider?
  private let state: Mutex<State>
  let multipart: S3Multipart.Limits
  /// The uploads that have begun; `nil` if there is no folder to remember them.
  let uploads: StartedUploads?
  /// What is known about a server other than AWS.
  let server: KnownServer?

  init(
    _ endpoint: S3Endpoint, _ provider: AWSCredentialProvider?, _ client: RemoteClient,
    multipart: S3Multipart.Limits = .init(), uploads: StartedUploads? = nil, server: KnownServer? = nil
  ) {
    self.client = client
    self.server = server
    self.provider = provider
    self.multipart = multipart
    self.uploads = uploads
    state = Mutex(State(endpoint: endpoint))
  }

  func check(_ path: [UInt8]) throws(RemoteError) { try ServerPath.check(path, limit: Self.keyLimit) }

  // MARK: Reading

  func entries(of folder: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    try check(folder)
    try ServerPath.checkDepth(folder)
    let prefix = folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]
    var listing = S3Listing(prefix: prefix)
    var token: String?
    repeat {
      token = try listing.add(try page(prefix, token: token, count: 1000))
    } while token != nil
    return listing.entries
  }

  func page(_ prefix: [UInt8], token: String?, count: Int) throws(RemoteError) -> S3Page {
    var query = [(name: String, value: [UInt8])]()
    if let token { query.append(("continuation-token", Array(token.utf8))) }
    query += [
      ("delimiter", [UInt8(ascii: "/")]), ("encoding-type", Array("url".utf8)),
      ("list-type", [UInt8(ascii: "2")]),
      ("max-keys", Array("\(count)".utf8)), ("prefix", prefix),
    ]
    let response = try send(.init(count: Self.pageLimit)) { () throws(RemoteError) in
      try self.request("GET", [], query: query)
    }
    guard response.status == 200 else { throw RemoteError(response) }
    return try S3Page(response.body)
  }

  func status(of path: [UInt8]) throws(RemoteError) -> RemoteStatus {
    try check(path)
    if !path.isEmpty {
      let response = try send(.init(count: 0, isEnd: true)) { () throws(RemoteError) in
        try self.request("HEAD", path)
      }
      if response.isSuccess {
        guard let status = response.fileStatus else { throw RemoteError(.ioError, "the server sent no size") }
        return status
      }
      guard response.status == 404 else { throw RemoteError(response) }
    }
    let found = try page(path.isEmpty ? [] : path + [UInt8(ascii: "/")], token: nil, count: 1)
    guard path.isEmpty || found.count > 0 else { throw .missing }
    return .folder
  }

  // MARK: Requests

  /// Returns the URL of a file, without a query.
  func url(of file: [UInt8]) throws(RemoteError) -> String {
    let place = try state.withLock { $0.endpoint }.place(of: file)
    return place.origin + place.path
  }

  func request(_ method: String, _ file: [UInt8], headers: [RemoteHeader]) throws(RemoteError)
    -> TransferRequest
  {
    try request(method, file, query: [], headers: headers)
  }

  /// - Parameter query: sorted by name.
  func request(
    _ method: String, _ file: [UInt8], query: [(name: String, value: [UInt8])] = [],
    headers: [RemoteHeader] = [], body: [UInt8]? = nil
  ) throws(RemoteError) -> TransferRequest {
    let (endpoint, skew) = state.withLock { ($0.endpoint, $0.skew) }
    let place = try endpoint.place(of: file)
    let queryText = query.map { "\($0.name)=\(ServerPath.escapedValue($0.value))" }.joined(separator: "&")
    let suffix = queryText.isEmpty ? "" : "?\(queryText)"
    var request = TransferRequest(url: "\(place.origin)\(place.path)\(suffix)", options: client.options)
    request.method = method
    request.body = body
    var headers = headers
    if let body { headers.append(RemoteHeader("content-md5", Base64.text(MD5.digest(of: body)))) }
    if let provider {
      let signature = S3Signature(
        credentials: try provider.credentials(), region: endpoint.region,
        time: FileStatus.Time.now.seconds + skew)
      let hash = body.map { SHA256.digest(of: $0).hexadecimal } ?? S3Signature.emptyPayload
      headers = signature.signing(
        method, host: place.host, path: place.path, query: queryText, headers: headers, payloadHash: hash)
    }
    request.headers = headers.map(\.line)
    // No type of forms, and no wait for 100 Continue.
    if body != nil { request.headers += ["Content-Type: application/octet-stream", "Expect:"] }
    return request
  }

  func send(
    _ limit: BodyReceiver.Limit, _ make: () throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse {
    let isTemporary: (RemoteResponse) -> Bool = { response in
      guard response.status == 400 || response.status == 409 else { return false }
      return ["RequestTimeout", "ConditionalRequestConflict", "OperationAborted"].contains(
        ErrorDocument.code(response.body))
    }
    var response = try client.send(limit, isTemporary: isTemporary, make)
    // Each may be necessary once: another region, another clock, new credentials.
    for _ in 0..<3 {
      guard !response.isSuccess, response.status < 500, try correct(response) else { return response }
      response = try client.send(limit, isTemporary: isTemporary, make)
    }
    return response
  }

  /// Changes what a server has refused. Returns `true` if the request is worth another attempt.
  private func correct(_ response: RemoteResponse) throws(RemoteError) -> Bool {
    if let region = response.head.bucketRegion {
      let isNew = state.withLock { state in
        guard state.endpoint.mayMove(to: region), state.endpoint.region != region else { return false }
        state.endpoint.region = region
        return true
      }
      if isNew { return true }
    }
    guard let provider, response.status == 403 || response.status == 400 else { return false }
    switch ErrorDocument.code(response.body) {
    case "RequestTimeTooSkewed":
      guard let time = response.head.date.flatMap(ServerTime.http)?.seconds else { return false }
      let skew = time - FileStatus.Time.now.seconds
      return state.withLock { state in
        defer { state.skew = skew }
        return abs(state.skew - skew) > 60
      }
    case "ExpiredToken", "TokenRefreshRequired":
      let used = try provider.credentials()
      return try provider.credentials(instead: used) != used
    default: return false
    }
  }
}
