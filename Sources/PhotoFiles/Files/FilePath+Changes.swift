import SystemPackage

extension FilePath {
  /// Removes the file or link at the path; one that is not there counts as removed.
  package func removeFile() throws(Errno) {
    if withPlatformString({ unlink($0) }) != 0, errno != ENOENT { throw Errno(rawValue: errno) }
  }

  /// Removes the folder at the path if it is empty.
  package func removeEmptyFolder() throws(Errno) {
    if withPlatformString({ rmdir($0) }) != 0 { throw Errno(rawValue: errno) }
  }

  /// Throws unless this process may put names into the folder at the path, and remove them.
  package func requireChangeableFolder() throws(Errno) {
    let access = withPlatformString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) }
    if access != 0 { throw Errno(rawValue: errno) }
  }
}
