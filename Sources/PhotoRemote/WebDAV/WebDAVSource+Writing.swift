import PhotoFiles
import SystemPackage

extension WebDAVSource {
  func write(
    _ content: RemoteContent, to file: [UInt8], replacing replaced: RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus {
    try check(file)
    let bytes = try content.bytes(limit: Self.writingLimit)
    switch try protection(of: file) {
    case .locks:
      try ensureFolder(of: file)
      return try locking(file, toWrite: bytes.count) { lock throws(RemoteError) in
        try store(bytes, file, replacing: replaced, .lock(lock))
      }
    case .conditions where replaced?.hasStrongTag == false:
      // A date of whole seconds doesn't distinguish all versions.
      return try claiming(file, withConditions: true) { claim throws(RemoteError) in
        try store(bytes, file, replacing: replaced, .claim(claim))
      }
    case .conditions(let ofRemoval):
      if !ofRemoval, let replaced { try waitForRemoval(of: file, replaced) }
      return try store(bytes, file, replacing: replaced, .conditions)
    case .claims:
      try ensureFolder(of: file)
      return try claiming(file) { claim throws(RemoteError) in
        try store(bytes, file, replacing: replaced, .claim(claim))
      }
    }
  }

  func remove(_ file: [UInt8], version: RemoteStatus) throws(RemoteError) {
    try check(file)
    guard try existing(file) != nil else { return }
    switch try protection(of: file) {
    case .locks:
      try locking(file, toWrite: 0) { lock throws(RemoteError) in try delete(file, version, .lock(lock)) }
    case .conditions where !version.hasStrongTag:
      try claiming(file, withConditions: true) { claim throws(RemoteError) in
        try delete(file, version, .claim(claim))
      }
    case .conditions(ofRemoval: true): try delete(file, version, .conditions)
    case .conditions(ofRemoval: false):
      try removeEmptied(file, version) { () throws(RemoteError) in
        try store([], file, replacing: version, .conditions)
      }
    case .claims:
      try claiming(file) { claim throws(RemoteError) in try delete(file, version, .claim(claim)) }
    }
  }

  /// Locks come first: some servers check conditions before they receive the file, so that two writers may pass.
  private func protection(of file: [UInt8]) throws(RemoteError) -> WriteProtection {
    try server.protection { () throws(RemoteError) in
      try ensureFolder(of: file)
      return try hasLocks(file) ? .locks : examineConditions(in: ServerPath.folder(of: file))
    }
  }

  private func store(
    _ bytes: [UInt8], _ file: [UInt8], replacing replaced: RemoteStatus?, _ guarded: WriteGuard
  ) throws(RemoteError) -> RemoteStatus {
    let current = try existing(file)
    if let replaced {
      guard let current, current.isSameVersion(as: replaced) else { throw .stale }
      try requireSeen(file, current, guarded)
    } else if current != nil {
      throw .exists
    }
    let headers = guarded.headers(requiring: replaced)
    var response = try put(bytes, file, headers, guarded)
    // 409: a parent is missing (9.7.1); some servers answer 404.
    if replaced == nil, response.status == 409 || response.status == 404 {
      try makeParents(of: file)
      response = try put(bytes, file, headers, guarded)
    }
    if response.isSuccess {
      guard let status = try existing(file) else { throw .stale }
      try requireContent(bytes, of: file, status)
      noteContent(bytes, of: file, status)
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

  func noteContent(_ content: [UInt8], of file: [UInt8], _ version: RemoteStatus) {
    let note = (version.tag, MD5.digest(of: content))
    seen.withLock { seen in
      if seen.count >= Self.seenLimit { seen = [:] }
      seen[file] = note
    }
  }

  /// Throws `Errno.staleNFSFileHandle` if a version has other content than the one with the same tag that was last read: the
  /// tags of some servers (WsgiDAV 4) don't distinguish versions of equal size in the same second.
  private func requireSeen(
    _ file: [UInt8], _ version: RemoteStatus, _ guarded: WriteGuard
  ) throws(RemoteError) {
    if case .conditions = guarded { return }
    guard version.size > 0, let seen = seen.withLock({ $0[file] }), seen.tag == version.tag else { return }
    guard try MD5.digest(of: content(of: file, version)) == seen.digest else { throw .stale }
  }

  private func put(
    _ bytes: [UInt8], _ file: [UInt8], _ headers: [RemoteHeader], _ guarded: WriteGuard
  ) throws(RemoteError) -> RemoteResponse {
    let type = RemoteHeader("content-type", "application/octet-stream")
    return try send(Self.answerLimit) { () throws(RemoteError) in
      try guarded.check()
      return self.request("PUT", file, headers: headers + [type], body: bytes)
    }
  }

  /// Removes a version of a file. DELETE removes folders with all they contain.
  private func delete(
    _ file: [UInt8], _ version: RemoteStatus, _ guarded: WriteGuard
  ) throws(RemoteError) {
    guard let current = try existing(file) else { return }
    guard current.isSameVersion(as: version) else { throw .stale }
    try requireSeen(file, current, guarded)
    let response = try send(Self.answerLimit) { () throws(RemoteError) in
      try guarded.check()
      return self.request("DELETE", file, headers: guarded.headers(requiring: version), body: nil)
    }
    if response.status == 412 { throw .stale }
    guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
  }

  // MARK: Folders

  /// Makes the folder of a file if it is missing. What has existed is not looked up again.
  private func ensureFolder(of file: [UInt8]) throws(RemoteError) {
    let folder = ServerPath.folder(of: file)
    guard !folder.isEmpty, !folders.withLock({ $0.contains(folder) }) else { return }
    do throws(RemoteError) {
      guard try status(of: folder).isFolder else {
        throw RemoteError(.notDirectory, "it is no folder on the server")
      }
    } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw error }
      try makeParents(of: file)
    }
    folders.withLock { _ = $0.insert(folder) }
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

  // MARK: Requests

  func change(
    _ method: String, _ file: [UInt8], _ headers: [RemoteHeader], _ body: [UInt8]?
  ) throws(RemoteError) -> RemoteResponse {
    try send(Self.answerLimit) { () throws(RemoteError) in
      self.request(method, file, headers: headers, body: body)
    }
  }

  func hiddenEntries(of folder: [UInt8], startingWith start: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    try entries(of: folder).filter { $0.name.bytes.starts(with: start) }
  }
}
