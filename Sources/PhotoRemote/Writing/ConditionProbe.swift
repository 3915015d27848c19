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
}
