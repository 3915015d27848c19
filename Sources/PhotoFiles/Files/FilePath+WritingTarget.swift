import SystemPackage

extension FilePath {
  private static let linkLimit = 40

  /// Returns the path at which to write a file that a person has named: follows a symbolic link in the last component
  /// unless another user may have made it.
  ///
  /// A symbolic link is followed if the user owns it, or if the user or root owns the folder and no other user can
  /// write to it. Any other link could lead to a file that another user wants to be overwritten; its path is returned,
  /// so that it is replaced. An access control list that lets others write shows in the permission bits of the group
  /// (acl(5)). The kernel follows symbolic links in the parent folders, except if other users own them in folders like
  /// `/tmp` (proc(5), `protected_symlinks`).
  ///
  /// - Throws: `Errno`, such as `.tooManySymbolicLinkLevels`.
  package func writingTarget() throws(Errno) -> FilePath {
    var path = self
    for _ in 0...Self.linkLimit {
      if path.isStream { return path }
      let place = try NamedPlace(path)
      guard let link = try place.status(), link.kind == .symbolicLink,
        try place.isLinkTrusted(link), let destination = try place.folder.destination(ofLink: place.name)
      else { return path }
      // A relative target is relative to the folder of the link.
      path = path.removingLastComponent().pushing(destination)
    }
    throw .tooManySymbolicLinkLevels
  }

  /// A Boolean value indicating whether the path names an open stream, such as `/dev/stdout`, which is written to even
  /// if it is a file.
  var isStream: Bool {
    guard root == "/" else { return false }
    let names = components.map(\.string)
    switch names.count {
    case 2: return names == ["dev", "stdout"] || names == ["dev", "stderr"]
    case 3: return names[0] == "dev" && names[1] == "fd" && UInt32(names[2]) != nil
    case 4:
      return names[0] == "proc" && names[2] == "fd" && UInt32(names[3]) != nil
        && (["self", "thread-self"].contains(names[1]) || UInt32(names[1]) != nil)
    default: return false
    }
  }
}

extension NamedPlace {
  /// Returns `true` if only the user, or root, can have made a symbolic link here.
  fileprivate func isLinkTrusted(_ link: FileStatus) throws(Errno) -> Bool {
    let user = geteuid()
    if link.owner == user { return true }
    let folder = try folder.status()
    return (folder.owner == user || folder.owner == 0) && folder.permissions & 0o022 == 0
  }
}
