import PhotoFiles
import Synchronization
import SystemPackage

/// The resources of a WebDAV server (RFC 4918).
///
/// A listing costs one request for any number of entries; `status`, `open` and `read` one; `write` three, `remove` two.
/// A server that knows only Digest costs twice as many.
final class WebDAVSource: FileServer {
  private static let pathLimit = 4096
  /// About 300,000 entries.
  private static let listingLimit = 256 << 20
  private static let answerLimit = BodyReceiver.Limit(count: 1 << 20)
  private static let properties = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>
    """.utf8)

  let client: RemoteClient
  private let address: ServerAddress
  private let password: Mutex<TransferPassword?>
  private let hasPassword: Bool

  init(_ address: ServerAddress, _ password: TransferPassword?, _ client: RemoteClient) {
    self.address = address
    self.client = client
    self.password = Mutex(password)
    hasPassword = password != nil
  }

  func check(_ path: [UInt8]) throws(RemoteError) { try ServerPath.check(path, limit: Self.pathLimit) }

  // MARK: Reading

  func entries(of folder: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    try check(folder)
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
  private static let writingLimit = 1 << 30

  private static func components(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  // MARK: Writing

  /// Servers that don't know conditions are as safe as the look before the request.
  func write(
    _ content: RemoteContent, to file: [UInt8], replacing replaced: RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus {
    try check(file)
    let bytes = try content.bytes(limit: Self.writingLimit)
    let current = try existing(file)
    if let replaced {
      guard current.map({ Self.isSame($0, replaced) }) ?? false else { throw .stale }
    } else if current != nil {
      throw .exists
    }
    let conditions = replaced.map { Self.conditions($0) } ?? [RemoteHeader("if-none-match", "*")]
    var response = try put(bytes, file, conditions)
    // 409: a parent is missing (9.7.1); some servers answer 404.
    if replaced == nil, response.status == 409 || response.status == 404 {
      try makeParents(of: file)
      response = try put(bytes, file, conditions)
    }
    if response.isSuccess {
      let status = try fileStatus(of: file)
      guard status.size == Int64(bytes.count) else { throw .stale }
      return status
    }
    if response.followsDroppedAttempt, response.status == 412,
      let status = try status(of: file, containing: bytes)
    {
      return status
    }
    if response.status == 412 { throw replaced == nil ? .exists : .stale }
    throw RemoteError(response)
  }

  private func put(
    _ bytes: [UInt8], _ file: [UInt8], _ conditions: [RemoteHeader]
  ) throws(RemoteError) -> RemoteResponse {
    let type = RemoteHeader("content-type", "application/octet-stream")
    return try send(Self.answerLimit) { () throws(RemoteError) in
      self.request("PUT", file, headers: conditions + [type], body: bytes)
    }
  }

  private func makeParents(of file: [UInt8]) throws(RemoteError) {
    let parents = Self.components(file).dropLast()
    for count in parents.indices.map({ $0 + 1 }) {
      let path = Array(parents.prefix(count).joined(separator: "/".utf8))
      let response = try send(Self.answerLimit) { () throws(RemoteError) in
        var request = self.request("MKCOL", path, headers: [], body: nil)
        request.url += "/"
        return request
      }
      // 405: it exists (9.3.1).
      guard response.isSuccess || response.status == 405 else { throw RemoteError(response) }
    }
  }

  func remove(_ file: [UInt8], version: RemoteStatus) throws(RemoteError) {
    try check(file)
    // DELETE removes folders with all they contain.
    guard let current = try existing(file) else { return }
    guard Self.isSame(current, version) else { throw .stale }
    let response = try send(Self.answerLimit) { () throws(RemoteError) in
      self.request("DELETE", file, headers: Self.conditions(version), body: nil)
    }
    if response.status == 412 { throw .stale }
    guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
  }

  private func existing(_ file: [UInt8]) throws(RemoteError) -> RemoteStatus? {
    do throws(RemoteError) {
      return try fileStatus(of: file)
    } catch {
      if error.errno == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  private static func isSame(_ status: RemoteStatus, _ version: RemoteStatus) -> Bool {
    status.size == version.size && status.tag == version.tag
      && (!status.tag.isEmpty || status.modified == version.modified)
  }

  // MARK: Requests

  func request(_ method: String, _ file: [UInt8], headers: [RemoteHeader]) throws(RemoteError)
    -> TransferRequest
  {
    request(method, file, headers: headers, body: nil)
  }

  private func request(
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
    let response = try client.send(limit, make)
    if response.head.offersOnlyBasic { password.withLock { $0?.isSentFirst = true } }
    guard response.status == 401 else { return response }
    throw RemoteError(
      .permissionDenied,
      hasPassword
        ? "the server refuses the user name or the password"
        : "the server requires a password: write it into ~/.netrc, or set PHOTOPICK_DAV_USER and "
          + "PHOTOPICK_DAV_PASSWORD_FILE")
  }
}
