import PhotoFiles
import Synchronization
import SystemPackage

/// The resources of a WebDAV server (RFC 4918).
///
/// A listing costs one request for any number of entries; `status`, `open` and `read` one; `write` four, `remove` three; a
/// lock adds three. The first change to a file costs six more.
/// A server that knows only Digest costs twice as many.
final class WebDAVSource: FileServer {
  private static let pathLimit = 4096
  /// About 300,000 entries.
  private static let listingLimit = 256 << 20
  static let answerLimit = BodyReceiver.Limit(count: 1 << 20)
  private static let properties = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>
    """.utf8)

  let client: RemoteClient
  private let address: ServerAddress
  private let password: Mutex<TransferPassword?>
  private let refusal: String
  /// When a refused password is tried again; `nil` after any other response. Servers lock accounts after many attempts.
  private let refusedUntil = Mutex<ContinuousClock.Instant?>(nil)
  /// Whether the server has accepted a request: it may refuse single folders.
  private let hasAccess = Atomic(false)
  let server: KnownServer
  /// The folders that are known to exist.
  let folders = Mutex<Set<[UInt8]>>([])
  /// The tags and checksums of files that were read last.
  let seen = Mutex<[[UInt8]: (tag: String, digest: [UInt8])]>([:])

  init(
    _ address: ServerAddress, _ password: WebDAVPassword, _ client: RemoteClient, _ server: KnownServer
  ) {
    self.address = address
    self.server = server
    self.client = client
    self.password = Mutex(password.password)
    refusal = password.refusal
  }

  func check(_ path: [UInt8]) throws(RemoteError) { try ServerPath.check(path, limit: Self.pathLimit) }

  // MARK: Reading

  func entries(of folder: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    try check(folder)
    try ServerPath.checkDepth(folder)
    let listing = try properties(of: folder, depth: 1, isFolder: true)
    let parent = Self.components(folder)
    var entries: [FileName: RemoteStatus] = [:]
    for resource in listing.resources {
      if resource.path == parent {
        guard resource.status.isFolder else {
          throw RemoteError(.notDirectory, "it is no folder on the server")
        }
      } else if resource.path.count == parent.count + 1, resource.path.starts(with: parent),
        let name = resource.path.last.flatMap({ FileName(bytes: $0) })
      {
        entries[name] = resource.status
      }
    }
    return entries.map { RemoteEntry(name: $0.key, status: $0.value) }
  }

  func status(of path: [UInt8]) throws(RemoteError) -> RemoteStatus {
    try check(path)
    let listing = try properties(of: path, depth: 0, isFolder: path.isEmpty)
    let components = Self.components(path)
    guard let found = listing.resources.first(where: { $0.path == components }) else {
      throw RemoteError(.ioError, "the server described something other than requested")
    }
    return found.status
  }

  /// Some servers redirect from a folder to its path with a slash.
  private func properties(of path: [UInt8], depth: Int, isFolder: Bool) throws(RemoteError) -> WebDAVListing {
    let headers = [RemoteHeader("depth", "\(depth)"), RemoteHeader("content-type", "application/xml")]
    let response = try send(.init(count: Self.listingLimit)) { () throws(RemoteError) in
      var request = self.request("PROPFIND", path, headers: headers, body: Self.properties)
      if isFolder, !request.url.hasSuffix("/") { request.url += "/" }
      return request
    }
    if [301, 302, 307, 308].contains(response.status), !isFolder {
      return try properties(of: path, depth: depth, isFolder: true)
    }
    guard response.status == 207 else { throw RemoteError(response) }
    return try WebDAVListing(response.body)
  }

  /// The size of a file that is sent in one request, from memory.
  static let writingLimit = 1 << 30
  static let seenLimit = 1000

  static func components(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  // MARK: Requests

  func request(_ method: String, _ file: [UInt8], headers: [RemoteHeader]) throws(RemoteError)
    -> TransferRequest
  {
    request(method, file, headers: headers, body: nil)
  }

  func request(
    _ method: String, _ path: [UInt8], headers: [RemoteHeader], body: [UInt8]?
  ) -> TransferRequest {
    let url = "\(address.origin)\(address.path)/\(ServerPath.escaped(path))"
    var request = TransferRequest(url: url, options: client.options)
    request.method = method
    request.body = body
    request.headers = headers.map(\.line)
    // Send the body without waiting for 100 Continue.
    if body != nil { request.headers.append("Expect:") }
    request.password = password.withLock { $0 }
    return request
  }

  func send(
    _ limit: BodyReceiver.Limit, _ make: () throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse {
    let knowsAccess = hasAccess.load(ordering: .relaxed)
    if !knowsAccess, let end = refusedUntil.withLock({ $0 }), ContinuousClock.now < end {
      throw RemoteError(.notPermitted, refusal)
    }
    let response = try client.send(limit, make)
    if response.head.offersOnlyBasic { password.withLock { $0?.isSentFirst = true } }
    guard response.status == 401 else {
      if !knowsAccess { hasAccess.store(true, ordering: .relaxed) }
      return response
    }
    refusedUntil.withLock { $0 = .now + client.retry.recoveryDelay }
    throw RemoteError(.notPermitted, refusal)
  }
}
