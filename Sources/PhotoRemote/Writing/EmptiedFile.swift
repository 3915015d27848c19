import PhotoFiles
import SystemPackage

/// Removal from servers without conditions for DELETE.
extension FileServer {
  /// Removes a version of a file from a server that checks the conditions of PUT, but not of DELETE.
  ///
  /// An empty file replaces it first, on condition that it is that version. Other processes don't write to an empty file
  /// until it no longer exists (`waitForRemoval`), so that DELETE can't remove what they wrote.
  func removeEmptied(
    _ file: [UInt8], _ version: RemoteStatus, replace: () throws(RemoteError) -> RemoteStatus
  ) throws(RemoteError) {
    let age = GuardAge()
    let emptied = version.size > 0 ? try replace() : version
    var (isRepeated, isRemoved) = (false, false)
    do throws(RemoteError) {
      let response = try send(.init(count: 1 << 20)) { () throws(RemoteError) in
        // The others may have given up waiting.
        try age.check()
        // If the response was lost, the file may be removed, and others may have written it again.
        if isRepeated, try existing(file)?.isSameVersion(as: emptied) != true {
          isRemoved = true
          throw .stale
        }
        isRepeated = true
        return try self.request("DELETE", file, headers: [])
      }
      guard response.isSuccess || response.status == 404 else { throw RemoteError(response) }
    } catch {
      if !isRemoved { throw error }
    }
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
}
