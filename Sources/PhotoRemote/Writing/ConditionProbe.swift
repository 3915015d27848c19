import PhotoFiles
import SystemPackage

extension FileServer {
  private var probe: [UInt8] { Array("photopick\n".utf8) }

  /// Returns how a server without locks protects files: writes a file with a hidden name, tries to replace and to remove it
  /// on conditions that it doesn't meet, and removes it. That is five requests.
  ///
  /// A server that checks only one of the conditions of PUT counts as checking none. The next process that writes to the
  /// folder removes the file of a terminated one.
  func examineConditions(in folder: [UInt8]) throws(RemoteError) -> WriteProtection {
    let file = ServerPath.appending(PendingFile.newHiddenName().bytes, to: folder)
    let new = RemoteHeader("if-none-match", "*"), other = RemoteHeader("if-match", "\"photopick\"")
    let made = try change("PUT", file, [new], probe)
    // A server may refuse a header that it doesn't know.
    if [400, 501].contains(made.status) { return .claims }
    guard made.isSuccess || made.status == 412 && made.followsDroppedAttempt else { throw RemoteError(made) }
    var isPresent = true
    defer { if isPresent { _ = try? change("DELETE", file, [], nil) } }
    guard try change("PUT", file, [new], probe).status == 412,
      try change("PUT", file, [other], probe).status == 412
    else { return .claims }
    let removal = try change("DELETE", file, [other], nil)
    isPresent = !removal.isSuccess
    return .conditions(ofRemoval: removal.status == 412)
  }

  /// Throws `Errno.staleNFSFileHandle` unless a version that was just written has these bytes: a proxy may have kept them
  /// back, or another program has replaced them. Compares the sizes of large files only.
  func requireContent(_ bytes: [UInt8], of file: [UInt8], _ version: RemoteStatus) throws(RemoteError) {
    guard version.size == Int64(bytes.count) else { throw .stale }
    // The tag that S3 gives an object of one part shows its content.
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

  // MARK: Removal without conditions

  /// Removes a version of a file from a server that checks the conditions of PUT, but not of DELETE.
  ///
  /// An empty file replaces it first, on condition that it is that version. Other processes don't write to an empty file
  /// until it no longer exists (`waitForRemoval`), so that DELETE can't remove what they wrote.
  func removeEmptied(
    _ file: [UInt8], _ version: RemoteStatus, replace: () throws(RemoteError) -> RemoteStatus
  ) throws(RemoteError) {
    let age = GuardAge()
    if version.size > 0 { _ = try replace() }
    let response = try send(.init(count: 1 << 20)) { () throws(RemoteError) in
      // The others may have given up waiting.
      try age.check()
      return try self.request("DELETE", file, headers: [])
    }
    guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
  }

  /// Waits until an empty file no longer exists, unless it is old: a process that is about to remove a file has emptied it.
  ///
  /// - Throws: `Errno.staleNFSFileHandle` if the file was deleted or has changed.
  func waitForRemoval(of file: [UInt8], _ version: RemoteStatus) throws(RemoteError) {
    // The clocks may differ.
    guard version.size == 0, abs(FileStatus.Time.now.seconds - version.modified.seconds) < 3600 else {
      return
    }
    var wait = WriterWait(client.retry)
    while wait.waited < .seconds(GuardAge.lifetime) {
      try wait.pause()
      guard try existing(file)?.isSameVersion(as: version) == true else { throw .stale }
    }
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
}

extension RemoteStatus {
  func isSameVersion(as other: RemoteStatus) -> Bool {
    size == other.size && tag == other.tag && (!tag.isEmpty || modified == other.modified)
  }
}
