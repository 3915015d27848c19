import SystemPackage

extension FilePath {
  /// All bytes of a file, links followed; a pipe is read to its end.
  ///
  /// - Throws: `Errno.fileTooLarge` if there are more than `limit` bytes.
  package func contents(limit: Int = .max) throws(Errno) -> [UInt8] {
    let file = try FileDescriptor.opened { () throws(Errno) in
      withPlatformString { openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC) }
    }
    defer { try? file.close() }
    return try file.readAll(limit: limit)
  }

  /// The target of a symbolic link; `nil` if there is no link.
  package var linkTarget: FilePath? {
    let result = withPlatformString { Self.target(ofLink: $0, in: FileDescriptor(rawValue: AT_FDCWD)) }
    return (try? result.get()) ?? nil
  }

  /// Reads a symbolic link (readlinkat(2)); `nil` if there is no link.
  static func target(
    ofLink name: UnsafePointer<CInterop.PlatformChar>, in folder: FileDescriptor
  ) -> Result<FilePath?, Errno> {
    var text = [CInterop.PlatformChar](repeating: 0, count: Int(PATH_MAX) + 1)
    while true {
      let count = readlinkat(folder.rawValue, name, &text, text.count - 1)
      if count > 0 { return .success(FilePath(platformString: text)) }
      let failure = Errno(rawValue: errno)
      if count < 0, failure == .interrupted { continue }
      // EINVAL: a file that is no link.
      if count == 0 || failure == .invalidArgument || failure == .noSuchFileOrDirectory {
        return .success(nil)
      }
      return .failure(failure)
    }
  }
}
