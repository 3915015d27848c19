import SystemPackage

extension FilePath {
  package func contents(limit: Int = .max) throws(Errno) -> [UInt8] {
    let file = try FileDescriptor.opened(self, O_RDONLY)
    defer { try? file.close() }
    return try file.readAll(limit: limit)
  }

  package var linkTarget: FilePath? {
    let result = withPlatformString { Self.target(ofLink: $0, in: FileDescriptor(rawValue: AT_FDCWD)) }
    return (try? result.get()) ?? nil
  }

  /// Reads a symbolic link (readlinkat(2)); returns `nil` for anything else.
  static func target(
    ofLink name: UnsafePointer<CInterop.PlatformChar>, in folder: FileDescriptor
  ) -> Result<FilePath?, Errno> {
    var text = [CInterop.PlatformChar](repeating: 0, count: Int(PATH_MAX) + 1)
    while true {
      let count = readlinkat(folder.rawValue, name, &text, text.count - 1)
      if count > 0 { return .success(FilePath(platformString: text)) }
      let failure = Errno(rawValue: errno)
      if count < 0, failure == .interrupted { continue }
      // EINVAL: the file is not a link.
      if count == 0 || failure == .invalidArgument || failure == .noSuchFileOrDirectory {
        return .success(nil)
      }
      return .failure(failure)
    }
  }

  package func removeFile() throws(Errno) {
    if withPlatformString({ unlink($0) }) != 0, errno != ENOENT { throw Errno(rawValue: errno) }
  }

  package func removeEmptyFolder() throws(Errno) {
    try Errno.check(withPlatformString { rmdir($0) })
  }

  /// Requires permission to add names to the folder and remove them.
  package func requireChangeableFolder() throws(Errno) {
    try Errno.check(withPlatformString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) })
  }
}

extension RootPath {
  /// Returns the deepest folder that contains all roots, to which displayed paths are relative.
  package static func base(of roots: [FilePath]) -> Folder {
    var common: FilePath?
    var last: Folder?
    let roots = resolve(roots)
    for root in roots {
      // Files in one folder are usually neighbors.
      if let last, last === root.folder { continue }
      // A status takes a request to a server, so the names of a list of photos have to suffice.
      let isFileByName = roots.count > 1 && root.path.isRemote && root.path.extension != nil
      let isFolder = !isFileByName && (try? FileStatus(root.path).kind) == .directory
      last = isFolder ? nil : root.folder
      let folder = isFolder ? root.path : root.folder.path
      var shared = common ?? folder
      while !folder.starts(with: shared), !shared.components.isEmpty { shared.removeLastComponent() }
      common = shared
    }
    return Folder(common ?? "/")
  }
}
