import PhotoFiles
import SystemPackage

/// A server from which files are read by ranges (RFC 9110, 13 and 14).
protocol FileServer: RemoteSource {
  var client: RemoteClient { get }

  /// Returns a request for a file, signed or with a password.
  func request(_ method: String, _ file: [UInt8], headers: [RemoteHeader]) throws(RemoteError)
    -> TransferRequest

  /// Sends requests; handles what is special about responses of the server.
  func send(
    _ limit: BodyReceiver.Limit, _ make: () throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse

  func check(_ path: [UInt8]) throws(RemoteError)

  /// Sends a request that writes or removes a file, on no other condition than the headers.
  func change(
    _ method: String, _ file: [UInt8], _ headers: [RemoteHeader], _ body: [UInt8]?
  ) throws(RemoteError) -> RemoteResponse

  /// Called with the content of a file that was read as a whole.
  func noteContent(_ content: [UInt8], of file: [UInt8], _ version: RemoteStatus)

  /// Returns the files in a folder whose names begin with some bytes, with current dates.
  func hiddenEntries(of folder: [UInt8], startingWith start: [UInt8]) throws(RemoteError) -> [RemoteEntry]
}

struct RemoteHeader: Sendable {
  /// In lowercase, as in signatures.
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  var line: String { value.isEmpty ? "\(name):" : "\(name): \(value)" }
}

extension FileServer {
  func noteContent(_ content: [UInt8], of file: [UInt8], _ version: RemoteStatus) {}

  func open(_ file: [UInt8], reading count: Int) throws(RemoteError) -> (status: RemoteStatus, head: [UInt8])
  {
    try check(file)
    guard count > 0 else { return (try fileStatus(of: file), []) }
    let response = try send(.init(count: count, isEnd: true)) { () throws(RemoteError) in
      var request = try self.request("GET", file, headers: [])
      request.count = Int64(count)
      return request
    }
    switch response.status {
    case 206:
      let range = response.head.contentRange.flatMap { ContentRange($0) }
      guard range?.first == 0 else { throw RemoteError.otherRange }
    case 200: break
    // An empty file has no range.
    case 416:
      let status = try fileStatus(of: file)
      guard status.size == 0 else { throw RemoteError.otherRange }
      return (status, [])
    default: throw RemoteError(response)
    }
    let status: RemoteStatus
    if let found = response.fileStatus { status = found } else { status = try fileStatus(of: file) }
    guard Int64(response.body.count) == min(status.size, Int64(count)) else { throw RemoteError.otherRange }
    if Int64(response.body.count) == status.size { noteContent(response.body, of: file, status) }
    return (status, response.body)
  }

  func read(_ file: [UInt8], _ range: Range<Int64>, of version: RemoteStatus) throws(RemoteError) -> [UInt8] {
    try check(file)
    guard range.lowerBound >= 0, range.upperBound <= version.size, !version.isFolder else {
      throw RemoteError(.invalidArgument, "the range is outside of the file")
    }
    guard !range.isEmpty else { return [] }
    let count = Int(range.upperBound - range.lowerBound)
    let limit = BodyReceiver.Limit(count: count, isEnd: true, skippedIfWhole: range.lowerBound)
    let response = try send(limit) { () throws(RemoteError) in
      var request = try self.request("GET", file, headers: version.conditions)
      (request.offset, request.count) = (range.lowerBound, Int64(count))
      return request
    }
    switch response.status {
    case 200: break
    case 206:
      guard let sent = response.head.contentRange.flatMap({ ContentRange($0) }),
        sent.bytes == range.lowerBound...range.upperBound - 1
      else { throw RemoteError.otherRange }
    case 412, 416: throw RemoteError.stale
    default: throw RemoteError(response)
    }
    guard isSame(version, response) else { throw RemoteError.stale }
    guard response.body.count == count else { throw RemoteError.otherRange }
    return response.body
  }

  /// Servers may ignore conditions.
  private func isSame(_ version: RemoteStatus, _ response: RemoteResponse) -> Bool {
    if let size = response.fileStatus?.size, size != version.size { return false }
    if !version.tag.isEmpty, !response.tag.isEmpty { return response.tag == version.tag }
    // A whole file is only known to be that version by its tag or its date.
    return response.modified.map { $0 == version.modified } ?? (response.status == 206)
  }

  /// Returns the status of a file, not of a folder.
  func fileStatus(of file: [UInt8]) throws(RemoteError) -> RemoteStatus {
    let status = try status(of: file)
    guard !status.isFolder else { throw RemoteError(.isDirectory, "it is a folder on the server") }
    return status
  }

  /// Returns the status of a file if it contains these bytes: after a dropped connection, only this shows whether the
  /// server has written them.
  func status(of file: [UInt8], containing bytes: [UInt8]) throws(RemoteError) -> RemoteStatus? {
    let (status, head) = try open(file, reading: bytes.count + 1)
    return head == bytes ? status : nil
  }

  /// Returns the status of a file, or `nil` if there is no file.
  func existing(_ file: [UInt8]) throws(RemoteError) -> RemoteStatus? {
    do throws(RemoteError) {
      return try fileStatus(of: file)
    } catch {
      if error.errno == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  /// Throws `Errno.staleNFSFileHandle` unless a version that was just written has these bytes: a proxy may have buffered
  /// them, or another program has replaced them. Compares the sizes of large files only.
  func requireContent(_ bytes: [UInt8], of file: [UInt8], _ version: RemoteStatus) throws(RemoteError) {
    guard version.size == Int64(bytes.count) else { throw .stale }
    // The entity tag of an S3 object uploaded in one part is usually the MD5 digest of its content.
    guard bytes.count <= 1 << 20, version.tag != "\"\(MD5.hexDigest(of: bytes))\"" else { return }
    guard try content(of: file, version) == bytes else { throw .stale }
  }

  /// Returns the content of a version.
  ///
  /// - Throws: `Errno.staleNFSFileHandle` if the file was deleted or has changed.
  func content(of file: [UInt8], _ version: RemoteStatus) throws(RemoteError) -> [UInt8] {
    do throws(RemoteError) {
      return try read(file, 0..<version.size, of: version)
    } catch {
      throw error.errno == .noSuchFileOrDirectory ? .stale : error
    }
  }
}

extension RemoteStatus {
  var hasStrongTag: Bool { tag.hasPrefix("\"") }

  /// The headers that make a request fail if the file isn't this version. A weak tag never matches (RFC 9110, 13.1.1).
  var conditions: [RemoteHeader] {
    hasStrongTag
      ? [RemoteHeader("if-match", tag)]
      : [RemoteHeader("if-unmodified-since", ServerTime.httpText(modified))]
  }

  func isSameVersion(as other: RemoteStatus) -> Bool {
    size == other.size && tag == other.tag && (!tag.isEmpty || modified == other.modified)
  }
}
