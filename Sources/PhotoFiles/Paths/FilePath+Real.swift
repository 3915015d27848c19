import SystemPackage

extension FilePath {
  /// The maximum length of a path in a list or a catalog, in bytes. Systems allow less: `PATH_MAX` is 4096 on Linux and
  /// 1024 on macOS.
  package static let longestCount = 64 * 1024

  /// The current folder, or `nil` if it was removed or is unreadable.
  package static var currentFolder: FilePath? {
    guard let current = getcwd(nil, 0) else { return nil }
    defer { free(current) }
    return FilePath(platformString: current)
  }

  /// Returns the absolute path without symbolic links, `.` and `..` (realpath(3)).
  package func resolved() throws(Errno) -> FilePath {
    if isRemote { return lexicallyNormalized() }
    guard let text = withPlatformString({ realpath($0, nil) }) else { throw Errno(rawValue: errno) }
    defer { free(text) }
    return FilePath(platformString: text)
  }

  /// Returns the absolute path, without `.` and `..` if the path was relative; doesn't follow symbolic links.
  package func absolute() throws(Errno) -> FilePath {
    if isAbsolute { return self }
    guard let current = FilePath.currentFolder else { throw Errno(rawValue: errno) }
    return current.appending(components).lexicallyNormalized()
  }

  package func appending(_ name: FileName) -> FilePath {
    FilePath(
      fileSystemBytes: fileSystemBytes + (isEmpty || fileSystemBytes.last == 0x2F ? [] : [0x2F]) + name.bytes)
  }
}
