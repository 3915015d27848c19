import PhotoFiles
import SystemPackage

/// Exclusive write locks (RFC 4918, 6, 7, 9.10 and 9.11).
///
/// A lock is on a hidden name next to the file. Locking a missing file would create an empty one, which other programs
/// may read, and some servers (WsgiDAV 4) even empty the file if another process has just written it.
extension WebDAVSource {
  private static let lockDocument = document(
    """
    <lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>photopick</owner>\
    </lockinfo>
    """)
  private static let supportedLock = document(
    "<propfind xmlns=\"DAV:\"><prop><supportedlock/></prop></propfind>")
  private static let type = RemoteHeader("content-type", "application/xml")
  private static let tokenLimit = 512

  private static func document(_ text: String) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\(text)".utf8)
  }

  private enum Attempt {
    case locked(WriteLock)
    case isLocked
    case refused(RemoteResponse)
  }

  /// Calls a function while no other process of photopick changes a file.
  ///
  /// - Parameter count: The number of bytes that the function writes.
  /// - Throws: `Errno.resourceBusy` if another process keeps changing it.
  func locking<Result>(
    _ file: [UInt8], toWrite count: Int, _ body: (WriteLock) throws(RemoteError) -> Result
  ) throws(RemoteError) -> Result {
    var wait = WriterWait(client.retry)
    while true {
      switch try lock(file, toWrite: count) {
      case .locked(let lock):
        defer { unlock(lock) }
        return try body(lock)
      case .isLocked: try wait.pause()
      case .refused(let response): throw RemoteError(response)
      }
    }
  }

  private func lock(_ file: [UInt8], toWrite count: Int) throws(RemoteError) -> Attempt {
    let age = GuardAge(transferring: count)
    let name = GuardName.start(for: file) + Array(".lock".utf8)
    let path = ServerPath.appending(name, to: ServerPath.folder(of: file))
    let timeout = RemoteHeader("timeout", "Second-\(age.lifetime)")
    let response = try change(
      "LOCK", path, [RemoteHeader("depth", "0"), timeout, Self.type], Self.lockDocument)
    if response.status == 423 { return .isLocked }
    guard response.isSuccess else { return .refused(response) }
    var tokens: [String] = []
    try XMLValues.read(response.body) { path, text in
      guard path.suffix(3) == ["activelock", "locktoken", "href"] else { return }
      tokens.append(String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self))
    }
    guard let token = tokens.first, tokens.count == 1, 1...Self.tokenLimit ~= token.utf8.count,
      token.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
    else { throw RemoteError(.ioError, "the server sent a lock without a token") }
    return .locked(WriteLock(path: path, token: token, age: age))
  }

  /// Removes the file of a lock, and the lock: not all servers remove it with the file.
  private func unlock(_ lock: WriteLock) {
    _ = try? change("DELETE", lock.path, [RemoteHeader("if", "(<\(lock.token)>)")], nil)
    _ = try? change("UNLOCK", lock.path, [RemoteHeader("lock-token", "<\(lock.token)>")], nil)
  }

  /// Returns `true` if the server locks files. Some grant every lock, and keep none.
  func hasLocks(_ file: [UInt8]) throws(RemoteError) -> Bool {
    guard try advertisesLocks(in: ServerPath.folder(of: file)) else { return false }
    switch try lock(file, toWrite: 0) {
    case .isLocked: return true
    case .refused: return false
    case .locked(let lock):
      defer { unlock(lock) }
      switch try self.lock(file, toWrite: 0) {
      case .isLocked: return true
      case .refused: return false
      case .locked(let second):
        unlock(second)
        return false
      }
    }
  }

  /// Returns `true` if a folder offers exclusive locks for its files (RFC 4918, 15.10).
  private func advertisesLocks(in folder: [UInt8]) throws(RemoteError) -> Bool {
    let response = try send(Self.answerLimit) { () throws(RemoteError) in
      let headers = [RemoteHeader("depth", "0"), Self.type]
      var request = self.request("PROPFIND", folder, headers: headers, body: Self.supportedLock)
      if !request.url.hasSuffix("/") { request.url += "/" }
      return request
    }
    guard response.status == 207 else { return false }
    var isOffered = false
    try XMLValues.read(response.body) { path, _ in
      if path.suffix(4) == ["supportedlock", "lockentry", "lockscope", "exclusive"] { isOffered = true }
    }
    return isOffered
  }
}
