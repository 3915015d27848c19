import PhotoFiles
import SystemPackage

extension S3Source {
  func write(
    _ content: RemoteContent, to file: [UInt8], replacing replaced: RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus {
    try check(file)
    uploads?.abortAbandoned(of: self)
    guard content.count <= multipart.threshold else {
      return try S3Multipart(source: self, file: file).write(content, replacing: replaced)
    }
    let bytes = try content.bytes(0..<content.count)
    return try protecting(file, replacing: replaced) { guarded throws(RemoteError) in
      try store(bytes, file, replacing: replaced, guarded)
    }
  }

  /// Calls a function that sends the request which changes a file, with the protection that the server offers.
  func protecting<Result>(
    _ file: [UInt8], replacing replaced: RemoteStatus?, _ body: (WriteGuard) throws(RemoteError) -> Result
  ) throws(RemoteError) -> Result {
    switch try protection(of: file) {
    case .conditions(let ofRemoval):
      if !ofRemoval, let replaced { try waitForRemoval(of: file, replaced) }
      return try body(.conditions)
    case .locks, .claims:
      return try claiming(file) { claim throws(RemoteError) in
        try requireVersion(replaced, of: file)
        return try body(.claim(claim))
      }
    }
  }

  /// AWS checks all conditions ("Conditional requests", Amazon S3 user guide); other servers are examined.
  private func protection(of file: [UInt8]) throws(RemoteError) -> WriteProtection {
    guard let server else { return .conditions(ofRemoval: true) }
    return try server.protection { () throws(RemoteError) in
      try examineConditions(in: ServerPath.folder(of: file))
    }
  }

  private func store(
    _ bytes: [UInt8], _ file: [UInt8], replacing replaced: RemoteStatus?, _ guarded: WriteGuard
  ) throws(RemoteError) -> RemoteStatus {
    let response = try send(file, replacing: replaced, guarded) { conditions throws(RemoteError) in
      try self.request("PUT", file, headers: conditions, body: bytes)
    }
    let status = try written(response, file, count: bytes.count, replacing: replaced) {
      () throws(RemoteError) in
      try self.status(of: file, containing: bytes)
    }
    try requireContent(bytes, of: file, status)
    return status
  }

  /// Sends a request that is to have effect only if the file is the version to replace, or doesn't exist.
  func send(
    _ file: [UInt8], replacing replaced: RemoteStatus?, _ guarded: WriteGuard,
    _ make: ([RemoteHeader]) throws(RemoteError) -> TransferRequest
  ) throws(RemoteError) -> RemoteResponse {
    let limit = BodyReceiver.Limit(count: Self.pageLimit)
    if case .claim = guarded {
      return try send(limit) { () throws(RemoteError) in
        try guarded.check()
        return try make([])
      }
    }
    guard let replaced else {
      return try send(limit) { () throws(RemoteError) in try make([RemoteHeader("if-none-match", "*")]) }
    }
    guard replaced.hasStrongTag else {
      throw RemoteError(.invalidArgument, "the server has sent no tag for the file, so it can't be replaced")
    }
    let response = try send(limit) { () throws(RemoteError) in try make(replaced.conditions) }
    guard response.status == 412, !response.followsDroppedAttempt, try existing(file)?.tag == replaced.tag
    else { return response }
    // Ceph 16 compares the tag without its quotation marks.
    let tag = String(replaced.tag.dropFirst().dropLast())
    return try send(limit) { () throws(RemoteError) in try make([RemoteHeader("if-match", tag)]) }
  }

  /// Throws unless the file is the version to replace, or doesn't exist.
  func requireVersion(_ replaced: RemoteStatus?, of file: [UInt8]) throws(RemoteError) {
    let response = try send(.init(count: 0, isEnd: true)) { () throws(RemoteError) in
      try self.request("HEAD", file)
    }
    guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
    guard let replaced else {
      if response.isSuccess { throw .exists }
      return
    }
    guard response.isSuccess, response.tag == replaced.tag else { throw .stale }
  }

  /// Returns the new version after a conditional write.
  ///
  /// - Parameter find: returns the status of the file if it has the content, although the condition has failed: an
  ///   earlier attempt may have written it before the connection was dropped.
  func written(
    _ response: RemoteResponse, _ file: [UInt8], count: Int, replacing replaced: RemoteStatus?,
    find: () throws(RemoteError) -> RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus {
    if response.isSuccess {
      // The modification time has to equal the time in the next listing.
      guard let status = try existing(file) else { throw .stale }
      if response.tag.isEmpty || status.tag == response.tag { return status }
      let time = response.head.date.flatMap(ServerTime.http) ?? status.modified
      return RemoteStatus(size: Int64(count), modified: time, tag: response.tag)
    }
    if response.followsDroppedAttempt, [404, 412].contains(response.status), let status = try find() {
      return status
    }
    switch response.status {
    case 412: throw replaced == nil ? .exists : .stale
    case 404 where replaced != nil && ErrorDocument.code(response.body) != "NoSuchBucket": throw .stale
    default: throw RemoteError(response)
    }
  }

  func remove(_ file: [UInt8], version: RemoteStatus) throws(RemoteError) {
    try check(file)
    guard try isPresent(file, version) else { return }
    switch try protection(of: file) {
    case .conditions(ofRemoval: true):
      let response = try change("DELETE", file, version.conditions, nil)
      if response.status == 412 { throw .stale }
      guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
    case .conditions(ofRemoval: false):
      try removeEmptied(file, version) { () throws(RemoteError) in
        try store([], file, replacing: version, .conditions)
      }
    case .locks, .claims:
      try claiming(file) { claim throws(RemoteError) in
        guard try isPresent(file, version) else { return }
        let response = try send(.init(count: Self.pageLimit)) { () throws(RemoteError) in
          try claim.age.check()
          return try self.request("DELETE", file, headers: [])
        }
        guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
      }
    }
  }

  /// Returns `false` if the file is missing, or a folder has replaced it; throws if it is another version.
  private func isPresent(_ file: [UInt8], _ version: RemoteStatus) throws(RemoteError) -> Bool {
    do throws(RemoteError) {
      let status = try status(of: file)
      guard !status.isFolder else { return false }
      guard status.tag == version.tag, status.size == version.size else { throw .stale }
      return true
    } catch {
      if error.errno == .noSuchFileOrDirectory { return false }
      throw error
    }
  }

  // MARK: Requests

  func change(
    _ method: String, _ file: [UInt8], _ headers: [RemoteHeader], _ body: [UInt8]?
  ) throws(RemoteError) -> RemoteResponse {
    try send(.init(count: Self.pageLimit)) { () throws(RemoteError) in
      try self.request(method, file, headers: headers, body: body)
    }
  }

  func hiddenEntries(of folder: [UInt8], startingWith start: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    let prefix = ServerPath.appending(start, to: folder)
    var listing = S3Listing(prefix: prefix)
    var token: String?
    repeat {
      token = try listing.add(try page(prefix, token: token, count: 1000))
    } while token != nil
    return listing.entries.map {
      RemoteEntry(name: FileName(unchecked: start + $0.name.bytes), status: $0.status)
    }
  }
}
