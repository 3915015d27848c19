import SystemPackage

/// Copies of files on servers in the cache folder, for code that opens files by path.
package enum RemoteCopy {
  /// Returns a copy of the current version of a file, which is fetched once per version; other paths as they are.
  ///
  /// - Throws: `Errno`; `HomeUnknown` if there is no cache folder.
  package static func path(of file: FilePath) throws -> FilePath {
    guard file.isRemote else { return file }
    let folder = try UserFolders.current.cache.appending("servers")
    try OpenFolder.make(folder)
    let (copies, status) = (try OpenFolder(folder), try FileStatus(file))
    guard status.kind == .regular else { throw Errno.isDirectory }
    let address = "\(String(Checksum.of(file.fileSystemBytes), radix: 16))-"
    let name = FileName(unchecked: Array("\(address)\(String(status.identity.inode, radix: 16))".utf8))
    if try copies.status(of: name)?.size == status.size { return folder.appending(name) }
    let source = try OpenFile(file)
    let copy = try PendingFile(in: copies, mode: 0o600)
    try withErrno {
      try withExtendedLifetime(source) { _ = try source.content().copyAll(to: copy.descriptor) }
    }
    // Earlier versions of the same file aren't used any more.
    for old in copies.entries(includesHidden: false, startingWith: Array(address.utf8)).entries {
      try copies.remove(old.name)
    }
    try copy.finish(as: name, .replacing)
    return folder.appending(name)
  }
}
